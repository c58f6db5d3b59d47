// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/style/style_file.h"

#include "core/base/files/base64.h"
#include "core/base/files/foreign_file.h"
#include "core/base/style/style_footer.h"
#include "core/base/style/style_inks.h"
#include "core/base/style/style_logo.h"
#include "core/base/units/json_fields.h"
#include "core/base/units/printable.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace roofrack {

namespace {

constexpr std::string_view style_format = "roofrack-style";
constexpr int style_version = 1;
constexpr size_t most_style_bytes = size_t{1} << 20;

/// The picture that a file says its logo is: a file beside it, or what stands in it.
Result<std::string> logo_bytes(const std::string& logo, const std::filesystem::path& folder) {
    if (logo.starts_with("data:")) {
        const size_t comma = logo.find(','), coded = logo.find(";base64,");
        const bool is_coded = comma != std::string::npos && coded != std::string::npos && coded + 7 == comma;
        auto bytes = is_coded ? from_base64(std::string_view(logo).substr(comma + 1)) : std::nullopt;
        if (!bytes) return fail({}, "the logo in it is not in Base64", "write \"data:image/png;base64,…\"");
        return std::move(*bytes);
    }
    // A little more than a logo may have, so that what is too large is said with its size.
    auto bytes = read_foreign_file(folder / logo, 64 * most_logo_bytes, "a logo");
    if (!bytes)
        return fail({}, "the logo " + printable_line(bytes.error().where) + " " + bytes.error().what,
                    bytes.error().fix);
    return bytes;
}

/// The logo that a style file names, in Base64; empty: it names none.
Result<std::string> logo_text(const std::string& logo, const std::filesystem::path& folder) {
    if (logo.empty()) return std::string();
    const auto bytes = logo_bytes(logo, folder);
    if (!bytes) return bytes;
    // A picture that is empty is refused, not left out.
    if (const auto kind = logo_kind(*bytes); !kind) return tl::unexpected(kind.error());
    return to_base64(*bytes);
}

StyleColours colours_in(JsonFields& fields, std::optional<Diagnostic>& error) {
    StyleColours out;
    const nlohmann::json* const member = fields.member("colours");
    if (!member) return out;
    JsonFields colours(*member, fields.where("colours"));
    colours.only({"ground", "text", "muted", "line", "accent"});
    out.ground = colours.text("ground");
    out.text = colours.text("text");
    out.muted = colours.text("muted");
    out.line = colours.text("line");
    out.accent = colours.text("accent");
    error = colours.error();
    return out;
}

} // namespace

Result<HouseStyle> parse_style(std::string_view json, std::string_view where,
                               const std::filesystem::path& folder) {
    const auto read = parse_json_file(json, where);
    if (!read) return tl::unexpected(read.error());
    JsonFields fields(*read, std::string(where));
    if (!fields.error() && fields.text("format") != style_format)
        fields.fail_at("format", "it is no style file",
                       fmt::format("write \"format\": \"{}\" where it is one", style_format));
    const int version = fields.count("version");
    if (!fields.error() && version != style_version)
        fields.fail_at("version", fmt::format("version {} is not known", version),
                       fmt::format("write version {}, or take a newer Roofrack", style_version));
    fields.only({"format", "version", "name", "colours", "font", "logo", "footer"});
    HouseStyle out;
    out.name = fields.text("name");
    out.font = fields.text("font");
    out.footer = fields.text("footer");
    std::optional<Diagnostic> error;
    out.colours = colours_in(fields, error);
    const std::string logo = fields.text("logo");
    if (fields.error()) return tl::unexpected(*fields.error());
    if (error) return tl::unexpected(*error);
    if (auto fault = fault_of_style(out)) {
        fault->where = fmt::format("{}#{}", where, fault->where);
        return tl::unexpected(*fault);
    }
    auto bytes = logo_text(logo, folder);
    if (!bytes) return fail(fields.where("logo"), bytes.error().what, bytes.error().fix);
    out.logo = std::move(*bytes);
    if (auto fault = fault_of_style(out)) return fail(fields.where("logo"), fault->what, fault->fix);
    return out;
}

Result<HouseStyle> read_style(const std::filesystem::path& path) {
    const auto text = read_foreign_file(path, most_style_bytes, "a style");
    if (!text) return tl::unexpected(text.error());
    return parse_style(*text, path.string(), path.parent_path());
}

Result<HouseStyle> style_named(const std::string& value) {
    if (value == "none") return HouseStyle();
    return read_style(value);
}

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
