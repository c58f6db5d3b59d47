// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/cluster.h"

#include <map>
#include <optional>
#include <utility>

namespace roofrack {

class Catalog;

/// The part that each cable of a link is bought as.
class CableParts {
public:
    /// The catalogue outlives this.
    explicit CableParts(const Catalog& catalog)
        : m_catalog(catalog) {}

    /// What the link names; else the first that carries `rate` over so many metres, as cable_for() has it.
    /// nullptr: there is none, or it names none and has no length (between sites).
    const Part* of(const Link& link, std::optional<ByteRate> rate, std::optional<double> length) const;

private:
    const Catalog& m_catalog;
    mutable std::map<std::pair<double, double>, const Part*> m_known; ///< by rate and length
};

/// What a cable is called where it is bought or laid: "Passive copper 400G", "Fibre for Optics 400G DR4", and
/// "Cable, 400 Gb/s" without a part.
std::string cable_name(const Part* part, std::optional<ByteRate> rate);

/// The cables of a link are bought with a thing at either end that is bought, and sold with one that is sold.
/// Arguments are those of its ends, never inherited.
Procurement cable_procurement(Procurement from, Procurement to);

} // namespace roofrack
