// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/report/drawing/loads_json.h"

#include "core/answers/report/parts/json_number.h"
#include "core/answers/report/parts/schema_parts.h"

#include <string_view>
#include <unordered_map>

namespace roofrack {

using Json = nlohmann::ordered_json;

namespace {

std::string name_of_level(const FabricPlaces& places, const FabricPlaces::Placed& placed) {
    return places.levels[static_cast<size_t>(placed.level)].name;
}

Json share_json(const std::optional<double>& share) { return share ? finite_or_null(*share) : Json(nullptr); }

Json limit_json(const std::optional<Watts>& limit) {
    return limit ? finite_or_null(limit->si()) : Json(nullptr);
}

Json link_json(const LinkLoad& load, const Link& link, const std::string& level) {
    Json parts = Json::array();
    for (const PartLoad& part : load.parts)
        parts.push_back({{"part", name_of(part.part)},
                         {"bytes", finite_or_null(part.bytes.si())},
                         {"running_s", finite_or_null(part.running.si())},
                         {"load", finite_or_null(part.load)}});
    return {{"id", link.id},
            {"from", link.from},
            {"to", link.to},
            {"level", filled_or_null(level)},
            {"capacity", finite_or_null(load.capacity.si())},
            {"limit", finite_or_null(load.limit.si())},
            {"mean", finite_or_null(load.mean.si())},
            {"mean_load", finite_or_null(load.mean_load())},
            {"load", finite_or_null(load.load())},
            {"by", load.parts.empty() ? Json(nullptr) : Json(name_of(load.parts.front().part))},
            {"parts", std::move(parts)}};
}

} // namespace

std::vector<std::string> levels_of(const DrawingLoads& loads) {
    std::unordered_map<std::string_view, const FabricPlaces::Placed*> placed;
    for (const FabricPlaces::Placed& link : loads.places.links) placed.emplace(link.id, &link);
    std::vector<std::string> levels;
    for (const LinkLoad& load : loads.links) {
        const auto found = placed.find(load.id);
        levels.push_back(found == placed.end() ? std::string() : name_of_level(loads.places, *found->second));
    }
    return levels;
}

Json loads_json(const Cluster& cluster, const DrawingLoads& loads, const std::vector<SpareMargin>& spares) {
    const FabricPlaces& places = loads.places;
    Json links = Json::array(), power = links, units = links, levels = links, elements = links,
         after_failure = links;
    const std::vector<std::string> names = levels_of(loads);
    for (size_t i = 0; i < loads.links.size(); ++i) {
        const LinkLoad& load = loads.links[i];
        links.push_back(link_json(load, cluster.links[static_cast<size_t>(load.link)], names[i]));
    }
    for (const FacilityLinkLoad& load : loads.facility_links)
        power.push_back({{"id", load.id},
                         {"unit", load.unit},
                         {"kind", name_of(load.kind)},
                         {"load_w", finite_or_null(load.load.si())},
                         {"limit_w", limit_json(load.limit)},
                         {"load", share_json(load.share())}});
    for (const Budget& unit : loads.units)
        units.push_back({{"id", unit.id},
                         {"kind", name_of(unit.kind)},
                         {"load_w", finite_or_null(unit.load.si())},
                         {"limit_w", limit_json(unit.limit)},
                         {"load", share_json(unit.share())}});
    for (const FabricPlace& place : places.levels)
        levels.push_back({{"name", place.name}, {"block_gpus", finite_or_null(place.block_gpus)}});
    for (const FabricPlaces::Placed& placed : places.elements)
        elements.push_back({{"id", placed.id}, {"level", name_of_level(places, placed)}});
    for (const SpareMargin& spare : spares)
        after_failure.push_back({{"id", spare.id},
                                 {"of", spare.is_cooling ? "heat" : "power"},
                                 {"load_w", finite_or_null(spare.load.si())},
                                 {"left_w", finite_or_null(spare.load.si() / spare.share)},
                                 {"margin", finite_or_null(spare.margin())},
                                 {"failure", filled_or_null(spare.failure)}});
    return {{"links", links},   {"power", power},       {"units", units},
            {"levels", levels}, {"elements", elements}, {"after_failure", after_failure}};
}

Json loads_schema() {
    using namespace schema;
    const Json part = object({{"part", reference("part")},
                              {"bytes", number_or_null},
                              {"running_s", number_or_null},
                              {"load", number_or_null}});
    const Json link = object({{"id", text},
                              {"from", text},
                              {"to", text},
                              {"level", text_or_null},
                              {"capacity", number_or_null},
                              {"limit", number_or_null},
                              {"mean", number_or_null},
                              {"mean_load", number_or_null},
                              {"load", number_or_null},
                              {"by", text_or_null},
                              {"parts", list_of(part)}});
    Json unit{{"id", text},
              {"kind", text},
              {"load_w", number_or_null},
              {"limit_w", number_or_null},
              {"load", number_or_null}};
    Json power = unit;
    power["unit"] = text;
    return object({{"links", list_of(link)},
                   {"power", list_of(object(power))},
                   {"units", list_of(object(unit))},
                   {"levels", list_of(object({{"name", text}, {"block_gpus", number_or_null}}))},
                   {"elements", list_of(object({{"id", text}, {"level", text}}))},
                   {"after_failure", list_of(object({{"id", text},
                                                     {"of", text},
                                                     {"load_w", number_or_null},
                                                     {"left_w", number_or_null},
                                                     {"margin", number_or_null},
                                                     {"failure", text_or_null}}))}});
}

} // namespace roofrack
