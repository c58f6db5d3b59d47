// SPDX-License-Identifier: GPL-3.0-or-later
#include "measure/validate.h"

#include "measure/run_config.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>

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

} // namespace

Result<Validation> validate_runs(const std::filesystem::path& csv, const Catalog& catalog, bool only_core) {
    const auto table = read_csv(csv);
    if (!table) return tl::unexpected(table.error());
    return validate_table(*table, csv.string(), catalog, CostParameters::built_in(), only_core);
}

Result<Validation> validate_table(const Table& table, const std::string& where, const Catalog& catalog,
                                  const CostParameters& parameters, bool only_core) {
    for (const std::string_view needed : {"id", "gpu", "gpus", "layers", "hidden", "seq", "global_batch"})
        if (table.column(needed) == std::string::npos)
            return fail(where, fmt::format("no column '{}'", needed), "give the columns of RUNS.csv");
    Validation out;
    for (size_t i = 0; i < table.rows.size(); ++i) {
        const RunRow row(table, i);
        const bool core = row.text("use") == "core" && row.text("config_complete") == "yes";
        if (only_core && !core) continue;
        const std::string id(row.text("id"));
        const auto skip = [&](const Diagnostic& why) { out.skipped.push_back({id, why.what}); };
        const auto metric = metric_of(row);
        if (!metric) {
            skip(metric.error());
            continue;
        }
        auto run = run_config(row, catalog, parameters);
        if (!run) {
            skip(run.error());
            continue;
        }
        complete_run(*run);
        const double step = predict_step(*run);
        ValidatedRow result;
        result.id = id;
        result.series = row.text("series").empty() ? id : std::string(row.text("series"));
        result.gpu = row.text("gpu");
        result.software = row.text("software");
        result.model = row.text("model");
        result.gpus = run->gpus;
        result.metric = metric->name;
        result.published = metric->published;
        result.predicted = metric->from_step(step, *run);
        if (!std::isfinite(result.predicted)) {
            out.skipped.push_back({id, "no finite prediction"});
            continue;
        }
        result.error_pct = 100 * (result.predicted / result.published - 1);
        const double wide = std::exp(1.2816 * run->software->spread); // nominal 80 %
        result.band_low = result.predicted / wide;
        result.band_high = result.predicted * wide;
        result.assumed = run->assumed;
        out.rows.push_back(std::move(result));
    }
    score(out);
    return out;
}

} // namespace roofrack
