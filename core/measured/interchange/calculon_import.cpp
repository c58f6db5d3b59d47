// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/catalog.h"
#include "core/drawing/project/json_text.h"
#include "core/drawing/project/project_reader.h"
#include "core/measured/interchange/calculon_plan.h"
#include "core/measured/interchange/calculon_system.h"
#include "core/measured/interchange/interchange.h"
#include "core/step/workload/plan_check.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace roofrack {

namespace {

using Json = nlohmann::ordered_json;

// NOLINTBEGIN(bugprone-exception-escape): a Json that is moved throws nothing
struct NamedJson {
    std::string name;
    Json json;
};

struct CalculonFiles {
    NamedJson application, execution, system;
};
// NOLINTEND(bugprone-exception-escape)

Result<CalculonFiles> sort_files(std::span<const NamedText> files) {
    CalculonFiles out;
    for (const NamedText& file : files) {
        auto json = parse_json_text(file.text, file.name);
        if (!json) return tl::unexpected(json.error());
        const auto kind = calculon_file(*json, file.name);
        if (!kind) return tl::unexpected(kind.error());
        NamedJson& slot = *kind == CalculonFile::application ? out.application
                          : *kind == CalculonFile::execution ? out.execution
                                                             : out.system;
        if (!slot.json.is_null())
            return fail(file.name, fmt::format("is the same kind of file as {}", slot.name),
                        "give one application, one execution and one system");
        slot = {file.name, std::move(*json)};
    }
    for (const auto& [slot, what] :
         {std::pair(&out.application, "application"), std::pair(&out.execution, "execution"),
          std::pair(&out.system, "system")})
        if (slot->json.is_null())
            return fail("", fmt::format("Calculon's {} file is missing", what),
                        "give one application, one execution and one system");
    return out;
}

/// Takes the key "roofrack" out of a file that Roofrack itself wrote.
Json take_own(Json& json) {
    Json own;
    if (const auto it = json.find("roofrack"); it != json.end()) {
        own = *it;
        json.erase("roofrack");
    }
    return own;
}

/// Workload and plan that Roofrack wrote beside Calculon's keys; nothing when those were changed since.
std::optional<Scenario> own_scenario(const Json& own, const CalculonApplication& application,
                                     const CalculonExecution& execution, const Catalog& catalog) {
    if (!own.is_object() || !own.contains("workload") || !own.contains("plan")) return std::nullopt;
    std::vector<Diagnostic> unused;
    const Json json{{"name", "own"},
                    {"cluster", {{"elements", Json::array()}}},
                    {"workload", own["workload"]},
                    {"plan", own["plan"]}};
    const auto scenario = scenario_from_json(json, catalog, "", unused);
    if (!scenario) return std::nullopt;
    const Workload& workload = scenario->workload;
    const ModelSpec* model = workload.inline_model ? &*workload.inline_model : catalog.model(workload.model);
    if (!model || !model->transformer) return std::nullopt;
    Plan plan = scenario->plan;
    for (const Finding& finding : check_plan(plan, *model, execution.num_procs, workload.global_batch))
        if (finding.severity == Severity::critical) return std::nullopt;
    CalculonApplication same =
        application_of(*model, workload.sequence > 0 ? workload.sequence : model->default_sequence, unused);
    same.name = application.name;
    if (!(same == application) ||
        !(execution_of(*model, plan, workload.global_batch, execution, unused) == execution))
        return std::nullopt;
    return *scenario;
}

} // namespace

Result<Imported> import_calculon(std::span<const NamedText> files, const Catalog& catalog) {
    auto sorted = sort_files(files);
    if (!sorted) return tl::unexpected(sorted.error());
    const Json own_work = take_own(sorted->application.json), own_machine = take_own(sorted->system.json);
    auto application = read_calculon_application(sorted->application.json, sorted->application.name);
    if (!application) return tl::unexpected(application.error());
    application->name = file_stem(sorted->application.name);
    const auto execution = read_calculon_execution(sorted->execution.json, sorted->execution.name);
    if (!execution) return tl::unexpected(execution.error());
    const auto system = read_calculon_system(sorted->system.json, sorted->system.name);
    if (!system) return tl::unexpected(system.error());

    Imported out;
    std::string server;
    if (own_machine.is_object() && own_machine.contains("server") && own_machine["server"].is_string())
        server = own_machine["server"];
    auto project = draw_machine(figures_of(*system, execution->num_procs), execution->num_procs, server,
                                catalog, sorted->system.name, out.warnings);
    if (!project) return tl::unexpected(project.error());
    out.project = std::move(*project);
    out.project.name =
        fmt::format("{} on {} × {}", application->name, execution->num_procs, file_stem(sorted->system.name));
    out.project.description = "Imported from Calculon's files.";

    Scenario& scenario = out.project.scenarios.front();
    if (const auto own = own_scenario(own_work, *application, *execution, catalog)) {
        scenario.workload = own->workload;
        scenario.plan = own->plan;
    } else {
        scenario.workload = workload_of(*application, *execution);
        scenario.plan = plan_of(*execution);
        if (!own_work.is_null())
            out.warnings.push_back({sorted->application.name + "#/roofrack",
                                    "what Roofrack wrote beside Calculon's keys no longer agrees with them",
                                    "Calculon's keys are taken"});
        out.warnings.push_back(
            {sorted->application.name,
             fmt::format("Calculon names no vocabulary: {:.0f}, as it counts parameters with",
                         calculon_vocabulary),
             "set it in the model"});
    }
    for (const auto& losses : {calculon_losses(*execution, sorted->execution.name),
                               calculon_system_losses(sorted->system.json, sorted->system.name)})
        out.warnings.insert(out.warnings.end(), losses.begin(), losses.end());
    const Json kept{{"application", sorted->application.json},
                    {"execution", sorted->execution.json},
                    {"system", sorted->system.json}};
    scenario.unknown["x-calculon"] = kept.dump();
    return out;
}

} // namespace roofrack
