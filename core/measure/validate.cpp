// SPDX-License-Identifier: GPL-3.0-or-later
#include "measure/validate.h"

#include "measure/fit.h"
#include "measure/run_config.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <thread>

namespace roofrack {

namespace {

/// What a row prints, and the same from a step time.
struct Metric {
    std::string name;
    double published = 0;
    double (*from_step)(double step, const RunConfig& run) = nullptr;
};

double as_step(double step, const RunConfig&) { return step; }

double model_tflops(double step, const RunConfig& run) {
    return run.global_batch * model_flops(run.shape, run.sequence).palm / step / run.gpus / 1e12;
}

/// Hardware FLOPs with one more forward pass: 96·B·s·l·h²(1 + s/6h + V/16lh) (Narayanan 2021, equation 3), in
/// general form.
double hardware_tflops(double step, const RunConfig& run) {
    const double forward = model_flops(run.shape, run.sequence).palm / 3;
    const double passes = run.plan.recompute == Recompute::full ? 4 : 3;
    return run.global_batch * forward * passes / step / run.gpus / 1e12;
}

double mfu_percent(double step, const RunConfig& run) {
    return 1e14 * model_tflops(step, run) / run.machine.peak_16;
}

double tokens_per_gpu(double step, const RunConfig& run) {
    return run.global_batch * run.sequence / step / run.gpus;
}

Result<Metric> metric_of(const RunRow& row) {
    for (const std::string_view column : {"iteration_s", "iteration_s_derived"})
        if (row.number(column) > 0) return Metric{"iteration_s", row.number(column), as_step};
    const std::string_view name = row.text("metric");
    const double value = row.number("value");
    if (value <= 0) return fail("", "no measured value");
    if (name == "iteration_s") return Metric{"iteration_s", value, as_step};
    if (name == "TFLOPs_per_gpu") {
        const bool hardware = row.text("flops_def").find("hardware") != std::string_view::npos;
        return Metric{"TFLOPs_per_gpu", value, hardware ? hardware_tflops : model_tflops};
    }
    if (name == "MFU_pct") return Metric{"MFU_pct", value, mfu_percent};
    if (name == "tokens_s_gpu") return Metric{"tokens_s_gpu", value, tokens_per_gpu};
    return fail("", fmt::format("metric '{}' is not predicted", name));
}

/// Value below which `share` of the weight lies; values need not be sorted.
double weighted_quantile(std::vector<std::pair<double, double>> values, double share) {
    if (values.empty()) return 0;
    std::ranges::sort(values);
    double total = 0, below = 0;
    for (const auto& [value, weight] : values) total += weight;
    for (const auto& [value, weight] : values) {
        below += weight;
        if (below >= share * total) return value;
    }
    return values.back().first;
}

void score(Validation& out) {
    std::map<std::string, double, std::less<>> series_rows;
    for (const ValidatedRow& row : out.rows) series_rows[row.series] += 1;
    std::vector<std::pair<double, double>> weighted, plain;
    double sum = 0, weights = 0;
    for (const ValidatedRow& row : out.rows) {
        const double weight = 1 / series_rows[row.series], error = std::abs(row.error_pct);
        weighted.emplace_back(error, weight);
        plain.emplace_back(error, 1);
        sum += error * weight;
        weights += weight;
    }
    if (weights > 0) out.mean_abs_error_pct = sum / weights;
    out.median_abs_error_pct = weighted_quantile(weighted, 0.5);
    out.p90_abs_error_pct = weighted_quantile(weighted, 0.9);
    out.row_median_abs_error_pct = weighted_quantile(plain, 0.5);
}

/// A row that can be predicted.
struct Candidate {
    ValidatedRow row;
    Metric metric;
    FitRun run;
};

void set_prediction(Candidate& candidate, double step, const RunConfig& config, double spread) {
    ValidatedRow& row = candidate.row;
    row.predicted = candidate.metric.from_step(step, config);
    row.error_pct = 100 * (row.predicted / row.published - 1);
    const double wide = std::exp(1.2816 * spread); // nominal 80 %
    row.band_low = row.predicted / wide;
    row.band_high = row.predicted * wide;
}

Result<Candidate> candidate_of(const RunRow& row, const Catalog& catalog, const CostParameters& parameters) {
    Candidate out;
    const auto metric = metric_of(row);
    if (!metric) return tl::unexpected(metric.error());
    auto config = run_config(row, catalog, parameters);
    if (!config) return tl::unexpected(config.error());
    out.metric = *metric;
    out.run.config = *config;
    complete_run(*config);
    const double step = predict_step(*config);
    ValidatedRow& result = out.row;
    result.id = row.text("id");
    result.series = row.text("series").empty() ? result.id : std::string(row.text("series"));
    result.gpu = row.text("gpu");
    result.software = row.text("software");
    result.model = row.text("model");
    result.gpus = config->gpus;
    result.metric = metric->name;
    result.published = metric->published;
    set_prediction(out, step, *config, config->software->spread);
    if (!std::isfinite(result.predicted)) return fail("", "no finite prediction");
    result.assumed = config->assumed;
    out.run.series = result.series;
    out.run.software = result.software;
    out.run.accelerator = catalog.part(PartKind::accelerator, row.text("gpu"));
    // Rates fall as the step grows: the step that the published rate stands for.
    out.run.published =
        metric->from_step == as_step ? metric->published : step * result.predicted / metric->published;
    return out;
}

/// Predicts each series by factors fitted without it.
void hold_out(std::vector<Candidate>& candidates, const CostParameters& parameters) {
    std::vector<FitRun> runs;
    std::vector<std::string> series;
    for (const Candidate& candidate : candidates) {
        runs.push_back(candidate.run);
        if (std::ranges::find(series, candidate.row.series) == series.end())
            series.push_back(candidate.row.series);
    }
    constexpr int rounds = 6; // from the fit on all runs; more change the medians by less than 0.1 %
    std::atomic<size_t> next = 0;
    const auto work = [&] {
        for (size_t s = next++; s < series.size(); s = next++) {
            const CostParameters without = fit(runs, FitSetup::built_in(), parameters, series[s], rounds);
            for (Candidate& candidate : candidates) {
                if (candidate.row.series != series[s]) continue;
                const RunConfig config = completed(candidate.run, without);
                set_prediction(candidate, predict_step(config), config, config.software->spread);
            }
        }
    };
    std::vector<std::jthread> workers;
    for (unsigned i = 1; i < std::max(1u, std::thread::hardware_concurrency()); ++i)
        workers.emplace_back(work);
    work();
}

} // namespace

Result<Validation> validate_runs(const std::filesystem::path& csv, const Catalog& catalog, bool only_core,
                                 bool leave_one_series_out) {
    const auto table = read_csv(csv);
    if (!table) return tl::unexpected(table.error());
    return validate_table(*table, csv.string(), catalog, CostParameters::built_in(), only_core,
                          leave_one_series_out);
}

Result<Validation> validate_table(const Table& table, const std::string& where, const Catalog& catalog,
                                  const CostParameters& parameters, bool only_core,
                                  bool leave_one_series_out) {
    for (const std::string_view needed : {"id", "gpu", "gpus", "layers", "hidden", "seq", "global_batch"})
        if (table.column(needed) == std::string::npos)
            return fail(where, fmt::format("no column '{}'", needed), "give the columns of RUNS.csv");
    Validation out;
    std::vector<Candidate> candidates;
    for (size_t i = 0; i < table.rows.size(); ++i) {
        const RunRow row(table, i);
        if (only_core && (row.text("use") != "core" || row.text("config_complete") != "yes")) continue;
        if (auto candidate = candidate_of(row, catalog, parameters))
            candidates.push_back(std::move(*candidate));
        else
            out.skipped.push_back({std::string(row.text("id")), candidate.error().what});
    }
    const auto take = [&] {
        out.rows.clear();
        for (const Candidate& candidate : candidates) out.rows.push_back(candidate.row);
        score(out);
    };
    take();
    if (!leave_one_series_out) return out;
    out.held_out = true;
    out.fitted_median_abs_error_pct = out.median_abs_error_pct;
    out.fitted_p90_abs_error_pct = out.p90_abs_error_pct;
    hold_out(candidates, parameters);
    take();
    return out;
}

} // namespace roofrack
