// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/style/style_logo.h"

#include "core/base/files/base64.h"
#include "core/base/spreadsheet/xml_scanner.h"

#include <algorithm>
#include <fmt/format.h>

namespace roofrack {

namespace {

constexpr std::string_view png_signature = "\x89PNG\r\n\x1a\n";
constexpr size_t png_head = 24, png_end = 12; ///< up to width and height; the last chunk
constexpr int most_repeats = 16;              ///< elements <use>, each of which may draw all others again

tl::unexpected<Diagnostic> refuse_logo(std::string what, std::string fix = "give a PNG or an SVG") {
    return fail({}, std::move(what), std::move(fix));
}

long big_endian(std::string_view bytes, size_t at) {
    long out = 0;
    for (size_t i = at; i < at + 4; ++i) out = out << 8 | static_cast<unsigned char>(bytes[i]);
    return out;
}

Result<LogoKind> png_kind(std::string_view bytes) {
    if (bytes.size() < png_head + png_end || bytes.substr(12, 4) != "IHDR" ||
        bytes.rfind("IEND") == std::string_view::npos)
        return refuse_logo("the logo is a PNG that is cut off", "write it again");
    const long width = big_endian(bytes, 16), height = big_endian(bytes, 20);
    if (width < 1 || height < 1) return refuse_logo("the logo is an empty PNG");
    if (width > most_logo_side || height > most_logo_side)
        return refuse_logo(fmt::format("the logo has {} × {} px", width, height),
                           fmt::format("scale it down to {} px a side, or give an SVG", most_logo_side));
    return LogoKind::png;
}

/// Where the first tag begins behind instructions and comments, or the declaration of a type.
size_t end_of_prolog(std::string_view text) {
    size_t at = 0;
    while (true) {
        at = std::min(text.find_first_not_of(" \t\r\n", at), text.size());
        const std::string_view rest = text.substr(at);
        const std::string_view close = rest.starts_with("<?") ? "?>" : rest.starts_with("<!--") ? "-->" : "";
        const size_t end = close.empty() ? text.npos : rest.find(close);
        if (end == text.npos) return at;
        at += end + close.size();
    }
}

/// Where a declaration of a type ends that begins the text; none: it says more than the name of a file.
std::optional<size_t> end_of_type(std::string_view text) {
    char quote = 0; // names of files are quoted, and may have any mark in them
    for (size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (quote != 0)
            quote = c == quote ? char(0) : quote;
        else if (c == '"' || c == '\'')
            quote = c;
        else if (c == '[')
            return std::nullopt;
        else if (c == '>')
            return i + 1;
    }
    return std::nullopt;
}

/// The text without a declaration of its type that names no more than a file, as many programs write it. What
/// stands behind the first tag is none, though it looks like one.
std::string without_type(std::string_view text) {
    const size_t begin = end_of_prolog(text);
    const std::string_view rest = text.substr(begin);
    const auto end = rest.starts_with("<!DOCTYPE") ? end_of_type(rest) : std::nullopt;
    return end ? std::string(text.substr(0, begin)) + std::string(rest.substr(*end)) : std::string(text);
}

Result<LogoKind> svg_kind(std::string_view bytes) {
    if (bytes.starts_with("\xef\xbb\xbf")) bytes.remove_prefix(3);
    const std::string text = without_type(bytes);
    XmlScanner scanner(text);
    int depth = 0, repeats = 0;
    bool has_root = false;
    for (auto item = scanner.next(); item != XmlScanner::Item::finish; item = scanner.next()) {
        if (item == XmlScanner::Item::fault)
            return has_root ? refuse_logo("the logo is a broken SVG: " + scanner.why(), "write it again")
                            : refuse_logo("the logo is no picture that can be read");
        if (item == XmlScanner::Item::end) --depth;
        if (item != XmlScanner::Item::start) continue;
        const std::string_view name = scanner.name();
        if (!has_root && name != "svg") return refuse_logo("the logo is no picture that can be read");
        has_root = true;
        ++depth;
        for (const std::string_view refused : {"script", "image", "foreignObject"})
            if (name == refused)
                return refuse_logo(fmt::format("the logo is an SVG with <{}>", refused),
                                   "write it with plain shapes, or give a PNG");
        if (name == "use" && ++repeats > most_repeats)
            return refuse_logo(fmt::format("the logo is an SVG with more than {} <use>", most_repeats),
                               "write it with plain shapes, or give a PNG");
    }
    if (!has_root) return refuse_logo("the logo is no picture that can be read");
    if (depth != 0) return refuse_logo("the logo is an SVG that is cut off", "write it again");
    return LogoKind::svg;
}

} // namespace

Result<LogoKind> logo_kind(std::string_view bytes) {
    if (bytes.size() > most_logo_bytes)
        return refuse_logo(fmt::format("the logo has {} KiB", (bytes.size() + 1023) / 1024),
                           fmt::format("give one of {} KiB at most", most_logo_bytes / 1024));
    if (bytes.empty()) return refuse_logo("the logo is empty");
    return bytes.starts_with(png_signature) ? png_kind(bytes) : svg_kind(bytes);
}

std::optional<StyleLogo> logo_of(const HouseStyle& style) {
    if (style.logo.empty()) return std::nullopt;
    auto bytes = from_base64(style.logo);
    if (!bytes) return std::nullopt;
    const auto kind = logo_kind(*bytes);
    if (!kind) return std::nullopt;
    return StyleLogo{*kind, std::move(*bytes)};
}

std::string logo_address(const StyleLogo& logo) {
    return std::string("data:image/") + (logo.kind == LogoKind::png ? "png" : "svg+xml") + ";base64," +
           to_base64(logo.bytes);
}

} // namespace roofrack
