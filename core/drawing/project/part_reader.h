// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/project/value_reader.h"

namespace roofrack {

/// A catalogue part of the kind, by id or alias; nullptr, and an error that suggests another, when there is
/// none.
const Part* catalogue_part(PartKind kind, const std::string& id, ReadContext& context,
                           const std::string& path);

/// The project's own part of that id and kind; nullptr when there is none.
const PartRef* own_part_named(const std::string& id, PartKind kind, const ReadContext& context);

/// An own part: a part of the catalogue or of the project with some figures changed, or one given whole.
/// Unknown keys are errors, so that no mistyped figure is silently the catalogue's.
PartRef read_own_part(const nlohmann::ordered_json& json, PartKind kind, ReadContext& context,
                      const std::string& path);

/// The entries of a scenario's `parts`: own parts with ids of their own. The kind of one is its key `kind`,
/// else its base's. They may be derived from each other, and servers name accelerators and NICs among them,
/// in any order but a circle. `own` is what the context shows as the project's own parts.
void read_kept_parts(const nlohmann::ordered_json& list, std::vector<PartRef>& own, ReadContext& context,
                     const std::string& path);

/// One of them with any id that is not empty: a part on its way between drawings.
PartRef read_loose_part(const nlohmann::ordered_json& json, ReadContext& context, const std::string& path);

/// How a figure that the project itself gives is marked.
SourcedValue project_figure(double value);

} // namespace roofrack
