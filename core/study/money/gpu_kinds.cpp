// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/money/gpu_kinds.h"

#include "core/base/catalog/part_name.h"
#include "core/base/units/quantity_text.h"
#include "core/step/engine/prepared_impl.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <functional>

namespace roofrack {

std::vector<GpusOfKind> drawn_kinds(const Prepared& prepared) {
    const Prepared::Impl& impl = prepared.impl();
    std::vector<const Part*> parts;
    std::vector<std::string> names;
    std::vector<GpusOfKind> out;
    for (size_t group = 0; group < impl.accelerators.size(); ++group) {
        const Part& part = impl.accelerators[group];
        const auto known = std::ranges::find(parts, part.id, &Part::id);
        const auto at = static_cast<size_t>(known - parts.begin());
        if (known == parts.end()) {
            parts.push_back(&part);
            names.push_back(part.name);
            out.push_back({});
        }
        out[at].gpus += impl.group_gpus[group];
    }
    if (out.size() < 2) return {};
    names = kind_names(names);
    for (size_t i = 0; i < out.size(); ++i) out[i].name = names[i];
    std::ranges::stable_sort(out, std::greater(), &GpusOfKind::gpus);
    return out;
}

std::string kinds_text(const std::vector<GpusOfKind>& kinds, const std::string& name) {
    std::vector<std::string> out;
    for (const GpusOfKind& each : kinds) out.push_back(each.name);
    return out.empty() ? name : fmt::format("{}", fmt::join(out, " + "));
}

std::string gpus_text(const std::vector<GpusOfKind>& kinds, double gpus, const std::string& name) {
    std::vector<std::string> out;
    for (const GpusOfKind& each : kinds)
        out.push_back(fmt::format("{} × {}", format_count(each.gpus), each.name));
    return out.empty() ? fmt::format("{} × {}", format_count(gpus), name)
                       : fmt::format("{}", fmt::join(out, " + "));
}

} // namespace roofrack
