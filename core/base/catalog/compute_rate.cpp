// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/compute_rate.h"

#include <initializer_list>

namespace roofrack {

namespace {

ComputeRate first_known(const Part& part, std::initializer_list<std::string_view> keys) {
    for (const std::string_view key : keys)
        if (const auto rate = part.value(key)) return {key, 1, *rate};
    return {};
}

/// The highest of those that are known; of equal ones the first.
ComputeRate fastest_known(const Part& part, std::initializer_list<std::string_view> keys) {
    ComputeRate out;
    for (const std::string_view key : keys)
        if (const double rate = part.value_or(key, 0); rate > out.value) out = {key, 1, rate};
    return out;
}

ComputeRate rate_of_32_bits(const Part& part, std::string_view own, std::string_view other) {
    ComputeRate out = first_known(part, {own, other});
    if (!out.figure.empty()) return out;
    constexpr double of_16_bits = 8;
    out = first_known(part, {"dense_bf16"});
    out.divisor = of_16_bits;
    out.value /= of_16_bits;
    return out;
}

} // namespace

ComputeRate compute_rate(const Part& accelerator, Precision precision) {
    switch (precision) {
    case Precision::fp32: return rate_of_32_bits(accelerator, "dense_fp32", "dense_tf32");
    case Precision::tf32: return rate_of_32_bits(accelerator, "dense_tf32", "dense_fp32");
    case Precision::fp16:
    case Precision::bf16: return first_known(accelerator, {"dense_bf16"});
    case Precision::fp8: return fastest_known(accelerator, {"dense_fp8", "dense_int8", "dense_bf16"});
    case Precision::nvfp4: break;
    }
    return fastest_known(accelerator, {"dense_fp4", "dense_fp8", "dense_int8", "dense_bf16"});
}

} // namespace roofrack
