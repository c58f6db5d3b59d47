// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/confirmed.h"

#include "core/base/catalog/compute_rate.h"

#include <algorithm>
#include <cctype>

namespace roofrack {

namespace {

constexpr std::string_view dense_prefix = "dense_";

} // namespace

bool is_confirmed(Status status) { return status == Status::confirmed || status == Status::derived; }

std::string unconfirmed_rate_word(const Part& accelerator, Precision precision) {
    const std::string_view key = compute_rate(accelerator, precision).figure;
    const auto figure = accelerator.figures.find(key);
    if (figure == accelerator.figures.end() || is_confirmed(figure->second.status)) return {};
    std::string name(key.substr(dense_prefix.size()));
    if (precision == Precision::fp16 && name == "bf16") name = "fp16"; // one figure is of both
    std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::toupper(c); });
    return name;
}

} // namespace roofrack
