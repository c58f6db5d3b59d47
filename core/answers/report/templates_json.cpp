// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/report/templates_json.h"

#include "core/answers/report/parts/json_number.h"
#include "core/answers/report/parts/schema_parts.h"
#include "core/study/cluster_summary.h"

namespace roofrack {

using Json = nlohmann::ordered_json;

namespace {

Json figures_json(const ClusterSummary& figures) {
    const BillTotals& totals = figures.totals;
    const Evaluation& step = figures.evaluation;
    Json switches = Json::array();
    for (const ClusterSummary::Switches& each : figures.switches)
        switches.push_back({{"tier", each.tier}, {"name", each.name}, {"count", each.count}});
    return {{"gpus", totals.gpus},
            {"servers", totals.servers},
            {"switches", std::move(switches)},
            {"optics", totals.optics},
            {"cables", totals.cables},
            {"cable_length_m", totals.cable_length},
            {"oversubscription", finite_or_null(figures.oversubscription)},
            {"it_power_w", finite_or_null(step.power.it.si())},
            {"feasible", step.feasible},
            {"step_time_s", finite_or_null(step.step_time.si())},
            {"regime", step.regime ? Json(name_of(*step.regime)) : Json(nullptr)},
            {"binds", filled_or_null(step.binds)}};
}

} // namespace

Json templates_json(const std::vector<TemplateInfo>& templates) {
    Json out = Json::array();
    for (const TemplateInfo& info : templates) {
        Json keys = Json::array();
        for (const TemplateKey& key : info.keys)
            keys.push_back({{"key", key.key}, {"default", key.default_value}, {"help", key.help}});
        out.push_back({{"name", info.name},
                       {"title", info.title},
                       {"description", info.description},
                       {"keys", std::move(keys)}});
    }
    return Json{{"templates", std::move(out)}};
}

Json new_project_json(const std::string& file, const ClusterSummary& figures,
                      const TemplateSettings& chosen) {
    return {{"file", file}, {"figures", figures_json(figures)}, {"chosen", chosen}};
}

Json new_servers_json(const std::string& file, const Project& project, const Catalog& catalog) {
    Json scenarios = Json::array();
    for (const Scenario& each : project.scenarios)
        scenarios.push_back({{"name", each.name}, {"figures", figures_json(cluster_summary(each, catalog))}});
    return {{"file", file}, {"scenarios", std::move(scenarios)}};
}

Json new_schema() {
    using namespace schema;
    const Json key = object({{"key", text}, {"default", text}, {"help", text}});
    const Json list = list_of(object(
        {{"name", reference("template")}, {"title", text}, {"description", text}, {"keys", list_of(key)}}));
    const Json switches = object({{"tier", integer}, {"name", text}, {"count", number}});
    const Json figures = object({{"gpus", number},
                                 {"servers", number},
                                 {"switches", list_of(switches)},
                                 {"optics", number},
                                 {"cables", number},
                                 {"cable_length_m", number},
                                 {"oversubscription", number_or_null},
                                 {"it_power_w", number_or_null},
                                 {"feasible", boolean},
                                 {"step_time_s", number_or_null},
                                 {"regime", nullable(reference("regime"))},
                                 {"binds", text_or_null}});
    return {
        {"description",
         "`list` prints the templates, a template the file that it wrote, its figures and "
         "what stands for its automatic settings; servers the file and the figures of each scenario"},
        {"anyOf",
         {object({{"templates", list}}),
          object({{"file", text}, {"scenarios", list_of(object({{"name", text}, {"figures", figures}}))}}),
          object({{"file", text}, {"figures", figures}, {"chosen", map_of(text)}})}}};
}

} // namespace roofrack
