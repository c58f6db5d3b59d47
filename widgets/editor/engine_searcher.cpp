// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/plan_search.h"

namespace roofrack {

PlanSearcher engine_searcher(const Catalog& catalog) {
    return [&catalog](const PlanSearchRequest& asked, SearchProgress& progress,
                      std::stop_token stop) -> Result<SearchResult> {
        const auto prepared = Prepared::make(*asked.scenario, catalog);
        if (!prepared) return tl::unexpected(prepared.error());
        return search(*prepared, asked.options, &progress, stop);
    };
}

} // namespace roofrack
