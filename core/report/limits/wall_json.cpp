// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/limits/wall_json.h"

#include "core/report/parts/json_number.h"
#include "core/report/parts/schema_parts.h"

namespace roofrack {

using Json = nlohmann::ordered_json;

namespace {

Json positive_or_null(double value) { return value > 0 ? finite_or_null(value) : Json(nullptr); }

Json rates_json(const WallRates& rates) {
    Json out = Json::object();
    for (size_t i = 0; i < wall_rate_count; ++i)
        out[std::string(name_of(static_cast<WallRate>(i)))] = positive_or_null(rates[i]);
    return out;
}

Json ridges_json(const WallRidges& ridges) {
    return {{"hbm", positive_or_null(ridges.hbm)},
            {"scale_up", positive_or_null(ridges.scale_up)},
            {"nic", positive_or_null(ridges.nic)}};
}

Json times_json(const ResourceTimes& times) {
    return {{"arithmetic_s", finite_or_null(times.arithmetic)},
            {"hbm_s", finite_or_null(times.hbm)},
            {"scale_up_s", finite_or_null(times.scale_up)},
            {"nic_s", finite_or_null(times.nic)}};
}

Json standing_json(const WallStanding& standing) {
    Json operators = Json::array(), future = Json::array();
    for (const WallStanding::Op& op : standing.operators)
        operators.push_back({{"name", op.name},
                             {"intensity", finite_or_null(op.intensity)},
                             {"ridge", positive_or_null(op.ridge)},
                             {"share", finite_or_null(op.share)},
                             {"years", finite_or_null(op.years)}});
    for (const WallStanding::Future& each : standing.future)
        future.push_back({{"year", each.year},
                          {"rates", rates_json(each.rates)},
                          {"ridges", ridges_json(each.ridges)},
                          {"times", times_json(each.times)},
                          {"memory_share", finite_or_null(each.memory_share)},
                          {"faster", finite_or_null(each.faster)}});
    return {{"accelerator", standing.accelerator},
            {"year", positive_or_null(standing.year)},
            {"rates", rates_json(standing.rates)},
            {"ridges", ridges_json(standing.ridges)},
            {"operators", operators},
            {"scale_up_intensity", positive_or_null(standing.scale_up_intensity)},
            {"nic_intensity", positive_or_null(standing.nic_intensity)},
            {"times", times_json(standing.now)},
            {"memory_share", finite_or_null(standing.memory_share)},
            {"hbm_years", finite_or_null(standing.hbm_years)},
            {"scale_up_years", finite_or_null(standing.scale_up_years)},
            {"nic_years", finite_or_null(standing.nic_years)},
            {"future", future}};
}

Json rates_schema() {
    using namespace schema;
    Json rates = Json::object();
    for (size_t i = 0; i < wall_rate_count; ++i)
        rates[std::string(name_of(static_cast<WallRate>(i)))] = number_or_null;
    return object(rates);
}

Json ridges_schema() {
    using namespace schema;
    return object({{"hbm", number_or_null}, {"scale_up", number_or_null}, {"nic", number_or_null}});
}

Json standing_schema() {
    using namespace schema;
    const Json times =
        object({{"arithmetic_s", number}, {"hbm_s", number}, {"scale_up_s", number}, {"nic_s", number}});
    const Json future = object({{"year", number},
                                {"rates", rates_schema()},
                                {"ridges", ridges_schema()},
                                {"times", times},
                                {"memory_share", number},
                                {"faster", number}});
    const Json op = object({{"name", text},
                            {"intensity", number},
                            {"ridge", number_or_null},
                            {"share", number},
                            {"years", number_or_null}});
    return object({{"accelerator", text},
                   {"year", number_or_null},
                   {"rates", rates_schema()},
                   {"ridges", ridges_schema()},
                   {"operators", list_of(op)},
                   {"scale_up_intensity", number_or_null},
                   {"nic_intensity", number_or_null},
                   {"times", times},
                   {"memory_share", number},
                   {"hbm_years", number_or_null},
                   {"scale_up_years", number_or_null},
                   {"nic_years", number_or_null},
                   {"future", list_of(future)}});
}

} // namespace

Json wall_json(const MemoryWall& wall, const WallStanding* standing) {
    Json parts = Json::array(), growth = Json::array(), published = Json::array();
    for (const WallPart& part : wall.parts)
        parts.push_back({{"id", part.id},
                         {"name", part.name},
                         {"vendor", part.vendor},
                         {"generation", part.generation},
                         {"year", part.year},
                         {"leads", part.leads},
                         {"narrowest", part.low},
                         {"server", filled_or_null(part.server)},
                         {"rates", rates_json(part.rates)},
                         {"ridges", ridges_json(part.ridges)}});
    for (size_t i = 0; i < wall_rate_count; ++i) {
        const GrowthFit& fit = wall.growth[i];
        growth.push_back({{"rate", name_of(static_cast<WallRate>(i))},
                          {"parts", fit.parts},
                          {"per_year", positive_or_null(fit.per_year)},
                          {"error", positive_or_null(fit.error)},
                          {"scatter", positive_or_null(fit.scatter)}});
    }
    for (const PublishedGrowth& each : wall.published)
        published.push_back({{"what", each.what},
                             {"per_year", each.per_year},
                             {"status", name_of(each.status)},
                             {"source", each.source}});
    return {{"base", wall.base},
            {"parts", parts},
            {"growth", growth},
            {"published", published},
            {"projected",
             {{"compute", wall.projected.compute},
              {"bandwidth", wall.projected.bandwidth},
              {"link", wall.projected.link},
              {"years", wall.projected.years}}},
            {"drawn", standing ? standing_json(*standing) : Json(nullptr)}};
}

Json wall_schema() {
    using namespace schema;
    const Json part = object({{"id", text},
                              {"name", text},
                              {"vendor", text},
                              {"generation", text},
                              {"year", number},
                              {"leads", boolean},
                              {"narrowest", text},
                              {"server", text_or_null},
                              {"rates", rates_schema()},
                              {"ridges", ridges_schema()}});
    const Json growth = object({{"rate", text},
                                {"parts", integer},
                                {"per_year", number_or_null},
                                {"error", number_or_null},
                                {"scatter", number_or_null}});
    return object(
        {{"base", text},
         {"parts", list_of(part)},
         {"growth", list_of(growth)},
         {"published",
          list_of(object({{"what", text}, {"per_year", number}, {"status", text}, {"source", text}}))},
         {"projected",
          object({{"compute", number}, {"bandwidth", number}, {"link", number}, {"years", number}})},
         {"drawn", nullable(standing_schema())}});
}

} // namespace roofrack
