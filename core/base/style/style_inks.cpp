// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/style/style_inks.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

constexpr int channels[] = {16, 8, 0};

int channel(Ink ink, int shift) { return static_cast<int>(ink >> shift & 0xff); }

/// Relative luminance (WCAG 2.1).
double ink_luminance(Ink ink) {
    constexpr double weights[] = {0.2126, 0.7152, 0.0722};
    double out = 0;
    for (int i = 0; i < 3; ++i) {
        const double c = channel(ink, channels[i]) / 255.0;
        out += weights[i] * (c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4));
    }
    return out;
}

/// So much of the way from one colour to another.
Ink mixed_ink(Ink from, Ink to, double share) {
    Ink out = 0;
    for (const int shift : channels) {
        const double mixed = channel(from, shift) + share * (channel(to, shift) - channel(from, shift));
        out |= static_cast<Ink>(std::lround(mixed)) << shift;
    }
    return out;
}

/// The program's light look, `Theme::light()`.
constexpr StyleInks light_inks{.ground = 0xFFFFFF,
                               .text = 0x1B1F24,
                               .muted = 0x5B6470,
                               .line = 0xD9DDE3,
                               .grid = 0xE8EBEF,
                               .faint = 0x9AA3AE,
                               .surface = 0xF4F5F7,
                               .accent = 0x0B6BCB,
                               .is_dark = false};
constexpr Ink text_on_dark = 0xE8EBEF, accent_on_dark = 0x4DA3FF;

} // namespace

std::optional<Ink> parse_ink(std::string_view text) {
    if (text.size() != 7 || text.front() != '#') return std::nullopt;
    Ink out = 0;
    for (const char c : text.substr(1)) {
        const int digit = c >= '0' && c <= '9'   ? c - '0'
                          : c >= 'a' && c <= 'f' ? c - 'a' + 10
                          : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                                 : -1;
        if (digit < 0) return std::nullopt;
        out = out << 4 | static_cast<Ink>(digit);
    }
    return out;
}

std::string ink_text(Ink ink) { return fmt::format("{:06X}", ink & 0xffffff); }

double contrast(Ink a, Ink b) {
    const double la = ink_luminance(a), lb = ink_luminance(b);
    return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

StyleInks inks_of(const StyleColours& colours) {
    const auto ground = parse_ink(colours.ground), text = parse_ink(colours.text);
    StyleInks out = light_inks;
    if (ground || text) {
        out.ground = ground.value_or(light_inks.ground);
        const bool reads_dark = contrast(out.ground, light_inks.text) >= contrast(out.ground, text_on_dark);
        out.text = text.value_or(reads_dark ? light_inks.text : text_on_dark);
        out.is_dark = ink_luminance(out.ground) < ink_luminance(out.text);
        out.muted = mixed_ink(out.ground, out.text, 0.72);
        out.line = mixed_ink(out.ground, out.text, 0.17);
        out.grid = mixed_ink(out.ground, out.text, 0.1);
        out.faint = mixed_ink(out.ground, out.text, 0.44);
        out.surface = mixed_ink(out.ground, out.text, 0.05);
        if (out.is_dark) out.accent = accent_on_dark;
    }
    // Only a colour that the style gives is to be mended.
    if (contrast(out.muted, out.ground) < least_muted_contrast) out.muted = out.text;
    out.muted = parse_ink(colours.muted).value_or(out.muted);
    out.line = parse_ink(colours.line).value_or(out.line);
    out.accent = parse_ink(colours.accent).value_or(out.accent);
    return out;
}

} // namespace roofrack
