// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/project.h"
#include "core/base/units/diagnostic.h"

namespace roofrack {

class Catalog;

/// `--set /plan/tp=8`, `--set "/cluster/links/0/bandwidth=400 Gb/s"`: sets one value of a scenario by JSON
/// pointer, elements and links by id, number or name (address_by_ids()). The value is JSON, or else taken as
/// a string (a quantity with its unit).
Result<Scenario> set_value(const Scenario& scenario, std::string_view pointer, std::string_view value,
                           const Catalog& catalog);

} // namespace roofrack
