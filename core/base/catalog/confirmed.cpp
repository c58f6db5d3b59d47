// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/confirmed.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <initializer_list>

namespace roofrack {

namespace {

constexpr std::string_view dense_prefix = "dense_";

std::string_view first_known(const Part& part, std::initializer_list<std::string_view> keys) {
    for (const std::string_view key : keys)
        if (part.value(key)) return key;
    return {};
}

/// The one with the highest value of those that are known; of equal ones the first.
std::string_view fastest_known(const Part& part, std::initializer_list<std::string_view> keys) {
    std::string_view out;
    for (const std::string_view key : keys)
        if (part.value_or(key, 0) > (out.empty() ? 0 : part.value_or(out, 0))) out = key;
    return out;
}

} // namespace

bool is_confirmed(Status status) { return status == Status::confirmed || status == Status::derived; }

std::string_view rate_figure(const Part& accelerator, Precision precision) {
    switch (precision) {
    case Precision::fp32: return first_known(accelerator, {"dense_fp32", "dense_tf32", "dense_bf16"});
    case Precision::tf32: return first_known(accelerator, {"dense_tf32", "dense_fp32", "dense_bf16"});
    case Precision::fp16:
    case Precision::bf16: return first_known(accelerator, {"dense_bf16"});
    case Precision::fp8: return fastest_known(accelerator, {"dense_fp8", "dense_int8", "dense_bf16"});
    case Precision::nvfp4: break;
    }
    return fastest_known(accelerator, {"dense_fp4", "dense_fp8", "dense_int8", "dense_bf16"});
}

std::string unconfirmed_rate_text(const Part& accelerator, Precision precision) {
    const std::string_view key = rate_figure(accelerator, precision);
    const auto figure = accelerator.figures.find(key);
    if (figure == accelerator.figures.end() || is_confirmed(figure->second.status)) return {};
    std::string name(key.substr(dense_prefix.size()));
    if (precision == Precision::fp16 && name == "bf16") name = "fp16"; // one figure is of both
    std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::toupper(c); });
    return fmt::format("its {} rate is not confirmed", name);
}

} // namespace roofrack
