// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/cables/cable_parts.h"

#include "core/base/units/bit_rate_text.h"
#include "core/drawing/cables/cabling.h"
#include "core/drawing/drawn_parts.h"

namespace roofrack {

const Part* CableParts::of(const Link& link, std::optional<ByteRate> rate,
                           std::optional<double> length) const {
    if (!length) return nullptr;
    if (!link.cable.empty()) return cable_of(link, m_catalog);
    if (!rate) return nullptr;
    // Links of few rates and lengths ask for the same.
    const auto [at, added] = m_known.try_emplace({rate->si(), *length}, nullptr);
    if (added) at->second = cable_for(m_catalog, *rate, *length);
    return at->second;
}

std::string cable_name(const Part* part, std::optional<ByteRate> rate) {
    if (part) return part->text_or("medium", "") == "fibre" ? "Fibre for " + part->name : part->name;
    return rate ? "Cable, " + format_bit_rate(*rate) : "Cable";
}

Procurement cable_procurement(Procurement from, Procurement to) {
    if (from == Procurement::sell || to == Procurement::sell) return Procurement::sell;
    return from == Procurement::buy || to == Procurement::buy ? Procurement::buy : Procurement::owned;
}

} // namespace roofrack
