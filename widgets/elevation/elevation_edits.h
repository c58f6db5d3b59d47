// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/rack_layout.h"

namespace roofrack {

class Document;

/// Puts a device (all its equal ones, in each instance of the rack) with its lowest edge at a unit of a rack,
/// in one step; the others give way. False when it stands there already or nothing may be edited.
bool move_in_rack(Document& document, const std::string& device, const std::string& rack, int u);
/// By one unit up (+1) or down (−1), over a neighbour where there is no room between.
bool step_in_rack(Document& document, const std::string& device, int direction);

/// Units of all boxes of a device in a rack that shows it.
int height_in(const RackLayout& layout, const std::string& device);
/// The unit of its lowest box; 0 when it does not stand there.
int unit_in(const RackLayout& layout, const std::string& device);

} // namespace roofrack
