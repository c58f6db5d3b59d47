// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/limits/roofs.h"

#include "core/drawing/network/fabric.h"
#include "core/step/engine/prepared_impl.h"

#include <algorithm>

namespace roofrack {

Roofs roofs(const Prepared& prepared) {
    Roofs out;
    if (prepared.fabric().groups.empty()) return out;
    const Part* part = &prepared.impl().accelerators.front();
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
