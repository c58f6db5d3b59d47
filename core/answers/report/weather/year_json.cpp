// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/report/weather/year_json.h"

#include "core/base/figures/builder.h"
#include "core/base/figures/shape_json.h"

#include <fmt/format.h>
#include <iterator>
#include <nlohmann/json.hpp>

namespace roofrack {

using Json = nlohmann::ordered_json;

Json year_json(const Year& year) { return figures::json_of(figures::object_of(year)); }
Json year_schema() { return figures::schema_of(figures::shape_of<Year>()); }

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
            hour.wue, hour.chiller, hour.clock, hour.rate, name_of(hour.throttle_cause), hour.price,
            kwh * hour.price, kwh * hour.carbon);
    }
    return out;
}

Json run_totals_json(const RunTotals& totals) { return figures::json_of(figures::object_of(totals)); }
Json run_totals_schema() { return figures::schema_of(figures::shape_of<RunTotals>()); }

} // namespace roofrack
