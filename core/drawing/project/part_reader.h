// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/project/value_reader.h"

namespace roofrack {

/// A catalogue part of the kind, by id or alias; nullptr, and an error that suggests another, when there is
/// none.
const Part* catalogue_part(PartKind kind, const std::string& id, ReadContext& context,
                           const std::string& path);

/// An own part: a catalogue part with some figures changed, or one given whole. Unknown keys are errors, so
/// that no mistyped figure is silently the catalogue's.
PartRef read_own_part(const nlohmann::ordered_json& json, PartKind kind, ReadContext& context,
                      const std::string& path);

/// An entry of a scenario's `parts`: an own part with an id of its own. Its kind is its base's, else the key
/// `kind`; it must be one that elements are made of.
PartRef read_kept_part(const nlohmann::ordered_json& json, ReadContext& context, const std::string& path);

/// The same with any id that is not empty: a part on its way between drawings.
PartRef read_loose_part(const nlohmann::ordered_json& json, ReadContext& context, const std::string& path);

/// How a figure that the project itself gives is marked.
SourcedValue project_figure(double value);

} // namespace roofrack
