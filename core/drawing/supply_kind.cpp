// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/supply_kind.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <iterator>
#include <numbers>
#include <optional>

namespace roofrack {

std::string_view name_of(SupplyKind kind) {
    switch (kind) {
    case SupplyKind::feed: return "feed";
    case SupplyKind::shelf: return "shelf";
    case SupplyKind::pdu: return "pdu";
    case SupplyKind::busway: return "busway";
    case SupplyKind::switchgear: return "switchgear";
    case SupplyKind::ups: return "ups";
    case SupplyKind::generator: return "generator";
    case SupplyKind::transformer: return "transformer";
    case SupplyKind::utility: break;
    }
    return "utility";
}

SupplyKind supply_kind_named(std::string_view name) {
    const auto found =
        std::ranges::find_if(supply_kinds, [name](SupplyKind kind) { return name_of(kind) == name; });
    return found == std::end(supply_kinds) ? SupplyKind::feed : *found;
}

int height_of(SupplyKind kind) {
    switch (kind) {
    case SupplyKind::shelf: return 0;
    case SupplyKind::feed: return 1;
    case SupplyKind::pdu:
    case SupplyKind::busway: return 2;
    case SupplyKind::switchgear:
    case SupplyKind::ups: return 3;
    case SupplyKind::generator:
    case SupplyKind::transformer: return 4;
    case SupplyKind::utility: break;
    }
    return 5;
}

SupplyKind supply_kind(const Part* part) {
    return supply_kind_named(part ? part->text_or("supply", "") : "");
}

std::string supply_mismatch(const Part& upper, const Part& lower) {
    constexpr double same_voltage = 0.06; // 400 and 415 V, or 110 and 115 kV, are the same systems
    auto given = upper.value("output_voltage");
    if (!given) given = upper.value("voltage");
    const auto taken = lower.value("voltage");
    // Circuits of one phase hang between two lines, or between a line and the neutral.
    const bool has_neutral = upper.value_or("phases", 3) == 3 && lower.value_or("phases", 3) == 1;
    const auto fits = [&](double volts) { return std::abs(volts / *taken - 1) <= same_voltage; };
    if (given && taken && !fits(*given) && !(has_neutral && fits(*given / std::numbers::sqrt3)))
        return fmt::format("{:g} V, which takes {:g} V", *given, *taken);
    const auto here = upper.value("frequency"), there = lower.value("frequency");
    if (here && there && *here != *there) return fmt::format("{:g} Hz, which takes {:g} Hz", *here, *there);
    return {};
}

} // namespace roofrack
