// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/interchange/interchange.h"

#include <optional>

namespace roofrack {

/// A device type as NetBox' library of device types has it (YAML).
struct DeviceType {
    std::string file, maker, model;
    std::optional<PartKind> kind;  ///< what tables of devices say it is; nothing: they do not
    double height_u = 0, mass = 0; ///< kg; 0: not said
    size_t interfaces = 0; ///< how many have the fastest rate; ports for management alone do not count
    double rate = 0;       ///< bit/s of these; 0: not known
    size_t slower = 0;     ///< interfaces of lower rates
    size_t supplies = 0;
    double supply_power = 0;           ///< W, the largest that a supply draws; 0: not said
    double power = 0;                  ///< W, allocated to all supplies together, else 0
    std::vector<std::string> not_read; ///< its other keys
};

/// The text is YAML with a `manufacturer` and a `model`.
bool is_device_type(std::string_view text);
/// Fails on broken YAML, on one without manufacturer or model, and on heights, masses and powers that are
/// none.
Result<DeviceType> read_device_type(const NamedText& file);

/// Own parts of the scenario of these types, those that the catalogue has by name left out; what kind a type
/// is is a guess where no table says it. The warnings list guesses, and figures that a type does not say.
Result<Scenario> with_device_types(const Scenario& scenario, const std::vector<DeviceType>& types,
                                   const Catalog& catalog, std::vector<Diagnostic>& warnings);

} // namespace roofrack
