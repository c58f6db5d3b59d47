// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/cluster.h"
#include "core/base/units/diagnostic.h"
#include "core/measured/diagrams/drawio_file.h"

#include <string>

namespace roofrack {

class Catalog;

/// What a shape that nobody marked stands for.
struct UnderstoodShape {
    ElementKind kind = ElementKind::note;
    std::string part; ///< id; empty for containers without one
    std::string name;
    int count = 1;
};

/// By its data `part`, else a line of its label that names one part of the catalogue which may be drawn, or,
/// for containers, begins with what they are ("Rack 12", "Row A"). Fails with why it is none of these,
/// without a place.
Result<UnderstoodShape> understand_shape(const DiagramCell& cell, const Catalog& catalog);

/// The kind of element that a part is drawn as; nothing for accelerators, NICs and cables.
std::optional<ElementKind> element_kind_of(PartKind kind);

} // namespace roofrack
