// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/style/style_file.h"

#include "core/base/files/base64.h"
#include "core/base/files/foreign_file.h"
#include "core/base/style/style_logo.h"
#include "core/base/style/style_rules.h"
#include "core/base/units/json_fields.h"
#include "core/base/units/printable.h"

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

} // namespace roofrack
