// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/style/style_rules.h"

#include "core/base/files/base64.h"
#include "core/base/style/style_footer.h"
#include "core/base/style/style_inks.h"
#include "core/base/style/style_logo.h"
#include "core/base/units/printable.h"

#include <algorithm>
#include <fmt/format.h>

namespace roofrack {

namespace {

std::optional<Diagnostic> fault_of_colours(const StyleColours& colours) {
    for (const auto& [key, value] : {std::pair("ground", &colours.ground),
                                     {"text", &colours.text},
                                     {"muted", &colours.muted},
                                     {"line", &colours.line},
                                     {"accent", &colours.accent}})
        if (!value->empty() && !parse_ink(*value))
            return Diagnostic{fmt::format("/colours/{}", key),
                              fmt::format("'{}' is no colour", printable_line(*value)),
                              "write it as \"#0B6BCB\""};
    const StyleInks inks = inks_of(colours);
    for (const auto& [key, ink, least] :
         {std::tuple("text", inks.text, least_text_contrast), {"muted", inks.muted, least_muted_contrast}})
        if (const double found = contrast(ink, inks.ground); found < least)
            return Diagnostic{
                fmt::format("/colours/{}", key),
                fmt::format("#{} on #{} has a contrast of {:.1f} : 1", ink_text(ink), ink_text(inks.ground),
                            found),
                fmt::format("choose colours of {:g} : 1 at least, so that it can be read", least)};
    return std::nullopt;
}

std::optional<Diagnostic> fault_of_text(const char* key, const std::string& text) {
    if (text.size() > most_style_text)
        return Diagnostic{fmt::format("/{}", key), fmt::format("the {} has {} bytes", key, text.size()),
                          fmt::format("give {} at most", most_style_text)};
    if (printable_line(text) != text)
        return Diagnostic{fmt::format("/{}", key), fmt::format("the {} has letters that are not seen", key),
                          "write it as one line of plain text"};
    return std::nullopt;
}

bool is_family(const std::string& font) {
    return std::ranges::all_of(font, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               static_cast<unsigned char>(c) >= 0x80 ||
               std::string_view(" -_.'&()+").find(c) != std::string::npos;
    });
}

} // namespace

std::optional<Diagnostic> fault_of_style(const HouseStyle& style) {
    for (const auto& [key, text] :
         {std::pair("name", &style.name), {"font", &style.font}, {"footer", &style.footer}})
        if (auto fault = fault_of_text(key, *text)) return fault;
    if (auto fault = fault_of_colours(style.colours)) return fault;
    if (!is_family(style.font))
        return Diagnostic{"/font", fmt::format("'{}' is no family of type", style.font),
                          "give one family by its name: \"Open Sans\""};
    if (const auto unknown = unknown_in_footer(style.footer))
        return Diagnostic{"/footer", fmt::format("there is no '{}'", *unknown),
                          "use {date}, {page}, {pages} and {project}"};
    if (style.logo.empty()) return std::nullopt;
    const auto bytes = from_base64(style.logo);
    if (!bytes) return Diagnostic{"/logo", "the logo is not in Base64", "give a PNG or an SVG"};
    if (const auto kind = logo_kind(*bytes); !kind)
        return Diagnostic{"/logo", kind.error().what, kind.error().fix};
    return std::nullopt;
}

} // namespace roofrack
