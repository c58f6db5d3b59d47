// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/measure/published/predicted_run.h"

#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

/// What a scaling curve keeps besides model, stack and batch.
std::string layout_of(const RunConfig& config) {
    const Plan& p = config.plan;
    return fmt::format("tp{} pp{} vpp{} cp{} ep{} mb{} zero{} shard{} {}", p.tp, p.pp, p.vpp, p.cp, p.ep,
                       p.micro_batch, p.zero, p.shard, name_of(p.recompute));
}

} // namespace

std::string series_of(const RunRow& row) {
    return std::string(row.text("series").empty() ? row.text("id") : row.text("series"));
}

std::string use_of(const RunRow& row) {
    std::string use(row.text("use"));
    if (use == "core" && row.text("config_complete") != "yes") use += ", incomplete";
    return use;
}

void set_error(ValidatedRow& row) {
    // Rates fall as the step grows: the step that the published rate stands for.
    row.published_step =
        is_step_time(row.metric) ? row.published : row.predicted_step * row.predicted / row.published;
    row.error_pct = 100 * (row.predicted_step / row.published_step - 1);
}

void set_prediction(ValidatedRow& row, const PublishedMetric& metric, const RunConfig& config, double step) {
    row.predicted_step = step;
    row.predicted = metric.from_step(step, config);
    set_error(row);
}

Result<PredictedRun> predicted_run(const RunRow& row, const Catalog& catalog,
                                   const CostParameters& parameters) {
    PredictedRun out;
    const auto metric = published_metric(row);
    if (!metric) return tl::unexpected(metric.error());
    auto config = run_config(row, catalog, parameters);
    if (!config) return tl::unexpected(config.error());
    out.metric = *metric;
    out.printed = *config;
    out.completed = std::move(*config);
    choose_missing_settings(out.completed);
    const RunConfig& run = out.completed;
    ValidatedRow& result = out.row;
    result.id = row.text("id");
    result.source = row.text("source");
    result.generation = run.accelerator->text_or("architecture", "");
    result.series = series_of(row);
    result.gpu = row.text("gpu");
    result.software = row.text("software");
    result.family = run.software->label;
    result.model = row.text("model");
    result.use = use_of(row);
    result.precision = name_of(run.plan.precision);
    result.gpus = run.gpus;
    result.sequence = run.sequence;
    result.global_batch = run.global_batch;
    result.metric = metric->name;
    result.published = metric->published;
    result.assumed = run.assumed;
    result.layout = layout_of(run);
    set_prediction(result, *metric, run, predict_step(run));
    if (!std::isfinite(result.predicted)) return fail("", "no finite prediction");
    result.fitted_error_pct = result.error_pct;
    return out;
}

} // namespace roofrack
