// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/model_spec.h"
#include "core/base/units/diagnostic.h"

#include <nlohmann/json_fwd.hpp>
#include <string_view>
#include <vector>

namespace roofrack {

struct CatalogModel {
    ModelSpec model;
    std::vector<std::string> aliases;
};

/// One entry of "models": {id, name, aliases, source, note, published_parameters,
/// published_active_parameters, default_sequence} and either `transformer` or `generic`. Quantities may be SI
/// numbers or texts with units.
Result<CatalogModel> read_catalog_model(const nlohmann::json& value, std::string_view where);

} // namespace roofrack
