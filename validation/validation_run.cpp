// SPDX-License-Identifier: GPL-3.0-or-later
#include "validation/validation_run.h"

#include "core/base/units/parallel_workers.h"
#include "core/step/cost/bands/release_months.h"
#include "validation/audit.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <fmt/format.h>
#include <set>
#include <thread>

namespace roofrack {

namespace {

/// The cells of a row that a search fills where they are empty, as `assumed` names them.
struct Cell {
    AssumedCell cell;
    std::vector<std::string_view> columns;
    std::string_view note;
};
const Cell cells[] = {{AssumedCell::recompute, {"recompute"}, "recompute = "},
                      {AssumedCell::vpp, {"vpp"}, "vpp = "},
                      {AssumedCell::micro_batch, {"micro_batch"}, "micro_batch = "},
                      {AssumedCell::network, {"inter_gbps_per_gpu"}, "inter_gbps_per_gpu = "},
                      {AssumedCell::degrees, {"tp", "pp", "cp"}, "tp = "}};

bool notes(const RunConfig& config, const Cell& cell) {
    return std::ranges::any_of(config.assumed, [&](const std::string& text) {
        // All degrees stand in one note; "tp = 1" alone only says that the column is empty.
        return text.starts_with(cell.note) && (cell.columns.size() == 1 || text.find(',') != text.npos);
    });
}

} // namespace

Result<ValidationRun> validation_run(const RunRow& row, const Catalog& catalog,
                                     const CostParameters& parameters) {
    auto predicted = predicted_run(row, catalog, parameters);
    if (!predicted) return tl::unexpected(predicted.error());
    const RunConfig& config = predicted->completed;
    ValidationRun out;
    out.metric = predicted->metric;
    out.run.config = std::move(predicted->printed);
    out.row = std::move(predicted->row);
    const ValidatedRow& result = out.row;
    out.source = result.source;
    out.complete_core = result.use == "core";
    out.run.series = result.series;
    out.run.software = result.software;
    out.run.accelerator = config.accelerator;
    out.run.published = result.published_step;

    Residual& residual = out.residual;
    residual.error = std::log(result.predicted_step / result.published_step);
    residual.plan = config.plan;
    residual.series = result.series;
    residual.configuration =
        fmt::format("{} {} {} {}", result.model, result.sequence, result.precision, result.layout);
    residual.family = config.software->name;
    residual.generation = result.generation;
    const std::string_view kind = row.text("model_kind");
    residual.kind = kind.empty() ? "dense" : std::string(kind);
    residual.gpus = result.gpus;
    for (const Cell& cell : cells) residual.assumed[static_cast<size_t>(cell.cell)] = notes(config, cell);
    residual.year = release_month(row.text("software")) / 12.0;
    residual.blanked.fill(std::nan(""));
    return out;
}

void predict_again(ValidationRun& run, const CostParameters& parameters) {
    const RunConfig config = completed(run.run, parameters);
    set_prediction(run.row, run.metric, config, predict_step(config));
    run.residual.error = std::log(run.row.predicted_step / run.row.published_step);
    run.residual.plan = config.plan;
}

void substitute(ValidationRun& run, const Table& table, size_t row, const Catalog& catalog,
                const CostParameters& parameters) {
    Residual& residual = run.residual;
    const double step = predict(run.run, parameters);
    Table one{table.header, {table.rows[row]}};
    const auto blanked = [&](const std::vector<std::string_view>& columns) {
        for (const std::string_view column : columns)
            if (const size_t at = table.column(column); at != std::string::npos) one.rows[0][at].clear();
        auto config = run_config(RunRow(one, 0), catalog, parameters);
        one.rows[0] = table.rows[row];
        if (config) choose_missing_settings(*config);
        return config;
    };
    for (const Cell& cell : cells) {
        const auto index = static_cast<size_t>(cell.cell);
        if (residual.assumed[index]) continue;
        if (const auto config = blanked(cell.columns); config && notes(*config, cell))
            residual.blanked[index] = std::log(predict_step(*config) / step);
    }
}

namespace {

/// The runs that take part in the fit of some factors, and these factors.
struct Stage {
    std::vector<FitRun> runs;
    FitSetup setup;
    std::vector<InformedConstant> constants; ///< in the setup's order
};

/// Without `held`, factors that it alone informs are not known: they start from their priors.
CostParameters start_without(const Stage& stage, const std::string& held, const CostParameters& fitted) {
    CostParameters start = fitted;
    for (size_t k = 0; k < stage.setup.parameters.size(); ++k) {
        const InformedConstant& constant = stage.constants[k];
        const FitParameter& p = stage.setup.parameters[k];
        if (constant.series.size() == 1 && constant.series.front() == held) p.set(start, p.prior);
    }
    return start;
}

bool informs(const InformedConstant& constant, const std::set<std::string, std::less<>>& series) {
    return std::ranges::any_of(constant.series, [&](const std::string& s) { return series.contains(s); });
}

} // namespace

void hold_out(std::vector<ValidationRun>& runs, const CostParameters& parameters,
              const std::vector<InformedConstant>& constants) {
    std::set<std::string, std::less<>> core, all;
    for (const ValidationRun& run : runs) {
        all.insert(run.row.series);
        if (run.complete_core) core.insert(run.row.series);
    }
    // The complete core runs fit what they can; the others fit what is left (routing, adapters …).
    Stage first, second;
    first.setup.strength = second.setup.strength = every_factor().strength;
    for (size_t k = 0; k < constants.size(); ++k) {
        Stage& stage = core.empty() || informs(constants[k], core) ? first : second;
        stage.setup.parameters.push_back(every_factor().parameters[k]);
        stage.constants.push_back(constants[k]);
    }
    for (const ValidationRun& run : runs)
        (core.empty() || run.complete_core ? first : second).runs.push_back(run.run);
    for (InformedConstant& constant : first.constants)
        if (!core.empty()) std::erase_if(constant.series, [&](const auto& s) { return !core.contains(s); });

    const std::vector<std::string> series(all.begin(), all.end());
    constexpr int rounds = 6; // from the fit on all runs; more change the medians by less than 0.1 %
    std::atomic<size_t> next = 0;
    const auto work = [&] {
        for (size_t s = next++; s < series.size(); s = next++) {
            CostParameters without = parameters;
            for (const Stage* stage : {&first, &second}) {
                const bool takes_part = std::ranges::any_of(
                    stage->runs, [&](const FitRun& run) { return run.series == series[s]; });
                if (takes_part && !stage->setup.parameters.empty())
                    without = fit(stage->runs, stage->setup, start_without(*stage, series[s], without),
                                  series[s], rounds);
            }
            for (ValidationRun& run : runs)
                if (run.row.series == series[s]) predict_again(run, without);
        }
    };
    run_parallel_workers(std::thread::hardware_concurrency(), work);
}

} // namespace roofrack
