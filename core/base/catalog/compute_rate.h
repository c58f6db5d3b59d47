// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/part.h"
#include "core/base/model/plan.h"

#include <string_view>

namespace roofrack {

/// The dense rate at which an accelerator computes in one precision, and the figure that it is read from.
struct ComputeRate {
    std::string_view figure; ///< key of the part, as "dense_bf16"; empty: the part has none that would do
    double divisor = 1;      ///< value = the figure ÷ it; 8 where 32 bits are read from the rate of 16
    double value = 0;        ///< FLOP/s
};

/// Where the part lacks the figure of the precision, FP32 and TF32 stand for each other, and an eighth of
/// BF16 stands for both. FP8 and FP4 take the fastest known rate at their width or a wider one, INT8 among
/// them (quantised products, AQT). BF16's figure is that of FP16, too.
ComputeRate compute_rate(const Part& accelerator, Precision precision);

} // namespace roofrack
