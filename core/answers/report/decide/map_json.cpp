// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/report/decide/map_json.h"

#include "core/answers/report/decide/sizes_json.h"
#include "core/answers/report/parts/json_number.h"
#include "core/answers/report/parts/schema_parts.h"
#include "core/base/units/csv_cell.h"

#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

using Json = nlohmann::ordered_json;

Json axis_json(const MapAxis& axis) {
    return {{"input", axis.input},
            {"label", filled_or_null(axis.label)},
            {"values", axis.values},
            {"texts", axis.texts}};
}

Json scenario_cells_json(const InputMap& map, size_t scenario) {
    Json values = Json::array(), absent = Json::array(), barred = Json::array();
    for (const MapCell& cell : map.cells[scenario]) {
        values.push_back(finite_or_null(cell.number));
        absent.push_back(filled_or_null(cell.absent));
        barred.push_back(filled_or_null(cell.barred));
    }
    return {{"name", map.scenarios[scenario]},
            {"share", map.shares[scenario]},
            {"values", values},
            {"absent", absent},
            {"shortfall", filled_or_null(map.sizes.shortfall(scenario))},
            {"vanished", filled_or_null(map.sizes.vanishing(scenario))},
            {"missing_price", filled_or_null(map.missing_price(scenario))},
            {"barred", filled_or_null(map.barred(scenario))},
            {"no_wait", filled_or_null(map.no_wait(scenario))},
            {"barred_cells", barred}};
}

} // namespace

Json map_json(const InputMap& map) {
    Json scenarios = Json::array(), winners = Json::array(), borders = Json::array();
    for (size_t i = 0; i < map.scenarios.size(); ++i) scenarios.push_back(scenario_cells_json(map, i));
    for (const std::optional<size_t>& winner : map.winners)
        winners.push_back(winner ? Json(map.scenarios[*winner]) : Json());
    for (const MapBorder& border : map.borders)
        borders.push_back({{"x", border.x},
                           {"y", border.y},
                           {"upwards", border.is_upwards},
                           {"from", map.scenarios[border.from]},
                           {"to", map.scenarios[border.to]},
                           {"turns", border.turns}});
    return {{"figure", map.figure.name},
            {"label", map.figure.row->label},
            {"unit", filled_or_null(std::string(map.figure.row->measure.stored))},
            {"size", map.sizes.text},
            {"cautions", cautions_json(map.sizes.cautions)},
            {"x", axis_json(map.x)},
            {"y", map.y.input.empty() ? Json() : axis_json(map.y)},
            {"scenarios", scenarios},
            {"winners", winners},
            {"overlaps", map.overlaps},
            {"borders", borders}};
}

Json map_schema() {
    using namespace schema;
    const Json axis = object(
        {{"input", text}, {"label", text_or_null}, {"values", list_of(number)}, {"texts", list_of(text)}});
    const Json scenario = object({{"name", text},
                                  {"share", number},
                                  {"values", list_of(number_or_null)},
                                  {"absent", list_of(text_or_null)},
                                  {"shortfall", text_or_null},
                                  {"vanished", text_or_null},
                                  {"missing_price", text_or_null},
                                  {"barred", text_or_null},
                                  {"no_wait", text_or_null},
                                  {"barred_cells", list_of(text_or_null)}});
    const Json border = object({{"x", integer},
                                {"y", integer},
                                {"upwards", boolean},
                                {"from", text},
                                {"to", text},
                                {"turns", text}});
    return object({{"figure", text},
                   {"label", text},
                   {"unit", text_or_null},
                   {"size", text},
                   {"cautions", cautions_schema()},
                   {"x", axis},
                   {"y", nullable(axis)},
                   {"scenarios", list_of(scenario)},
                   {"winners", list_of(text_or_null)},
                   {"overlaps", list_of(boolean)},
                   {"borders", list_of(border)}});
}

std::string map_csv(const InputMap& map) {
    const bool is_family = map.y.input.empty();
    std::string out = csv_cell(map.x.input);
    if (!is_family) out += "," + csv_cell(map.y.input);
    for (const std::string& name : map.scenarios)
        out += fmt::format(",{},{},{}", csv_cell(name), csv_cell(name + ": absent"),
                           csv_cell(name + ": missing price"));
    out += ",winner,overlaps\r\n";
    for (size_t row = 0; row < map.y.values.size(); ++row)
        for (size_t column = 0; column < map.x.values.size(); ++column) {
            const size_t at = map.at(column, row);
            out += csv_cell(map.x.texts[column]);
            if (!is_family) out += "," + csv_cell(map.y.texts[row]);
            for (const auto& cells : map.cells)
                out += fmt::format(",{},{},{}",
                                   std::isfinite(cells[at].number) ? fmt::format("{}", cells[at].number) : "",
                                   csv_cell(cells[at].absent), csv_cell(cells[at].missing));
            out += fmt::format(",{},{}\r\n", map.winners[at] ? csv_cell(map.scenarios[*map.winners[at]]) : "",
                               !map.winners[at]     ? ""
                               : map.is_certain(at) ? "no"
                                                    : "yes");
        }
    return out;
}

} // namespace roofrack
