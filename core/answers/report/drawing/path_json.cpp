// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/report/drawing/path_json.h"

#include "core/answers/report/parts/schema_parts.h"

namespace roofrack {

using Json = nlohmann::ordered_json;

namespace {

Json link_id(const Cluster& cluster, int link) {
    return link < 0 ? Json(nullptr) : Json(cluster.links[static_cast<size_t>(link)].id);
}

Json point_json(const Cluster& cluster, const PathPoint& point) {
    return {{"id", cluster.at(point.element).id}, {"instance", point.instance + 1}};
}

Json held_rate_json(const Cluster& cluster, const PathRate& rate) {
    return {{"value", rate.value > 0 ? Json(rate.value) : Json(nullptr)},
            {"binds", link_id(cluster, rate.link)}};
}

} // namespace

Json path_json(const Cluster& cluster, const Path& path) {
    Json steps = Json::array(), terms = steps;
    for (const PathStep& step : path.steps)
        steps.push_back({{"link", link_id(cluster, step.link)},
                         {"to", point_json(cluster, step.to)},
                         {"rate", step.rate > 0 ? Json(step.rate) : Json(nullptr)},
                         {"latency_s", step.latency.si()}});
    for (const LatencyTerm& term : path.terms)
        terms.push_back({{"name", term.name}, {"seconds", term.value.si()}, {"source", term.source}});
    return {{"kind", name_of(path.kind)},
            {"from", point_json(cluster, path.from)},
            {"to", point_json(cluster, path.to())},
            {"steps", steps},
            {"switches", path.switches},
            {"cables", path.links},
            {"flow", held_rate_json(cluster, path.flow)},
            {"pair", held_rate_json(cluster, path.pair)},
            {"aggregate", held_rate_json(cluster, path.aggregate)},
            {"latency_s", path.kind == LinkKind::network ? Json(path.latency.si()) : Json(nullptr)},
            {"formula", path.formula},
            {"terms", terms}};
}

Json path_schema() {
    using namespace schema;
    const Json point = object({{"id", text}, {"instance", number}});
    const Json rate = object({{"value", number_or_null}, {"binds", text_or_null}});
    const Json step =
        object({{"link", text_or_null}, {"to", point}, {"rate", number_or_null}, {"latency_s", number}});
    const Json term = object({{"name", text}, {"seconds", number}, {"source", text}});
    return object({{"kind", enumeration({LinkKind::network, LinkKind::power, LinkKind::cooling})},
                   {"from", point},
                   {"to", point},
                   {"steps", list_of(step)},
                   {"switches", integer},
                   {"cables", number},
                   {"flow", rate},
                   {"pair", rate},
                   {"aggregate", rate},
                   {"latency_s", number_or_null},
                   {"formula", text},
                   {"terms", list_of(term)}});
}

} // namespace roofrack
