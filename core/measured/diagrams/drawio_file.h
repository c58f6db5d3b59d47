// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/handover/shape_data.h"
#include "core/measured/interchange/interchange.h"

#include <string>
#include <string_view>
#include <vector>

namespace roofrack {

/// A shape or a line of draw.io, or one of the layers that they lie on.
struct DiagramCell {
    std::string id, parent;
    std::string source, target; ///< lines: cells at its ends
    std::string label;          ///< plain text, one or several lines
    std::string style;
    bool is_shape = false, is_line = false;
    ShapeTexts data;                            ///< what draw.io calls its data
    double x = 0, y = 0, width = 0, height = 0; ///< px, from the corner of its parent
};

struct DiagramPage {
    std::string name;
    std::vector<DiagramCell> cells; ///< in the order of the file
};

/// The text begins as a file of draw.io does, or as an SVG that holds one.
bool is_drawio(std::string_view text);
/// Reads a file of draw.io: its pages as XML or packed, also inside an SVG that can be edited, or one model
/// alone. Fails on what is no such file, on a document type (no entity is ever expanded), on tags that do not
/// match or are nested deeper than 100, on what unpacks to more than 64 MiB, and on more than 500,000 cells.
Result<std::vector<DiagramPage>> read_drawio(const NamedText& file);

} // namespace roofrack
