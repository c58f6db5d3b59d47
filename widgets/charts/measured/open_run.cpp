// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/measured/open_run.h"

#include <utility>

namespace roofrack {

OpenRun open_run(std::string name, std::shared_ptr<const TraceResult> trace) {
    OpenRun out;
    out.name = std::move(name);
    out.headline = run_headline(*trace);
    out.ranks = rank_rows(*trace, false);
    out.steps = rank_rows(*trace, true);
    out.trace = std::move(trace);
    return out;
}

} // namespace roofrack
