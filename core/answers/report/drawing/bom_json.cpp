// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/report/drawing/bom_json.h"

#include "core/answers/report/parts/price_band_json.h"
#include "core/facility/economics/capital_text.h"

namespace roofrack {

using Json = nlohmann::ordered_json;

Json bom_json(const BillOfMaterials& bill, const Cluster& cluster, const Capital& capital) {
    Json rows = Json::array(), links = Json::array();
    for (size_t i = 0; i < bill.rows.size(); ++i) {
        const BillRow& row = bill.rows[i];
        const CapitalRow& price = capital.rows[i]; // in the order of the bill
        rows.push_back(
            {{"group", name_of(row.group)},
             {"tier", row.tier > 0 ? Json(row.tier) : Json(nullptr)},
             {"part", filled_or_null(row.part)},
             {"name", row.name},
             {"count", row.count},
             {"unit", row.unit},
             {"length_m", finite_or_null(row.length)},
             {"power_w", finite_or_null(row.power)},
             {"power_status", name_of(row.power_status)},
             {"power_source", row.power_source},
             {"price_usd", finite_or_null(row.price)},
             {"price_status", name_of(row.price_status)},
             {"price_basis", name_of(price.basis)},
             {"usd", price.basis == PriceBasis::none ? Json(nullptr) : band_json(price.price)},
             {"price_class", filled_or_null(price.price_class)},
             {"usd_status", price.basis == PriceBasis::none ? Json(nullptr) : Json(name_of(price.status))},
             {"usd_source", filled_or_null(price.source)},
             {"with_space", price.with_space},
             {"procurement", name_of(row.procurement)},
             {"sale_usd", finite_or_null(row.sale)},
             {"note", row.note},
             {"announced", filled_or_null(row.announced)},
             {"drawn", row.drawn}});
    }
    for (const LinkCabling& cabling : bill.links) {
        Json sold = Json::array();
        for (const auto& [length, count] : cabling.sold)
            sold.push_back({{"length_m", length}, {"count", count}});
        const bool measured = !cabling.sold.empty();
        links.push_back({{"id", cluster.links[static_cast<size_t>(cabling.link)].id},
                         {"count", cabling.count},
                         {"rate", cabling.rate ? Json(cabling.rate->si()) : Json(nullptr)},
                         {"shortest_m", measured ? Json(cabling.shortest) : Json(nullptr)},
                         {"median_m", measured ? Json(cabling.median) : Json(nullptr)},
                         {"longest_m", measured ? Json(cabling.longest) : Json(nullptr)},
                         {"sold", std::move(sold)}});
    }
    const BillTotals& totals = bill.totals;
    Json shares = Json::object();
    for (const auto& [status, share] : shares_by_status(capital)) shares[name_of(status)] = share;
    return {{"rows", std::move(rows)},
            {"links", std::move(links)},
            {"totals",
             {{"gpus", totals.gpus},
              {"servers", totals.servers},
              {"switches", totals.switches},
              {"optics", totals.optics},
              {"cables", totals.cables},
              {"cable_length_m", totals.cable_length},
              {"it_power_w", totals.it_power},
              {"cooling_power_w", totals.cooling_power},
              {"unknown_power", totals.without_power.size()},
              {"price_usd", totals.price},
              {"unknown_price", totals.without_price.size()},
              {"usd_shares_by_status", std::move(shares)}}}};
}

Json bom_schema() {
    using namespace schema;
    const Json row = object({{"group", text},
                             {"tier", integer_or_null},
                             {"part", text_or_null},
                             {"name", text},
                             {"count", number},
                             {"unit", text},
                             {"length_m", number_or_null},
                             {"power_w", number_or_null},
                             {"power_status", text},
                             {"power_source", text},
                             {"price_usd", number_or_null},
                             {"price_status", text},
                             {"price_basis", text},
                             {"usd", nullable(price_band_schema())},
                             {"price_class", text_or_null},
                             {"usd_status", text_or_null},
                             {"usd_source", text_or_null},
                             {"with_space", boolean},
                             {"procurement", text},
                             {"sale_usd", number_or_null},
                             {"note", text},
                             {"announced", text_or_null},
                             {"drawn", list_of(text)}});
    const Json link = object({{"id", text},
                              {"count", number},
                              {"rate", number_or_null},
                              {"shortest_m", number_or_null},
                              {"median_m", number_or_null},
                              {"longest_m", number_or_null},
                              {"sold", list_of(object({{"length_m", number}, {"count", number}}))}});
    Json totals;
    for (const char* const key : {"gpus", "servers", "switches", "optics", "cables", "cable_length_m",
                                  "it_power_w", "cooling_power_w", "price_usd"})
        totals[key] = number;
    for (const char* const key : {"unknown_power", "unknown_price"}) totals[key] = integer;
    totals["usd_shares_by_status"] = map_of(number);
    return object({{"rows", list_of(row)}, {"links", list_of(link)}, {"totals", object(std::move(totals))}});
}

} // namespace roofrack
