// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/unknown_keys.h"
#include "core/base/units/value_type.h"

#include <string>
#include <vector>

namespace roofrack {

/// A row of what a slide says.
struct SlideRow {
    std::vector<std::string> cells;
    UnknownKeys unknown;
    bool operator==(const SlideRow&) const = default;
};

/// A slide as it was on the day it was frozen.
struct FrozenSlide {
    std::string date;              ///< 2026-11-27; empty: the slide is live
    std::string title;             ///< its message then
    std::string source;            ///< the line at its foot
    std::vector<std::string> head; ///< headings of its rows; none: rows have none
    std::vector<SlideRow> rows;    ///< its figures then, as text
    std::string picture;           ///< its chart or drawing: a PNG in Base64; empty: none was kept
    std::vector<std::string> text; ///< what was said below its rows: cautions, other terms
    UnknownKeys unknown;
    bool operator==(const FrozenSlide&) const = default;
};

/// An input of its scenario that a slide lets turn while it is shown.
struct SlideInput {
    std::string input;  ///< its address
    std::string values; ///< that it is turned through, as `try` takes them; empty: those that are offered
    UnknownKeys unknown;
    bool operator==(const SlideInput&) const = default;
};

/// A slide: a view of the project, which shows what the project says whenever it is looked at.
struct Slide {
    Slide();
    ROOFRACK_DECLARE_VALUE(Slide)

    std::string view;                 ///< a chart's id, or one of own_slide_views()
    std::string scenario;             ///< its name; empty: the first
    std::string title;                ///< what its author wrote; empty: drafted from the figures
    std::string note;                 ///< for the speaker
    std::vector<std::string> text;    ///< lines of a slide of text
    std::vector<std::string> figures; ///< names of figures, of a table of them
    std::string file;                 ///< a PNG or JPEG beside the project, of a slide that is a picture
    std::vector<SlideInput> inputs;   ///< most_slide_inputs at most
    FrozenSlide frozen;
    UnknownKeys unknown;
    bool operator==(const Slide&) const;

    bool is_frozen() const { return !frozen.date.empty(); }
};

/// The slides of a project, in their order.
struct Deck {
    Deck();
    ROOFRACK_DECLARE_VALUE(Deck)

    std::vector<Slide> slides;
    UnknownKeys unknown;
    bool operator==(const Deck&) const;
};

/// Most slides that a project keeps, and inputs that have room on one.
inline constexpr size_t most_slides = 200, most_slide_inputs = 3;

} // namespace roofrack
