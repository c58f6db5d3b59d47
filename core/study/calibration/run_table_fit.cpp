// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/calibration/run_table_fit.h"

#include "core/base/figures/builder.h"
#include "core/base/figures/measure.h"
#include "core/base/units/median.h"
#include "core/base/units/quantity_text.h"
#include "core/step/engine/prepared_impl.h"
#include "core/study/calibration/calibration_study.h"

#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <map>

namespace roofrack {

namespace {

double step_of(const RunConfig& run, Factors factors) {
    StepInputs inputs = step_inputs(run);
    inputs.compute_factor = factors.compute;
    inputs.network_factor = factors.network;
    return run.drawn->productive_step(inputs);
}

/// Residual and derivatives by the logarithms of both factors, by central differences of a hundredth.
struct Residual {
    double value = 0, by_compute = 0, by_network = 0;
};

Residual residual_of(const PredictedRun& run, Factors at) {
    constexpr double small = 0.01;
    const double stretch = std::exp(small);
    const auto log_step = [&](double compute, double network) {
        return std::log(step_of(run.completed, {compute, network}));
    };
    Residual out;
    out.value = log_step(at.compute, at.network) - std::log(run.row.published_step);
    out.by_compute =
        (log_step(at.compute * stretch, at.network) - log_step(at.compute / stretch, at.network)) / 2 / small;
    out.by_network =
        (log_step(at.compute, at.network * stretch) - log_step(at.compute, at.network / stretch)) / 2 / small;
    return out;
}

/// Sums of weighted products: the normal equations.
struct NormalSums {
    double cc = 0, cn = 0, nn = 0, cr = 0, nr = 0, squares = 0;
};

NormalSums sums_of(const std::vector<const PredictedRun*>& runs, Factors at) {
    constexpr double quadratic_to = 0.02;
    NormalSums out;
    for (const PredictedRun* run : runs) {
        const Residual r = residual_of(*run, at);
        const double w = 1 / std::max(std::abs(r.value), quadratic_to);
        out.cc += w * r.by_compute * r.by_compute;
        out.cn += w * r.by_compute * r.by_network;
        out.nn += w * r.by_network * r.by_network;
        out.cr += w * r.by_compute * r.value;
        out.nr += w * r.by_network * r.value;
        out.squares += w * r.value * r.value;
    }
    return out;
}

bool in_range(double factor) { return factor >= 1 / most_factor && factor <= most_factor; }

/// The factors at the least weighted squares; the network's stays 1 without `network`.
Factors descend(const std::vector<const PredictedRun*>& runs, bool network) {
    constexpr int most_rounds = 40;
    constexpr double close = 1e-6, longest = 0.5;
    Factors out;
    for (int round = 0; round < most_rounds; ++round) {
        const NormalSums s = sums_of(runs, out);
        const double determinant = s.cc * s.nn - s.cn * s.cn;
        double compute = s.cc > 0 ? -s.cr / s.cc : 0, by_network = 0;
        if (network && determinant > 1e-9 * s.cc * s.nn) {
            compute = (-s.cr * s.nn + s.nr * s.cn) / determinant;
            by_network = (-s.nr * s.cc + s.cr * s.cn) / determinant;
        }
        compute = std::clamp(compute, -longest, longest);
        by_network = std::clamp(by_network, -longest, longest);
        out.compute *= std::exp(compute);
        out.network = std::clamp(out.network * std::exp(by_network), 0.1 / most_factor, 10 * most_factor);
        if (std::abs(compute) + std::abs(by_network) < close) break;
    }
    return out;
}

double error_pct(const PredictedRun& run, Factors factors) {
    return 100 * std::abs(step_of(run.completed, factors) / run.row.published_step - 1);
}

} // namespace

RunsLike runs_like(const Prepared& drawn, const Table& table, const Catalog& catalog) {
    const Prepared::Impl& impl = drawn.impl();
    const std::string& accelerator = impl.accelerators[0].id;
    const std::string& stack = software_of(impl, impl.scenario.plan).name;
    RunsLike out;
    for (size_t row = 0; row < table.rows.size(); ++row) {
        auto run = predicted_run(RunRow(table, row), catalog, *impl.parameters);
        if (run && run->completed.accelerator->id == accelerator && run->completed.software->name == stack)
            out.runs.push_back(std::move(*run));
        else
            ++out.skipped;
    }
    return out;
}

Result<RunTableFit> fit_runs(std::span<const PredictedRun> runs, double most_gpus) {
    constexpr double least_told = 0.25;
    std::vector<const PredictedRun*> small;
    for (const PredictedRun& run : runs)
        if (run.row.gpus <= most_gpus && run.row.published_step > 0) small.push_back(&run);
    if (small.empty())
        return fail("--runs",
                    fmt::format("no run on {} GPUs or fewer can be predicted", format_count(most_gpus)),
                    "give runs of the drawn GPU and stack, with model, plan and batch");
    RunTableFit out;
    out.fitted = small.size();
    for (const PredictedRun* run : small) out.fitted_to_gpus = std::max(out.fitted_to_gpus, run->row.gpus);
    out.factors = descend(small, true);
    const NormalSums s = sums_of(small, out.factors);
    const double determinant = s.cc * s.nn - s.cn * s.cn;
    const double free = std::max(1.0, static_cast<double>(small.size()) - 2);
    out.network_error = determinant > 0 ? std::sqrt(s.squares / free * s.cc / determinant)
                                        : std::numeric_limits<double>::infinity();
    out.is_inside_domain = std::ranges::none_of(
        small, [](const PredictedRun* run) { return run->completed.domain < run->row.gpus; });
    out.tells_network = small.size() > 2 && out.network_error < least_told && in_range(out.factors.network);
    if (!out.tells_network) {
        out.why_no_network =
            small.size() <= 2 ? "two runs cannot tell two factors"
            : !in_range(out.factors.network)
                ? fmt::format("it would be {:.2g}: what these runs lack is not the network's",
                              out.factors.network)
            : !std::isfinite(out.network_error)
                ? "the runs do not differ in what they communicate"
                : fmt::format("its standard error is {:.0f} %: the runs differ too little in what they "
                              "communicate",
                              100 * out.network_error);
        out.factors = descend(small, false);
    }
    if (!in_range(out.factors.compute))
        return fail("--runs", fmt::format("operators would take {:.2g} times as long", out.factors.compute),
                    "check GPU, model, plan and batch of the rows");
    std::map<double, std::pair<std::vector<double>, std::vector<double>>> by_gpus;
    for (const PredictedRun& run : runs) {
        if (!(run.row.published_step > 0)) continue;
        by_gpus[run.row.gpus].first.push_back(error_pct(run, {}));
        by_gpus[run.row.gpus].second.push_back(error_pct(run, out.factors));
    }
    for (auto& [gpus, errors] : by_gpus)
        out.errors.push_back({gpus, errors.first.size(), median(errors.first), median(errors.second)});
    return out;
}

void describe(figures::Builder<RunTableErrors>& f) {
    using namespace figures;
    using E = RunTableErrors;
    f.number("gpus", &E::gpus, count, "GPUs", "of the runs", names_item, always);
    f.number("runs", &E::runs, count, "runs", "on so many GPUs", always);
    f.number("error_before_pct", &E::before_pct, figures::number, "error before, %", "median", less, always);
    f.number("error_after_pct", &E::after_pct, figures::number, "error after, %", "median", less, always);
}

void describe(figures::Builder<RunTableFit>& f) {
    using namespace figures;
    using F = RunTableFit;
    f.number(
        "compute_factor", [](const F& t) { return t.factors.compute; }, ratio, "operators", "x their time",
        less, always);
    f.number(
        "network_factor", [](const F& t) { return t.factors.network; }, ratio, "exposed collectives",
        "x their time; 1 where the runs do not tell it", less, always);
    f.flag("tells_network", &F::tells_network, "network told", "the runs tell the network's factor");
    f.flag("inside_domain", &F::is_inside_domain, "inside a domain",
           "all fitted runs stay inside a scale-up domain");
    f.text("why_no_network", &F::why_no_network, "why not", "why they do not");
    f.number("fitted", &F::fitted, count, "fitted", "runs that were fitted", always);
    f.number("fitted_to_gpus", &F::fitted_to_gpus, count, "fitted to", "GPUs of the largest of them", always);
    f.number("skipped", &F::skipped, count, "skipped", "rows that cannot be predicted, or of others", always);
    f.list("errors", &F::errors, "errors", "by GPU count, before and after");
}

} // namespace roofrack
