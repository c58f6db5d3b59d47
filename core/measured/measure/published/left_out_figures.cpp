// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/measure/published/left_out_figures.h"

#include "core/base/constants/embedded.h"
#include "core/base/units/json_fields.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace roofrack {

namespace {

using Json = nlohmann::json;

constexpr std::array<std::string_view, left_out_count> left_out_names{
    "generation", "family", "release",     "source",       "scale",
    "precision",  "vendor", "combination", "quarter_scale"};

Result<Figures> figures_from(const Json& object, const std::string& where) {
    JsonFields fields(object, where);
    fields.require({"rows", "series", "median_abs_error_pct", "p90_abs_error_pct", "bias_pct", "coverage",
                    "median_half_width_pct"});
    const auto number = [&](const char* key) { return fields.quantity(key, Dimension::number); };
    Figures out;
    out.rows = static_cast<size_t>(fields.count("rows"));
    out.series = static_cast<size_t>(fields.count("series"));
    out.median_abs_error_pct = number("median_abs_error_pct");
    out.p90_abs_error_pct = number("p90_abs_error_pct");
    out.bias_pct = number("bias_pct");
    out.coverage = number("coverage");
    out.half_width_pct = number("median_half_width_pct");
    if (fields.error()) return tl::unexpected(*fields.error());
    return out;
}

Result<TransferTest> test_from(const Json& object, const std::string& where) {
    const std::string made = "make the file anew with tools/validation";
    JsonFields fields(object, where);
    fields.require({"left_out", "nominal", "all", "core", "experts", "classes"});
    const auto by = left_out_by(fields.text("left_out"));
    TransferTest out;
    out.nominal_coverage = fields.quantity("nominal", Dimension::number);
    if (fields.error()) return tl::unexpected(*fields.error());
    if (!by) return fail(fields.where("left_out"), "no such property", made);
    if (!object["classes"].is_array()) return fail(fields.where("classes"), "a list is expected", made);
    out.by = *by;
    const std::pair<const char*, Figures*> parts[] = {
        {"all", &out.all}, {"core", &out.dense}, {"experts", &out.experts}};
    for (const auto& [key, into] : parts) {
        const auto read = figures_from(object[key], fields.where(key));
        if (!read) return tl::unexpected(read.error());
        *into = *read;
    }
    for (size_t i = 0; i < object["classes"].size(); ++i) {
        const std::string at = fmt::format("{}/{}", fields.where("classes"), i);
        auto figures = figures_from(object["classes"][i], at);
        if (!figures) return tl::unexpected(figures.error());
        out.classes.push_back({JsonFields(object["classes"][i], at).text("name"), *figures, {}});
    }
    return out;
}

} // namespace

std::string_view name_of(LeftOut by) { return left_out_names.at(static_cast<size_t>(by)); }

std::optional<LeftOut> left_out_by(std::string_view name) {
    const auto it = std::ranges::find(left_out_names, name);
    if (it == left_out_names.end()) return std::nullopt;
    return static_cast<LeftOut>(it - left_out_names.begin());
}

Result<std::vector<TransferTest>> parse_left_out_figures(std::string_view json, std::string_view where) {
    auto read = parse_json_file(json, where);
    if (!read) return tl::unexpected(read.error());
    if (!read->is_object() || !read->contains("tests") || !(*read)["tests"].is_array())
        return fail(std::string(where), "no list 'tests'", "make the file anew with tools/validation");
    std::vector<TransferTest> out;
    for (size_t i = 0; i < (*read)["tests"].size(); ++i) {
        auto test = test_from((*read)["tests"][i], fmt::format("{}#/tests/{}", where, i));
        if (!test) return tl::unexpected(test.error());
        out.push_back(std::move(*test));
    }
    return out;
}

const std::vector<TransferTest>& left_out_figures() {
    static const std::vector<TransferTest> figures =
        parse_embedded("resources/cost/left_out.json", parse_left_out_figures);
    return figures;
}

} // namespace roofrack
