// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/catalog.h"
#include "core/drawing/drawn_parts.h"
#include "core/drawing/project/json_text.h"
#include "core/drawing/project/project_writer.h"
#include "core/measured/interchange/calculon_plan.h"
#include "core/measured/interchange/calculon_system.h"
#include "core/measured/interchange/interchange.h"
#include "core/step/engine/prepared_impl.h"
#include "core/step/workload/plan_check.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace roofrack {

namespace {

using Json = nlohmann::ordered_json;

/// What an import of Calculon's files kept; null members where there was none.
Json kept_files(const Scenario& scenario) {
    if (const auto it = scenario.unknown.find("x-calculon"); it != scenario.unknown.end())
        if (auto json = parse_json_text(it->second, "x-calculon"); json && json->is_object()) return *json;
    return Json::object();
}

/// `before` with the values of `now`: keys that only a newer Calculon knows stay.
Json merged(Json before, const Json& now) {
    if (!before.is_object()) return now;
    for (const auto& [key, value] : now.items()) before[key] = value;
    return before;
}

} // namespace

Result<Exported> export_calculon(const Scenario& scenario, const Catalog& catalog, const FileSink& sink) {
    const auto prepared = Prepared::make(scenario, catalog);
    if (!prepared) return tl::unexpected(prepared.error());
    const Prepared::Impl& impl = prepared->impl();
    const ModelSpec& model = impl.model;
    if (!model.transformer)
        return fail("/workload/model", "Calculon knows transformers only, not measured profiles",
                    "choose a transformer");
    Plan plan = scenario.plan;
    const double batch = batch_of(impl);
    for (const Finding& finding : check_plan(plan, model, impl.fabric.gpus, batch))
        if (finding.severity == Severity::critical) return fail("/plan", finding.message, finding.mitigation);
    if (batch != std::floor(batch) || batch > 1e9)
        return fail("/workload/global_batch", "Calculon takes whole sequences, at most 1e9",
                    "round the batch");
    const auto figures = machine_figures(scenario.cluster, catalog);
    if (!figures) return tl::unexpected(figures.error());

    Exported out;
    const Json kept = kept_files(scenario);
    CalculonExecution before;
    if (kept.contains("execution"))
        if (const auto read = read_calculon_execution(kept["execution"], "x-calculon")) before = *read;
    const CalculonApplication application = application_of(model, sequence_of(impl), out.warnings);
    CalculonExecution execution = execution_of(model, plan, batch, before, out.warnings);
    const bool as_before = before.num_procs == execution.num_procs &&
                           before.tensor_par == execution.tensor_par &&
                           before.pipeline_par == execution.pipeline_par;
    Json system = calculon_system_json(*figures, impl.machines.front(), impl.fabric,
                                       kept.value("system", Json()), execution.datatype, out.warnings);
    const bool same_networks = kept.value("/system/networks"_json_pointer, Json()) == system["networks"];
    if (!as_before || !same_networks) assign_networks(execution, plan, *figures, impl.fabric);
    if (std::ranges::any_of(impl.first_alike, [](size_t first) { return first != 0; }))
        out.warnings.push_back({"/cluster", "Calculon knows one kind of processor",
                                "written with the first drawn; the others are left out"});

    const Json scenario_tree = scenario_json(scenario, catalog);
    Json application_tree = merged(kept.value("application", Json()), calculon_json(application));
    application_tree["roofrack"] = {{"workload", scenario_tree.value("workload", Json::object())},
                                    {"plan", scenario_tree.value("plan", Json::object())}};
    if (const Element* server = scenario.cluster.find(impl.fabric.groups.front().element))
        if (const Part* part = drawn_part(*server, catalog))
            system["roofrack"] = {{"server", server->part.base.empty() ? part->id : server->part.base}};

    for (const auto& [name, json] :
         {std::pair("application.json", application_tree),
          std::pair("execution.json", merged(kept.value("execution", Json()), calculon_json(execution))),
          std::pair("system.json", system)}) {
        const std::string text = pretty_text(json);
        if (const auto written = sink(name, text); !written) return tl::unexpected(written.error());
        out.files.emplace_back(name);
        ++out.file_count;
        out.bytes += static_cast<double>(text.size());
    }
    return out;
}

} // namespace roofrack
