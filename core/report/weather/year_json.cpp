// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/weather/year_json.h"

#include "core/report/parts/json_number.h"
#include "core/report/parts/schema_parts.h"

#include <fmt/format.h>
#include <iterator>

namespace roofrack {

using Json = nlohmann::ordered_json;

namespace {

Json sum_json(const YearSum& sum) {
    return {{"hours", sum.hours},
            {"it_j", finite_or_null(sum.it.si())},
            {"energy_j", finite_or_null(sum.energy.si())},
            {"pue", finite_or_null(sum.pue())},
            {"wue", finite_or_null(sum.wue())},
            {"water_l", finite_or_null(sum.water)},
            {"chiller_share", finite_or_null(sum.chiller)},
            {"free_hours", sum.free_hours},
            {"throttled_hours", sum.throttled_hours},
            {"stopped_hours", sum.stopped_hours},
            {"rate", finite_or_null(sum.rate)},
            {"peak_w", finite_or_null(sum.peak.si())},
            {"energy_cost", finite_or_null(sum.cost.si())},
            {"carbon_kg", finite_or_null(sum.carbon)}};
}

Json sum_schema() {
    using namespace schema;
    Json out{
        {"hours", number}, {"free_hours", number}, {"throttled_hours", number}, {"stopped_hours", number}};
    for (const char* const key : {"it_j", "energy_j", "pue", "wue", "water_l", "chiller_share", "rate",
                                  "peak_w", "energy_cost", "carbon_kg"})
        out[key] = number_or_null;
    return object(std::move(out));
}

Json climate_json(const Year& year) {
    return {{"name", year.climate},
            {"label", year.label},
            {"source", filled_or_null(year.source)},
            {"hours", year.hours.size()},
            {"own_carbon", year.own_carbon}};
}

Json climate_schema() {
    using namespace schema;
    return object({{"name", text},
                   {"label", text},
                   {"source", text_or_null},
                   {"hours", integer},
                   {"own_carbon", boolean}});
}

} // namespace

Json year_json(const Year& year) {
    Json months = Json::array();
    for (const YearSum& month : year.months) months.push_back(sum_json(month));
    return {{"climate", climate_json(year)},
            {"least_pue", finite_or_null(year.least_pue)},
            {"most_pue", finite_or_null(year.most_pue)},
            {"total", sum_json(year.total)},
            {"months", months}};
}

Json year_schema() {
    using namespace schema;
    return object({{"climate", climate_schema()},
                   {"least_pue", number_or_null},
                   {"most_pue", number_or_null},
                   {"total", sum_schema()},
                   {"months", list_of(sum_schema())}});
}

std::string year_csv(const Year& year) {
    std::string out =
        "hour,dry_bulb_c,wet_bulb_c,it_w,facility_w,pue,wue_l_per_kwh,chiller_share,clock,rate,held_by,"
        "price_per_kwh,energy_cost,carbon_kg\n";
    auto to = std::back_inserter(out);
    for (size_t i = 0; i < year.hours.size(); ++i) {
        const YearHour& hour = year.hours[i];
        const double kwh = hour.facility.si() / 1e3;
        fmt::format_to(
            to, "{},{:.4g},{:.4g},{:.8g},{:.8g},{:.6g},{:.5g},{:.5g},{:.5g},{:.5g},{},{:.6g},{:.8g},{:.8g}\n",
            i, hour.dry_bulb.degrees(), hour.wet_bulb.degrees(), hour.it.si(), hour.facility.si(), hour.pue,
            hour.wue, hour.chiller, hour.clock, hour.rate, name_of(hour.clip), hour.price, kwh * hour.price,
            kwh * hour.carbon);
    }
    return out;
}

Json run_totals_json(const RunTotals& totals, const Year* year) {
    Json out{{"climate", year ? climate_json(*year) : Json(nullptr)},
             {"gpus", totals.gpus},
             {"gpu_hours", finite_or_null(totals.gpu_hours)},
             {"wall_s", finite_or_null(totals.wall.si())},
             {"it_w", finite_or_null(totals.it.si())},
             {"facility_w", finite_or_null(totals.facility.si())},
             {"pue", finite_or_null(totals.pue)},
             {"energy_j", finite_or_null(totals.energy.si())},
             {"servers_j", finite_or_null(totals.servers.si())},
             {"network_j", finite_or_null(totals.network.si())},
             {"storage_j", finite_or_null(totals.storage.si())},
             {"site_water_l", finite_or_null(totals.site_water)},
             {"source_water_l", finite_or_null(totals.source_water)},
             {"carbon_kg", finite_or_null(totals.carbon)},
             {"cost", finite_or_null(totals.cost.si())},
             {"energy_cost", finite_or_null(totals.energy_cost.si())}};
    return out;
}

Json run_totals_schema() {
    using namespace schema;
    Json out{{"climate", nullable(climate_schema())}, {"gpus", number}};
    for (const char* const key :
         {"gpu_hours", "wall_s", "it_w", "facility_w", "pue", "energy_j", "servers_j", "network_j",
          "storage_j", "site_water_l", "source_water_l", "carbon_kg", "cost", "energy_cost"})
        out[key] = number_or_null;
    return object(std::move(out));
}

} // namespace roofrack
