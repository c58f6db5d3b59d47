// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/facility/economics/price_list.h"

#include "core/base/constants/embedded.h"
#include "core/base/units/json_fields.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <set>

namespace roofrack {

namespace {

constexpr std::string_view prices_file = "resources/catalog/prices.json";

Result<PriceRow> read_row(const nlohmann::json& value, const std::string& where) {
    JsonFields fields(value, where);
    fields.require({"id", "unit", "low", "likely", "high", "status", "source", "date"});
    fields.only(
        {"id", "unit", "low", "likely", "high", "status", "source", "date", "name", "accelerators", "most"});
    PriceRow out;
    out.id = fields.text("id");
    out.unit = fields.text("unit");
    out.band = {fields.quantity("low", Dimension::number), fields.quantity("likely", Dimension::number),
                fields.quantity("high", Dimension::number)};
    const auto status = status_named(fields.text("status"));
    if (!status || *status == Status::unknown)
        fields.fail_at("status", "unknown status", "use confirmed, derived, from_memory or judgement");
    out.status = status.value_or(Status::unknown);
    out.source = fields.text("source");
    out.date = fields.text("date");
    out.name = fields.text("name");
    out.accelerators = fields.texts("accelerators");
    out.most = fields.quantity("most", Dimension::number);
    if (out.source.empty()) fields.fail_at("source", "no source", "say where the figure is from");
    if (!(out.band.low >= 0) || !(out.band.low <= out.band.likely) || !(out.band.likely <= out.band.high))
        fields.fail_at("likely", "low, likely and high are not in order", "give 0 or more, the least first");
    if (!(out.most >= 0)) fields.fail_at("most", "less than nothing", "give 0 or more");
    if (fields.error()) return tl::unexpected(*fields.error());
    return out;
}

Result<std::vector<PriceRow>> read_rows(const nlohmann::json& file, const char* key, std::string_view where) {
    const std::string at = fmt::format("{}#/{}", where, key);
    const auto list = file.find(key);
    if (list == file.end() || !list->is_array()) return fail(at, "a list is expected", "write [ … ]");
    std::vector<PriceRow> out;
    std::set<std::string> known;
    for (size_t i = 0; i < list->size(); ++i) {
        auto row = read_row((*list)[i], fmt::format("{}/{}", at, i));
        if (!row) return tl::unexpected(row.error());
        if (!known.insert(row->id).second)
            return fail(fmt::format("{}/{}/id", at, i), fmt::format("'{}' is there twice", row->id),
                        "give each row an id of its own");
        out.push_back(std::move(*row));
    }
    return out;
}

Result<std::vector<ExportRule>> read_rules(const nlohmann::json& file, std::string_view where) {
    const std::string at = fmt::format("{}#/export_rules", where);
    const auto list = file.find("export_rules");
    if (list == file.end() || !list->is_array()) return fail(at, "a list is expected", "write [ … ]");
    std::vector<ExportRule> out;
    for (size_t i = 0; i < list->size(); ++i) {
        JsonFields fields((*list)[i], fmt::format("{}/{}", at, i));
        fields.require({"id", "name", "date", "least_tpp", "least_link", "regions", "status", "source"});
        const auto status = status_named(fields.text("status"));
        out.push_back({fields.text("id"), fields.text("name"), fields.text("date"),
                       fields.quantity("least_tpp", Dimension::number),
                       fields.quantity("least_link", Dimension::number), fields.texts("regions"),
                       fields.texts("exempt"), status.value_or(Status::unknown), fields.text("source")});
        if (!status) fields.fail_at("status", "unknown status", "use confirmed, derived or from_memory");
        if (fields.error()) return tl::unexpected(*fields.error());
    }
    return out;
}

} // namespace

PriceBand& PriceBand::operator+=(const PriceBand& other) {
    low += other.low;
    likely += other.likely;
    high += other.high;
    return *this;
}

const PriceRow* find_price(const std::vector<PriceRow>& rows, std::string_view id) {
    const auto found = std::ranges::find(rows, id, &PriceRow::id);
    return found == rows.end() ? nullptr : &*found;
}

Result<PriceList> read_price_list(const nlohmann::json& file, std::string_view where) {
    PriceList out;
    if (!file.is_object()) return fail(std::string(where), "an object is expected", "write { … }");
    for (const auto& [key, rows] : {std::pair{"price_classes", &out.classes},
                                    {"price_spreads", &out.spreads},
                                    {"rents_reserved", &out.reserved},
                                    {"rents_on_demand", &out.on_demand},
                                    {"lead_times", &out.lead_times},
                                    {"price_assumptions", &out.assumptions}}) {
        auto read = read_rows(file, key, where);
        if (!read) return tl::unexpected(read.error());
        *rows = std::move(*read);
    }
    auto rules = read_rules(file, where);
    if (!rules) return tl::unexpected(rules.error());
    out.export_rules = std::move(*rules);
    return out;
}

const PriceList& PriceList::built_in() {
    static const PriceList prices = parse_embedded(
        prices_file, [](std::string_view contents, std::string_view path) -> Result<PriceList> {
            auto json = parse_json_file(contents, path);
            if (!json) return tl::unexpected(json.error());
            return read_price_list(*json, path);
        });
    return prices;
}

} // namespace roofrack
