// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/money/cost_json.h"

#include "core/report/money/running_by_json.h"
#include "core/report/money/side_by_side_json.h"
#include "core/report/parts/price_band_json.h"

namespace roofrack {

using Json = nlohmann::ordered_json;

namespace {

constexpr BillGroup bill_groups[] = {BillGroup::server, BillGroup::switch_, BillGroup::optic,
                                     BillGroup::cable,  BillGroup::storage, BillGroup::rack,
                                     BillGroup::feed,   BillGroup::cooling};

Json capital_json(const MoneyStudy& study) {
    const Capital& capital = *study.capital;
    Json rows = Json::array(), groups = Json::array();
    for (const CapitalRow& row : capital.rows) {
        const bool is_known = row.basis != PriceBasis::none;
        rows.push_back({{"group", name_of(row.group)},
                        {"part", filled_or_null(row.part)},
                        {"name", row.name},
                        {"count", row.count},
                        {"length_m", finite_or_null(row.length)},
                        {"basis", name_of(row.basis)},
                        {"usd", is_known ? band_json(row.price) : Json(nullptr)},
                        {"pieces", row.pieces},
                        {"unit", row.unit},
                        {"price_class", filled_or_null(row.price_class)},
                        {"status", name_of(row.status)},
                        {"source", row.source},
                        {"with_space", row.with_space}});
    }
    for (const BillGroup group : bill_groups)
        if (const PriceBand sum = capital.of(group); sum.high > 0)
            groups.push_back({{"group", name_of(group)}, {"usd", band_json(sum)}});
    return {{"needed_usd", band_json(study.needed)},
            {"building_usd", finite_or_null(study.building.si())},
            {"total_usd", band_json(capital.total())},
            {"per_gpu_usd", finite_or_null(capital.per_gpu().si())},
            {"given_per_gpu_usd", finite_or_null(capital.given_per_gpu)},
            {"is_complete", capital.is_complete()},
            {"without_price", capital.without_price},
            {"parts_usd", band_json(capital.parts())},
            {"installation", capital.installation},
            {"spares", capital.spares},
            {"contingency", capital.contingency},
            {"groups", groups},
            {"rows", rows}};
}

Json capital_schema() {
    using namespace schema;
    const Json row = object({{"group", text},
                             {"part", text_or_null},
                             {"name", text},
                             {"count", number},
                             {"length_m", number_or_null},
                             {"basis", text},
                             {"usd", nullable(price_band_schema())},
                             {"pieces", number},
                             {"unit", text},
                             {"price_class", text_or_null},
                             {"status", text},
                             {"source", text},
                             {"with_space", boolean}});
    return object({{"needed_usd", price_band_schema()},
                   {"building_usd", number_or_null},
                   {"total_usd", price_band_schema()},
                   {"per_gpu_usd", number_or_null},
                   {"given_per_gpu_usd", number_or_null},
                   {"is_complete", boolean},
                   {"without_price", list_of(text)},
                   {"parts_usd", price_band_schema()},
                   {"installation", number},
                   {"spares", number},
                   {"contingency", number},
                   {"groups", list_of(object({{"group", text}, {"usd", price_band_schema()}}))},
                   {"rows", list_of(row)}});
}

Json hour_json(const OwnershipCost& hour) {
    return {{"total", finite_or_null(hour.total())},     {"capital", finite_or_null(hour.capital)},
            {"space", finite_or_null(hour.space)},       {"energy", finite_or_null(hour.power)},
            {"demand", finite_or_null(hour.demand)},     {"operation", finite_or_null(hour.operation)},
            {"software", finite_or_null(hour.software)}, {"water", finite_or_null(hour.water)},
            {"rent", finite_or_null(hour.rent)}};
}

Json hour_schema() {
    using namespace schema;
    Json out;
    for (const char* key :
         {"total", "capital", "space", "energy", "demand", "operation", "software", "water", "rent"})
        out[key] = number_or_null;
    return object(std::move(out));
}

Json run_json(const RunCost& run) {
    Json offers = Json::array();
    for (const RentOffer& offer : run.offers)
        offers.push_back({{"name", offer.row.name},
                          {"kind", offer.is_reserved ? "reserved" : "on-demand"},
                          {"usd_per_gpu_hour", band_json(offer.row.band)},
                          {"break_even", finite_or_null(offer.break_even)},
                          {"status", name_of(offer.row.status)},
                          {"source", offer.row.source},
                          {"date", offer.row.date}});
    const auto of_run = [&](double value) {
        return run.has_budget() ? finite_or_null(value) : Json(nullptr);
    };
    return {{"gpus", run.gpus},
            {"counts", run.counts_samples ? "samples" : "tokens"},
            {"usd_per_hour", hour_json(run.hour)},
            {"useful_rate", finite_or_null(run.useful_rate)},
            {"usd_per_million", finite_or_null(run.dollars_per_million)},
            {"usd_per_petaflop_day", finite_or_null(run.petaflop_day)},
            {"time_s", of_run(run.time.si())},
            {"usd", of_run(run.dollars.si())},
            {"energy_j", of_run(run.energy.si())},
            {"co2_kg", of_run(run.carbon)},
            {"water_m3", of_run(run.water)},
            {"gaps", run.gaps},
            {"rents", offers}};
}

Json run_schema() {
    using namespace schema;
    return object({{"gpus", number},
                   {"counts", text},
                   {"usd_per_hour", hour_schema()},
                   {"useful_rate", number_or_null},
                   {"usd_per_million", number_or_null},
                   {"usd_per_petaflop_day", number_or_null},
                   {"time_s", number_or_null},
                   {"usd", number_or_null},
                   {"energy_j", number_or_null},
                   {"co2_kg", number_or_null},
                   {"water_m3", number_or_null},
                   {"gaps", text},
                   {"rents", list_of(object({{"name", text},
                                             {"kind", text},
                                             {"usd_per_gpu_hour", price_band_schema()},
                                             {"break_even", number_or_null},
                                             {"status", text},
                                             {"source", text},
                                             {"date", text}}))}});
}

Json paths_json(const std::vector<DeploymentPath>& paths) {
    Json out = Json::array();
    for (const DeploymentPath& path : paths) {
        Json items = Json::array();
        for (const LeadItem& item : path.lead.items)
            items.push_back({{"what", item.what},
                             {"label", label_of_lead(item.what)},
                             {"weeks", band_json(item.weeks)},
                             {"status", name_of(item.status)},
                             {"source", item.source}});
        const bool runs = path.done_weeks.likely > 0;
        out.push_back(
            {{"deployment", name_of(path.deployment)},
             {"is_sites_own", path.is_sites_own},
             {"missing", path.missing},
             {"no_days", path.no_days()},
             {"capital_usd", band_json(path.capital)},
             {"building_usd", finite_or_null(path.building.si())},
             {"usd_per_hour", hour_json(path.hour)},
             {"usd_per_million", finite_or_null(path.dollars_per_million)},
             {"run_usd", runs ? finite_or_null(path.run.si()) : Json(nullptr)},
             {"break_even", finite_or_null(path.break_even)},
             {"lead_weeks", path.no_days().empty() ? band_json(path.lead_weeks) : Json(nullptr)},
             {"done_weeks", runs && path.no_days().empty() ? band_json(path.done_weeks) : Json(nullptr)},
             {"connection", path.lead.connection},
             {"waits_for", items},
             {"exit", path.exit}});
    }
    return out;
}

Json paths_schema() {
    using namespace schema;
    return list_of(object({{"deployment", text},
                           {"is_sites_own", boolean},
                           {"missing", text},
                           {"no_days", text},
                           {"capital_usd", price_band_schema()},
                           {"building_usd", number_or_null},
                           {"usd_per_hour", hour_schema()},
                           {"usd_per_million", number_or_null},
                           {"run_usd", number_or_null},
                           {"break_even", number_or_null},
                           {"lead_weeks", nullable(price_band_schema())},
                           {"done_weeks", nullable(price_band_schema())},
                           {"connection", text},
                           {"waits_for", list_of(object({{"what", text},
                                                         {"label", text},
                                                         {"weeks", price_band_schema()},
                                                         {"status", text},
                                                         {"source", text}}))},
                           {"exit", text}}));
}

} // namespace

Json money_study_json(const MoneyStudy& study) {
    Json swings = Json::array(), exports = Json::array();
    for (const CostSwing& swing : study.tornado.swings)
        swings.push_back({{"assumption", name_of(swing.what)},
                          {"unit", swing.unit},
                          {"now", finite_or_null(swing.now)},
                          {"low", finite_or_null(swing.low)},
                          {"high", finite_or_null(swing.high)},
                          {"usd_per_million_low", finite_or_null(swing.at_low)},
                          {"usd_per_million_high", finite_or_null(swing.at_high)},
                          {"status", name_of(swing.status)},
                          {"source", swing.source}});
    for (const ExportFlag& flag : study.exports)
        exports.push_back({{"accelerator", flag.accelerator},
                           {"tpp", finite_or_null(flag.tpp)},
                           {"rule", flag.rule.name},
                           {"date", flag.rule.date},
                           {"least_tpp", flag.rule.least_tpp},
                           {"applies", flag.applies},
                           {"status", name_of(flag.rule.status)},
                           {"source", flag.rule.source}});
    const NextRacks& next = study.next;
    return {{"capital", study.capital ? capital_json(study) : Json(nullptr)},
            {"run", study.capital ? run_json(study.run) : Json(nullptr)},
            {"next_racks", next.racks > 0
                               ? Json({{"racks", next.racks},
                                       {"gpus", next.gpus},
                                       {"gain", finite_or_null(next.gain)},
                                       {"usd_per_hour", finite_or_null(next.per_hour.si())},
                                       {"usd_per_million", finite_or_null(next.dollars_per_million)}})
                               : Json(nullptr)},
            {"no_next_racks", filled_or_null(next.reason)},
            {"tornado", swings},
            {"paths", paths_json(study.paths)},
            {"region", study.region},
            {"exports", exports}};
}

Json money_study_schema() {
    using namespace schema;
    const Json money = object({{"capital", nullable(capital_schema())},
                               {"run", nullable(run_schema())},
                               {"next_racks", nullable(object({{"racks", number},
                                                               {"gpus", number},
                                                               {"gain", number_or_null},
                                                               {"usd_per_hour", number_or_null},
                                                               {"usd_per_million", number_or_null}}))},
                               {"no_next_racks", text_or_null},
                               {"tornado", list_of(object({{"assumption", text},
                                                           {"unit", text},
                                                           {"now", number_or_null},
                                                           {"low", number_or_null},
                                                           {"high", number_or_null},
                                                           {"usd_per_million_low", number_or_null},
                                                           {"usd_per_million_high", number_or_null},
                                                           {"status", text},
                                                           {"source", text}}))},
                               {"paths", paths_schema()},
                               {"region", text},
                               {"exports", list_of(object({{"accelerator", text},
                                                           {"tpp", number_or_null},
                                                           {"rule", text},
                                                           {"date", text},
                                                           {"least_tpp", number},
                                                           {"applies", boolean},
                                                           {"status", text},
                                                           {"source", text}}))}});
    return with_optional(money,
                         {{"running_by", running_by_schema()}, {"side_by_side", side_by_side_schema()}});
}

} // namespace roofrack
