// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/present/house_style.h"
#include "core/base/units/diagnostic.h"

#include <optional>
#include <string>
#include <string_view>

namespace roofrack {

/// Most bytes of a logo, and most pixels of a side of one that is a PNG: it is kept in the project.
inline constexpr size_t most_logo_bytes = 512 * 1024;
inline constexpr int most_logo_side = 4096;

enum class LogoKind { png, svg };

/// What a logo is by its bytes. Fails on anything but a whole PNG or a plain SVG of bounded size: one that
/// runs scripts, holds other pictures or is drawn of itself over and over is none.
Result<LogoKind> logo_kind(std::string_view bytes);

struct StyleLogo {
    LogoKind kind;
    std::string bytes;
};
/// The style's logo; none: it has none, or one that logo_kind() refuses.
std::optional<StyleLogo> logo_of(const HouseStyle& style);

/// "data:image/png;base64,…", for a web page.
std::string logo_address(const StyleLogo& logo);

} // namespace roofrack
