// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/present/house_style.h"

#include <string>

namespace roofrack {

/// How a presentation looks: its colours ("1B1F24") and type, and what stands on every slide.
struct PptxLook {
    std::string name = "Roofrack", font = "Arial";
    std::string ink = "1B1F24", pale_ink = "5B6470";
    std::string ground = "FFFFFF", surface = "F4F5F7";
    std::string line = "D9DDE3", grid = "E8EBEF";
    std::string accent = "2F6DB5", link = "0B6BCB";
    bool is_styled = false; ///< a house style says so: slides are filled with the ground
    /// At the foot beside the source, as HouseStyle::footer; empty: the slide's number alone.
    std::string footer{}, project{}, date{};
    std::string logo_png{}, logo_svg{}; ///< empty: there is none; an SVG has a PNG beside it
    double logo_aspect = 0;             ///< width ÷ height

    bool has_logo() const { return !logo_png.empty() && logo_aspect > 0; }
    /// What stands at the right of a slide's foot.
    std::string foot(size_t number, size_t count) const;
};

/// The look of a house style without its logo, which only a program that paints can measure; the program's
/// own where the style is not given.
PptxLook pptx_look(const HouseStyle& style, const std::string& project, const std::string& date);

} // namespace roofrack
