// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <cstdint>
#include <limits>

namespace roofrack {

static_assert(std::numeric_limits<float>::is_iec559, "float is the binary32 that is simulated with");

/// Formats that gradients travel in. A sum of two of their values, taken in binary32 and then rounded by
/// these functions, is the correctly rounded sum of the format: 24 ≥ 2·11 + 2 bits (Figueroa, When is double
/// rounding innocuous?, 1995).
enum class FloatFormat { bf16, fp16, fp32 };

/// u, half the distance from 1 to the next larger value: 2⁻⁸, 2⁻¹¹, 2⁻²⁴.
constexpr double unit_roundoff(FloatFormat format) {
    return format == FloatFormat::bf16 ? 0x1p-8 : format == FloatFormat::fp16 ? 0x1p-11 : 0x1p-24;
}

/// To the nearest bfloat16 (8 bits of significand, exponents of binary32), ties to the even one; subnormals
/// are kept, what is too large is infinite.
inline float round_to_bf16(float value) {
    const auto bits = std::bit_cast<uint32_t>(value);
    const uint32_t rounded = (bits + 0x7fffU + ((bits >> 16) & 1U)) & 0xffff0000U;
    const bool is_nan = (bits & 0x7fffffffU) > 0x7f800000U;
    return std::bit_cast<float>(is_nan ? bits : rounded);
}

/// To the nearest IEEE 754 binary16 (11 bits of significand, 6.1e-5 … 65504, subnormals by 2⁻²⁴), ties to the
/// even one; from 65520 on infinite.
inline float round_to_fp16(float value) {
    const auto bits = std::bit_cast<uint32_t>(value);
    const uint32_t sign = bits & 0x80000000U, size = bits ^ sign;
    const uint32_t normal = (size + 0xfffU + ((size >> 13) & 1U)) & 0xffffe000U;
    // From ½ to 1 binary32 counts by 2⁻²⁴.
    const auto subnormal = std::bit_cast<uint32_t>((std::bit_cast<float>(size) + 0.75F) - 0.75F);
    constexpr uint32_t least_normal = 0x38800000U, too_large = 0x477ff000U, infinite = 0x7f800000U;
    uint32_t rounded = size < least_normal ? subnormal : normal;
    rounded = size < too_large ? rounded : infinite;
    rounded = size > infinite ? size : rounded; // not a number
    return std::bit_cast<float>(sign | rounded);
}

} // namespace roofrack
