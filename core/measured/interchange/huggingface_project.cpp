// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/units/saturated.h"
#include "core/measured/interchange/huggingface.h"
#include "core/step/engine/evaluate.h"
#include "core/step/workload/plan_check.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

/// Servers of eight GPUs whose memory holds weights, gradients and optimizer state (18 B a parameter,
/// Rajbhandari 2020) in half of 80 GB a GPU: a power of two, eight at least.
int servers_for(const ModelSpec& model) {
    const double state = 18 * parameter_count(model);
    double servers = 8;
    while (servers * 8 * 40e9 < state && servers < 4096) servers *= 2;
    return saturated<int>(servers);
}

/// The fastest of some plain plans that fits; nothing when none does.
std::optional<Scenario> fastest(const Scenario& scenario, const Catalog& catalog) {
    const auto prepared = Prepared::make(scenario, catalog);
    if (!prepared) return std::nullopt;
    const double gpus = prepared->fabric().gpus;
    const ModelSpec& model = *scenario.workload.inline_model;
    std::optional<Scenario> best;
    double most = 0;
    for (const int tp : {1, 2, 4, 8})
        for (const int ep : {1, 8, 16, 32, 64})
            for (const Recompute recompute : {Recompute::none, Recompute::full})
                for (const int zero : {1, 3}) {
                    if (ep > 1 && model.transformer->moe.experts <= 0) continue;
                    EvaluateOptions options;
                    options.findings = false;
                    options.plan = scenario.plan;
                    Plan& plan = *options.plan;
                    plan.tp = tp;
                    plan.ep = ep;
                    plan.pp = plan.vpp = plan.cp = plan.micro_batch = 1;
                    plan.dp = 0;
                    plan.zero = zero;
                    plan.recompute = recompute;
                    options.global_batch = gpus;
                    const Evaluation result = evaluate(*prepared, options);
                    if (!result.feasible || result.tokens_per_s <= most) continue;
                    most = result.tokens_per_s;
                    best = scenario;
                    best->plan = plan;
                    best->workload.global_batch = gpus;
                }
    return best;
}

} // namespace

Result<Imported> import_huggingface(const NamedText& file, const Catalog& catalog,
                                    const std::string& template_name, TemplateSettings settings,
                                    const NamedText* index) {
    auto read = read_huggingface_model(file, index);
    if (!read) return tl::unexpected(read.error());
    if (const TemplateInfo* info = find_template(template_name))
        if (std::ranges::find(info->keys, "servers", &TemplateKey::key) != info->keys.end() &&
            !settings.contains("servers"))
            settings["servers"] = fmt::format("{}", servers_for(read->model));
    auto project = make_template(template_name, settings, catalog);
    if (!project) return tl::unexpected(project.error());
    Imported out{std::move(*project), std::move(read->warnings), read->indexed_parameters};
    out.project.name = fmt::format("{} on {}", read->model.name, out.project.name);
    Scenario& scenario = out.project.scenarios.front();
    set_model(scenario, read->model);
    if (auto best = fastest(scenario, catalog))
        scenario = std::move(*best);
    else
        out.warnings.push_back({file.name, "no plain plan of this model fits the drawing",
                                "draw more GPUs, or cut the model further"});
    return out;
}

void set_model(Scenario& scenario, const ModelSpec& model) {
    scenario.workload.inline_model = model;
    scenario.workload.model = model.id;
    scenario.workload.sequence = 0;
}

} // namespace roofrack
