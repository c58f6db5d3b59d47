// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/canvas/diagram/diagram.h"

#include <vector>

namespace roofrack {

/// The elements of a drawing that are written alike: those in one row or column, the switches of one
/// container, and those that differ in their number alone ("Rack 1.1" … "Rack 56.24").
struct TextFamily {
    enum class Sort {
        switches,
        hosts, ///< racks and servers
        units, ///< feeds, coolers and storage
    } sort = Sort::switches;
    std::vector<int> members; ///< indices into Diagram::elements
    /// How many leading letters all names share and may be left out, as of "Rack "; 0 if none.
    int common = 0;
};

/// The families of everything but containers and notes; switches first, then racks and servers, then units.
/// `all`: not the switches alone.
std::vector<TextFamily> text_families(const Diagram& drawing, bool all = true);

/// " × 32" at the end of a title, or nothing.
QStringView count_of_title(const QString& title);

} // namespace roofrack
