// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/unknown_keys.h"
#include "core/base/units/value_type.h"

#include <string>

namespace roofrack {

/// Colours of a house style, each as "#0B6BCB"; empty: what follows from the ground and the text.
struct StyleColours {
    std::string ground; ///< what slides and sheets are filled with; empty: white
    std::string text;   ///< what is written on it
    std::string muted;  ///< what is written beside it: sources, headings of tables
    std::string line;   ///< rules
    std::string accent; ///< the bar of a report's first sheet, bars of charts, links
    UnknownKeys unknown;
    bool operator==(const StyleColours&) const = default;
};

/// How an organisation hands slides and reports out: its colours, type, logo and the line at the foot.
struct HouseStyle {
    HouseStyle();
    ROOFRACK_DECLARE_VALUE(HouseStyle)

    std::string name;
    StyleColours colours;
    std::string font;   ///< a family of type; empty: the program's own
    std::string logo;   ///< a PNG or an SVG in Base64; empty: none
    std::string footer; ///< at the foot, with {date}, {page}, {pages}, {project}; empty: the program's own
    UnknownKeys unknown;
    bool operator==(const HouseStyle&) const;

    /// It says anything at all; else everything looks as the program has it.
    bool is_given() const { return *this != HouseStyle(); }
};

} // namespace roofrack
