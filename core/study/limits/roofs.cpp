// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/limits/roofs.h"

#include "core/base/catalog/catalog.h"
#include "core/drawing/network/fabric.h"
#include "core/step/engine/prepared.h"

#include <algorithm>

namespace roofrack {

Roofs roofs(const Prepared& prepared, const Catalog& catalog) {
    Roofs out;
    const auto& groups = prepared.fabric().groups;
    if (groups.empty()) return out;
    const Part* part = catalog.part(PartKind::accelerator, groups.front().accelerator);
    if (!part) return out;
    out.accelerator = part->name;
    out.memory = ByteRate(part->value_or("hbm_rate", 0));
    for (const auto& [figure, precision] : {std::pair{"dense_fp32", "FP32"},
                                            {"dense_tf32", "TF32"},
                                            {"dense_bf16", "BF16"},
                                            {"dense_fp8", "FP8"},
                                            {"dense_fp4", "FP4"}})
        if (const auto rate = part->value(figure); rate && *rate > 0)
            out.peaks.push_back({precision, FlopRate(*rate)});
    std::ranges::stable_sort(out.peaks, std::ranges::greater{},
                             [](const Roofs::Peak& peak) { return peak.rate.si(); });
    return out;
}

} // namespace roofrack
