// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/files/base64.h"
#include "core/base/model/present/house_style.h"

#include <string>

namespace roofrack::test {

/// The text of a style file with these members, each behind a comma, beside its format. Tests write
/// colours in strings with escapes: in a raw string, moc takes a # for a directive.
inline std::string style_text(const std::string& members) {
    return R"({"format": "roofrack-style", "version": 1)" + members + "}";
}

/// A PNG of one pixel.
inline std::string small_png() {
    return *from_base64(
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5E"
        "rkJggg==");
}

/// An SVG twice as wide as it is high, all of one red.
inline std::string red_svg() {
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 200 100\">"
           "<rect width=\"200\" height=\"100\" fill=\"#C01020\"/></svg>";
}

/// A dark style with all that there is.
inline HouseStyle house_style() {
    HouseStyle out;
    out.name = "ACME";
    out.colours.ground = "#102030";
    out.colours.text = "#F0F0E0";
    out.colours.accent = "#FFB000";
    out.font = "Open Sans";
    out.logo = to_base64(red_svg());
    out.footer = "ACME & Co, {project}, {date}, {page} of {pages}";
    return out;
}

} // namespace roofrack::test
