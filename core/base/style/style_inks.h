// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/present/house_style.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace roofrack {

/// A colour as 0xRRGGBB.
using Ink = std::uint32_t;

/// "#0B6BCB"; none: it is no colour.
std::optional<Ink> parse_ink(std::string_view text);
/// "0B6BCB".
std::string ink_text(Ink ink);
/// The contrast of two colours, 1…21 (WCAG 2.1, 1.4.3).
double contrast(Ink a, Ink b);

/// Least contrast of text against the ground (WCAG 2.1, level AA), and of what stands beside it.
inline constexpr double least_text_contrast = 4.5, least_muted_contrast = 3;

/// Every colour that a style paints with.
struct StyleInks {
    Ink ground, text, muted;
    Ink line, grid; ///< rules, and fainter ones
    Ink faint;      ///< what is hardly to be seen: dots, axes
    Ink surface;    ///< an area that stands out from the ground a little
    Ink accent;
    bool is_dark; ///< the ground is darker than the text
};
/// What a style leaves open follows from its ground and its text; without either they are those of the
/// program's light look. Colours that are none count as left out.
StyleInks inks_of(const StyleColours& colours);

} // namespace roofrack
