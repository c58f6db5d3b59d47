// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/present/house_style.h"
#include "core/base/units/diagnostic.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace roofrack {

/// A style file (docs/formats.md): JSON with `format` "roofrack-style" and `version` 1. A logo is read from
/// beside it, or stands in it as "data:image/png;base64,…", so that the style is whole. Fails on a key that
/// there is not, a value that is none, text that cannot be read on its ground, and a logo that is missing,
/// too large or no PNG or SVG.
Result<HouseStyle> read_style(const std::filesystem::path& path);
/// Reads a style from its text as read_style() does from a file. `where` names it in messages; a logo is
/// beside `folder`.
Result<HouseStyle> parse_style(std::string_view json, std::string_view where,
                               const std::filesystem::path& folder);

/// The style that an option names: a style file, or "none" for the program's own look.
Result<HouseStyle> style_named(const std::string& value);

/// Most bytes of a style's name, font and footer.
inline constexpr size_t most_style_text = 200;

/// What is wrong with a style, the place as a JSON pointer into it: "/colours/text"; none: nothing is.
std::optional<Diagnostic> fault_of_style(const HouseStyle& style);

} // namespace roofrack
