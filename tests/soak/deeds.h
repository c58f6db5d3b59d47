// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

namespace roofrack::soak {

class Desk;

/// One deliberate action of a user.
struct Deed {
    const char* name;
    int weight; ///< how often, beside the others
    void (*act)(Desk& desk);
    bool needs_drawing = true;
};

std::vector<Deed> canvas_deeds();
std::vector<Deed> edit_deeds();
std::vector<Deed> file_deeds();
std::vector<Deed> view_deeds();

} // namespace roofrack::soak
