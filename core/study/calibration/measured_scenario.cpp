// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/calibration/measured_scenario.h"

#include "core/base/units/quantity_text.h"
#include "core/measured/recipes/recipe.h"
#include "core/step/engine/prepared_impl.h"
#include "core/step/workload/plan_check.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

/// Model and plan of the arguments that a log prints; none where it prints none. What of them is not
/// understood goes to `notes`.
std::optional<Scenario> told_by_arguments(const MeasuredRun& run, const Catalog& catalog,
                                          std::vector<std::string>& notes) {
    for (const std::string& text : run.settings_texts) {
        if (!recipe_format(text)) continue;
        const NamedText file{run.sources.empty() ? "log" : run.sources.front().file, text};
        TemplateSettings settings;
        if (run.gpus) settings["servers"] = fmt::format("{}", std::max(1.0, std::ceil(*run.gpus / 8)));
        auto imported = import_recipes({&file, 1}, catalog, "fat-tree", settings);
        if (!imported) {
            notes.push_back("the arguments of the log draw no model, the drawing's stays: " +
                            imported.error().text());
            continue;
        }
        for (const Diagnostic& warning : imported->warnings)
            notes.push_back("arguments of the log: " + warning.text());
        return std::move(imported->project.scenarios.front());
    }
    return std::nullopt;
}

std::vector<std::string> drawn_gpus(const Prepared& prepared) {
    std::vector<std::string> out;
    const auto& parts = prepared.impl().accelerators;
    for (size_t i = 0; i < parts.size(); ++i)
        if (std::ranges::find(out, parts[i].name) == out.end()) out.push_back(parts[i].name);
    return out;
}

} // namespace

Result<MeasuredScenario> measured_scenario(const Scenario& drawn, const MeasuredRun& run,
                                           const Catalog& catalog) {
    MeasuredScenario out;
    out.scenario = drawn;
    const auto prepared = Prepared::make(drawn, catalog);
    if (!prepared) return tl::unexpected(prepared.error());
    out.drawn_gpus = prepared->fabric().gpus;
    out.gpus = run.gpus.value_or(out.drawn_gpus);
    if (out.gpus > out.drawn_gpus)
        return fail("--measured",
                    fmt::format("it was measured on {} GPUs, and {} are drawn", format_count(out.gpus),
                                format_count(out.drawn_gpus)),
                    "draw the cluster that it was measured on");
    if (auto told = told_by_arguments(run, catalog, out.notes)) {
        out.scenario.workload.model = told->workload.model;
        out.scenario.workload.inline_model = told->workload.inline_model;
        out.scenario.workload.sequence = told->workload.sequence;
        out.scenario.workload.global_batch = told->workload.global_batch;
        out.scenario.plan = told->plan;
        out.has_own_settings = true;
        out.notes.push_back(fmt::format("model and plan as its arguments say: {}", plan_text(told->plan)));
    }
    DrawnJob job = drawn_job(out.scenario, catalog, drawn_gpus(*prepared), 0);
    job.global_batch = 0; // number of GPUs and batch are the run's
    if (std::string other = job_mismatch_text(run.job, job); !other.empty())
        return fail("--measured", "another job was measured: " + other,
                    "draw what ran, or give a run of the job that is drawn");
    Plan& plan = out.scenario.plan;
    double batch = out.scenario.workload.global_batch;
    if (run.global_batch)
        batch = *run.global_batch;
    else if (!out.has_own_settings && out.is_part())
        batch = batch * out.gpus / out.drawn_gpus;
    if (run.sequence && prepared->impl().model.transformer) out.scenario.workload.sequence = *run.sequence;
    if (out.is_part()) {
        const double replica = static_cast<double>(plan.tp) * plan.pp * plan.cp;
        if (std::fmod(out.gpus, replica) != 0)
            return fail("--measured",
                        fmt::format("{} GPUs were measured, and a model replica of the plan takes {}",
                                    format_count(out.gpus), format_count(replica)),
                        "give a log that prints its arguments, or measure a whole replica");
        plan.dp = 0;
        if (plan.shard > out.gpus / replica) plan.shard = 0;
        out.notes.push_back(fmt::format("measured on {} of {} GPUs: predicted on the first {} of the drawing",
                                        format_count(out.gpus), format_count(out.drawn_gpus),
                                        format_count(out.gpus)));
    }
    out.scenario.workload.global_batch = batch;
    out.options.gpus = out.gpus;
    out.options.findings = false;
    out.options.global_batch = batch;
    return out;
}

double measured_step(const MeasuredRun& run, const Evaluation& evaluation) {
    if (run.has_step()) return run.median_step();
    const double step = evaluation.step_time.si(), productive = evaluation.productive_step.si();
    if (run.tokens_per_s && evaluation.tokens_per_step > 0)
        return evaluation.tokens_per_step / *run.tokens_per_s;
    if (run.tokens_per_s_per_gpu && evaluation.tokens_per_step > 0)
        return evaluation.tokens_per_step / (*run.tokens_per_s_per_gpu * evaluation.gpus);
    if (run.samples_per_s) return evaluation.samples_per_s * step / *run.samples_per_s;
    if (run.mfu && std::isfinite(evaluation.mfu)) return productive * evaluation.mfu / *run.mfu;
    return 0;
}

} // namespace roofrack
