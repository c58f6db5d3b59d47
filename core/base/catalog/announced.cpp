// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/announced.h"

#include "core/base/catalog/catalog.h"

#include <algorithm>
#include <fmt/format.h>

namespace roofrack {

bool has_announced_figures(const Part& part) {
    return std::ranges::any_of(part.figures,
                               [](const auto& entry) { return entry.second.status == Status::announced; });
}

bool is_announced(const Part& part, const Catalog& catalog) {
    const Part* const accelerator = part.kind == PartKind::server
                                        ? catalog.part(PartKind::accelerator, part.text_or("accelerator", ""))
                                        : nullptr;
    return has_announced_figures(part) || (accelerator && has_announced_figures(*accelerator));
}

std::string announced_text(const Part& part, const Part* accelerator) {
    std::string out;
    size_t all = 0;
    for (const Part* each : {&part, accelerator}) {
        if (!each) continue;
        const auto count = static_cast<size_t>(std::ranges::count_if(
            each->figures, [](const auto& entry) { return entry.second.status == Status::announced; }));
        if (count == 0) continue;
        all += count;
        out += fmt::format("{}{} figure{} of {}", out.empty() ? "" : " and ", count, count == 1 ? "" : "s",
                           each->name);
    }
    return out.empty() ? out
                       : fmt::format("{} {} announced, measured by nobody", out, all == 1 ? "is" : "are");
}

} // namespace roofrack
