// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/report/drawing/cables_json.h"

#include "core/answers/report/parts/json_number.h"
#include "core/answers/report/parts/schema_parts.h"

namespace roofrack {

using Json = nlohmann::ordered_json;

namespace {

Json end_json(const CableEnd& end, const Cluster& cluster) {
    return {{"element", cluster.at(end.element).id},     {"instance", end.instance + 1}, {"rack", end.rack},
            {"u", end.u ? Json(*end.u) : Json(nullptr)}, {"device", end.device},         {"port", end.port}};
}

Json cable_json(const LaidCable& cable, const Cluster& cluster) {
    return {{"cable", cable.number},
            {"link", cluster.links[static_cast<size_t>(cable.link)].id},
            {"from", end_json(cable.from, cluster)},
            {"to", end_json(cable.to, cluster)},
            {"kind", filled_or_null(cable.kind)},
            {"part", filled_or_null(cable.part)},
            {"name", cable.name},
            {"rate", cable.rate ? Json(cable.rate->si()) : Json(nullptr)},
            {"run_m", finite_or_null(cable.run)},
            {"length_m", finite_or_null(cable.length)},
            {"label", cable.label},
            {"colour", cable.colour},
            {"procurement", name_of(cable.procurement)}};
}

} // namespace

Json cables_json(const CableList& list, int64_t most) {
    Json cables = Json::array(), rows = Json::array();
    CableSums sums;
    const CableList::Visited seen = list.visit([&](const LaidCable& cable) {
        sums.add(cable);
        if (cable.number <= most) cables.push_back(cable_json(cable, list.cluster()));
        return true;
    });
    for (const CableSums::Row& row : sums.rows())
        rows.push_back({{"name", row.name},
                        {"part", filled_or_null(row.part)},
                        {"kind", filled_or_null(row.kind)},
                        {"length_m", finite_or_null(row.length)},
                        {"procurement", name_of(row.procurement)},
                        {"count", row.count}});
    const auto listed = static_cast<int64_t>(cables.size());
    return {{"count", seen.cables},    {"length_m", sums.metres()},   {"beyond_ports", seen.beyond_ports},
            {"sums", std::move(rows)}, {"cables", std::move(cables)}, {"left_out", seen.cables - listed}};
}

Json cables_schema() {
    using namespace schema;
    const Json end = object({{"element", text},
                             {"instance", integer},
                             {"rack", text},
                             {"u", integer_or_null},
                             {"device", text},
                             {"port", text}});
    const Json cable = object({{"cable", integer},
                               {"link", text},
                               {"from", end},
                               {"to", end},
                               {"kind", text_or_null},
                               {"part", text_or_null},
                               {"name", text},
                               {"rate", number_or_null},
                               {"run_m", number_or_null},
                               {"length_m", number_or_null},
                               {"label", text},
                               {"colour", text},
                               {"procurement", text}});
    const Json row = object({{"name", text},
                             {"part", text_or_null},
                             {"kind", text_or_null},
                             {"length_m", number_or_null},
                             {"procurement", text},
                             {"count", number}});
    return object({{"count", integer},
                   {"length_m", number},
                   {"beyond_ports", number},
                   {"sums", list_of(row)},
                   {"cables", list_of(cable)},
                   {"left_out", integer}});
}

} // namespace roofrack
