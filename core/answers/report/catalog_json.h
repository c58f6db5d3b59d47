// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/model_spec.h"
#include "core/base/model/part.h"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace roofrack {

/// A line of what can be bought, trained, or is a project's own.
struct CatalogRow {
    std::string id, kind, name, figures;
    std::string base; ///< id of the catalogue's part that an own one changes; empty: none
    bool own = false;
};

/// What `catalog list --json` prints.
nlohmann::ordered_json catalog_list_json(const std::vector<CatalogRow>& rows);

/// What the base says about a figure, where that is another; nullptr where it is the same, or there is no
/// base.
const SourcedValue* changed_from(const Part* base, std::string_view key, const SourcedValue& figure);

/// What `catalog show --json` prints of a part and of a model: SI units, unknown is null. `base`: the
/// catalogue's part that an own one changes, else nullptr.
nlohmann::ordered_json catalog_part_json(const Part& part, const Part* base);
nlohmann::ordered_json catalog_model_json(const ModelSpec& model);
/// What a model is made of: a transformer's dimensions, or a measured profile.
nlohmann::ordered_json model_shape_json(const ModelSpec& model);

/// What `catalog compare --json` prints: figures of both with their ratio, SI units; of accelerators what
/// changes the results of a run. Parts of one kind.
nlohmann::ordered_json catalog_comparison_json(const Part& from, const Part& to);

/// The schema of the list, a part, a model and a comparison.
nlohmann::ordered_json catalog_schema();

} // namespace roofrack
