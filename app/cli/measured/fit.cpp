// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/base/output.h"
#include "app/cli/base/project_answers.h"
#include "app/cli/base/project_input.h"

#include "core/answers/report/measured/scaling_fit_json.h"
#include "core/base/units/plain_number.h"
#include "core/measured/measure/curves/scaling_checks.h"
#include "core/study/measured_against.h"
#include "core/study/sizes.h"

#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace roofrack::cli {

namespace {

struct FitCall {
    std::string csv, gpus, project, scenario, metric;
    double node = 0;
    bool json = false, dense = false;
};

std::string number(double value) { return format_quantity(value, Dimension::number); }

std::string band_text(const RateBand& band) {
    return fmt::format("{} to {}", number(band.low), number(band.high));
}

void print_law(std::string_view name, const ScalingLaw& law) {
    print_text("{}: σ {:.3g} ({:.3g} to {:.3g})", name, law.sigma, law.sigma_low, law.sigma_high);
    if (law.kappa_high > 0)
        print_text(", κ {:.3g} ({:.3g} to {:.3g})", law.kappa, law.kappa_low, law.kappa_high);
    if (std::isfinite(law.most())) print_text(", never above {} times one GPU", plain_number(law.most()));
    if (std::isfinite(law.peak())) print_text(", most at {} GPUs", format_count(std::round(law.peak())));
    if (std::isfinite(law.peak_low))
        print_text(", may turn down from {} GPUs on", format_count(std::round(law.peak_low)));
    print_text("; off by {:.1f} % on average\n", 100 * law.rms);
}

void print(const MetricCeiling& ceiling) {
    print_text("\n{:>10} {:>12} {:>12}\n", "GPUs", ceiling.metric, "worse by");
    for (const MetricCeiling::At& here : ceiling.at)
        print_text("{:>10} {:>12} {:>12}{}\n", format_count(here.gpus),
                   here.value ? number(*here.value) : "diverged",
                   here.value ? fmt::format("{:.2f} %", 100 * here.worse) : "",
                   here.within ? "" : "  beyond what is allowed");
    print_text("allowed: {} worse\n", number(ceiling.allowed));
}

std::string unit_words(RateUnit unit) {
    if (unit == RateUnit::speedup) return "as times one GPU";
    return (unit == RateUnit::any ? "" : "in ") + std::string(rate_text(unit));
}

void print(const ScalingFit& fit) {
    if (!fit.curve.name.empty()) print_text("{}\n", fit.curve.name);
    print_text("rates {}\n", unit_words(fit.curve.unit));
    print_text("{:>10} {:>12} {:>12} {:>24} {:>12} {:>12} {:>12} {:>11} {}\n", "GPUs", "measured", "forecast",
               "90 % of measurements", "efficiency", "Amdahl", "USL", "elasticity", "regime");
    for (const ScalingFit::Row& row : fit.rows)
        print_text("{:>10} {:>12} {:>12} {:>24} {:>10.1f} % {:>12} {:>12} {:>11} {}\n",
                   format_count(row.gpus), row.measured ? number(*row.measured) : "",
                   row.forecast ? number(row.forecast->rate) : "none",
                   row.forecast ? band_text(*row.forecast) : "", 100 * row.efficiency, number(row.amdahl),
                   number(row.usl), row.elasticity ? fmt::format("{:.2f}", row.elasticity->rate) : "",
                   row.regime ? name_of(*row.regime) : "");
    print_text("\n");
    print_law("Amdahl", fit.amdahl);
    print_law("USL", fit.usl);
    const ScalingFit::Row* last = nullptr;
    for (const ScalingFit::Row& row : fit.rows)
        if (row.measured) last = &row;
    if (last && fit.has_line() && last->efficiency < 0.995) {
        print_text("{} GPUs reach {:.0f} % of the first count's rate a GPU; lost to",
                   format_count(last->gpus), std::floor(100 * last->efficiency + 0.5));
        std::string_view separator = " ";
        for (size_t i = 0; i < fit.losses.size(); ++i) {
            if (fit.losses[i] < 0.01) continue;
            print_text("{}{} {:.0f} %", separator, name_of(static_cast<ScalingLoss>(i)), 100 * fit.losses[i]);
            separator = ", ";
        }
        print_text("\n");
    }
    const auto count = [](double gpus) { return format_count(std::round(gpus)); };
    const auto until = [&](double gpus) {
        return gpus > 0 ? count(gpus) : std::string("beyond the forecast");
    };
    if (!fit.has_line())
        print_text("no forecast, see the notes\n");
    else if (fit.bends > 0 && fit.bends <= fit.rows.front().gpus)
        print_text("a tenth more GPUs give less than 9 % from the start{}\n",
                   fit.bends_high == fit.bends ? std::string()
                                               : fmt::format(" (90 %: to {})", until(fit.bends_high)));
    else if (fit.bends > 0)
        print_text("a tenth more GPUs give less than 9 % from {} GPUs on (90 %: {} to {})\n",
                   count(fit.bends), count(fit.bends_low), until(fit.bends_high));
    else
        print_text("linear as far as {}, to {} GPUs{}\n",
                   fit.no_forecast.empty() ? "the forecast goes" : "measured", format_count(fit.farthest),
                   fit.bends_low > 0 ? fmt::format("; at the worst to {}", count(fit.bends_low)) : "");
    print_text("measure next at {} GPUs\n", counts_text(fit.measure_next));
    print_text("\n");
    for (const ScalingCheck& check : scaling_checks(fit))
        print_text("{:<36} {}: {}{}\n", text_of(check.question), name_of(check.answer), check.said,
                   check.todo.empty() ? std::string() : "; " + check.todo);
    if (fit.ceiling) print(*fit.ceiling);
    for (const std::string& note : fit.notes) print_text("note: {}\n", note);
}

/// The factor has units in it: what is left of it in one and the same.
std::string height_text(const MeasuredComparison& against) {
    if (against.height <= 0) return ", in the file's unit";
    return std::abs(against.height / against.factor - 1) < 0.0005
               ? std::string(" (1: the model's own height)")
               : fmt::format(", {} times the model's height in one unit", plain_number(against.height));
}

void print(const MeasuredComparison& against) {
    print_text("\n{}the project's plan by the model, {}\n",
               against.curve.empty() ? std::string() : against.curve + ": ", name_of(against.metric));
    if (against.factor <= 0) print_text("none of the measured counts runs:\n");
    for (const MeasuredComparison::Row& row : against.rows) {
        if (!row.reason.empty()) {
            print_text("{:>10} {}\n", format_count(row.gpus), row.reason);
            continue;
        }
        print_text(
            "{:>10} {:>12} measured {:>12} model × factor {:>+8.1f} %, {:.0f} % of its step communication\n",
            format_count(row.gpus), number(row.measured), number(row.predicted),
            100 * (row.predicted / row.measured - 1), 100 * row.communication);
    }
    if (against.factor > 0)
        print_text("factor {}{}; shape off by {:.1f} % on average\n", plain_number(against.factor),
                   height_text(against), 100 * against.rms);
    if (!against.cause.empty()) print_text("{}\n", against.cause);
    if (!against.doubt.empty()) print_text("warning: {}\n", against.doubt);
}

/// The counts that are foretold for a curve.
std::vector<double> counts_of(const FitCall& call, const MeasuredCurve& curve, const Defaults& defaults) {
    if (call.dense && curve.points.size() > 1) return line_counts(curve, defaults);
    return call.gpus.empty() ? std::vector<double>() : parse_gpu_counts(call.gpus);
}

int run_fit(const FitCall& call) {
    const auto curves = value_or_throw<BadInput>(read_scaling_curves(call.csv, call.node));
    if (!call.gpus.empty()) parse_gpu_counts(call.gpus); // before the project is read
    std::optional<ProjectAnswers> project;
    if (!call.project.empty()) project.emplace(ProjectInput{call.project, call.scenario, {}});
    const Prepared* const prepared = project ? &project->prepared() : nullptr;
    const Defaults& defaults = Catalog::built_in().defaults();
    std::vector<ScalingFit> fits;
    std::vector<MeasuredComparison> against;
    for (const MeasuredCurve& curve : curves) {
        const double node = call.node < 1 && prepared ? measured_node(curve, *prepared) : call.node;
        auto fit = fit_scaling(curve, node, counts_of(call, curve, defaults), defaults);
        if (!fit) {
            Diagnostic error = fit.error();
            error.where = error.where.empty() ? call.csv : call.csv + ": " + error.where;
            if (curves.size() == 1) return report(error);
            warn(error);
            continue;
        }
        fits.push_back(std::move(*fit));
        if (!prepared) continue;
        const ScaleMetric metric =
            call.metric.empty() ? natural_metric(*prepared) : *scale_metric(call.metric);
        against.push_back(measured_against(*prepared, curve, metric));
    }
    if (call.json) {
        print_json(scaling_fits_json(fits, against));
    } else {
        for (size_t i = 0; i < fits.size(); ++i) {
            if (i > 0) print_text("\n");
            print(fits[i]);
        }
        for (const MeasuredComparison& each : against) print(each);
    }
    return fits.empty() ? Exit::answer_is_no : Exit::done;
}

} // namespace

void add_fit(const Command& program) {
    const Command command = program.add_subcommand(
        "fit", "What rates measured at some GPU counts tell of others, and of the loss");
    command.footer("Example: roofrack-cli fit measured.csv --node 8 --gpus 8:256");
    auto options = std::make_shared<FitCall>();
    command
        .add_option("CSV", options->csv,
                    "one row per measurement: gpus, and rate (tokens/s, samples/sec …) or step_time")
        .required();
    command
        .add_option("--node", options->node,
                    "GPUs of a server; as the file says, else the project's scale-up domain, else 8")
        .between(1, 1e6);
    const Option gpus =
        command.add_option("--gpus", options->gpus, "counts to be foretold, A:B or A,B,C; else doublings");
    command.add_flag("--dense", options->dense, "all counts that the chart's line is made of").excludes(gpus);
    command.add_option("--project", options->project, "compare with what the model says of this project");
    command.add_option("--scenario", options->scenario, "of the project; the first");
    command.add_option("--metric", options->metric, "of the comparison, as in `scale`")
        .one_of({"throughput", "fixed-batch", "goodput", "time-to-loss"});
    command.add_flag("--json", options->json, json_help);
    command.callback([options] { return run_fit(*options); });
}

} // namespace roofrack::cli
