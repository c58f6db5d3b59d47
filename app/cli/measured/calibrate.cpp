// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/base/output.h"
#include "app/cli/base/output_file.h"
#include "app/cli/base/project_answers.h"
#include "app/cli/base/project_input.h"
#include "app/cli/measured/measured_input.h"

#include "core/answers/report/measured/calibration_json.h"
#include "core/base/catalog/catalog.h"
#include "core/base/files/csv_table.h"
#include "core/base/files/file_digest.h"
#include "core/base/units/calendar_date.h"
#include "core/drawing/project/project_file.h"
#include "core/measured/trace/nccl_log_gpus.h"
#include "core/step/engine/measured_network.h"
#include "core/study/calibration/calibration_study.h"
#include "core/study/calibration/run_table_fit.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <limits>
#include <nlohmann/json.hpp>

namespace roofrack::cli {

namespace {

struct CalibrateOptions {
    std::string project, scenario, runs;
    MeasuredInput measured;
    OutputFile out;
    double runs_to = 0; ///< 0: all runs
    bool json = false;
};

void print(const std::vector<ReplacedCollective>& replaced) {
    for (const ReplacedCollective& r : replaced) {
        print_text("\n{} ({}){}\n", label_of(r.sweep), r.sweep.file,
                   r.used ? "" : ": not used: the drawing has no such group, or a larger sweep replaces it");
        print_text("{:>12}{:>14}{:>14}{:>12}\n", "size", "formula", "measured", "formula off");
        for (size_t i = 0; i < r.sweep.points.size(); ++i) {
            const double measured = r.sweep.points[i].seconds.si();
            print_text("{:>12}{:>14}{:>14}{:>+10.1f} %\n",
                       format_quantity(r.sweep.points[i].bytes.si(), Dimension::bytes),
                       format_quantity(r.formula[i], Dimension::time),
                       format_quantity(measured, Dimension::time), 100 * (r.formula[i] / measured - 1));
        }
        print_text("The formula was {:.1f} % off (median); each size interpolated from its neighbours: "
                   "{:.1f} %{}. Groups of "
                   "another size are scaled by the formula's ratio to {} ranks.\n",
                   r.before_pct, r.held_out_pct,
                   r.range_out_pct < 0
                       ? std::string()
                       : fmt::format("; the outer half of the sizes from the middle half: {:.1f} %",
                                     r.range_out_pct),
                   r.sweep.ranks);
    }
}

void print(const CalibrationStudy& study) {
    print_text("measured on {} of {} drawn GPUs\n", format_count(study.gpus), format_count(study.drawn_gpus));
    for (const CalibrationSource& source : study.sources)
        print_text("  {} ({}): {}\n", source.file, source.digest, source.told);
    for (const std::string& note : study.notes) print_text("  {}\n", note);
    if (!study.values.empty()) print_text("\n{:<52}{:>14}{:>14}  {}\n", "set", "before", "after", "told by");
    for (const CalibratedValue& value : study.values)
        print_text("{:<52}{:>14}{:>14}  {}\n", value.name, calibrated_text(value.before, value.unit),
                   calibrated_text(value.after, value.unit), value.told_by);
    if (!study.times.empty())
        print_text("\n{:<24}{:>12}{:>12}{:>10}{:>12}{:>10}\n", "time", "measured", "before", "off", "after",
                   "off");
    for (const CalibratedTime& time : study.times)
        print_text("{:<24}{:>12}{:>12}{:>8.1f} %{:>12}{:>8.1f} %\n", time.what,
                   format_quantity(time.measured, Dimension::time),
                   format_quantity(time.before, Dimension::time), time.before_pct(),
                   format_quantity(time.after, Dimension::time), time.after_pct());
    if (study.held_back)
        print_text(
            "{:<24}{:>12}{:>12}{:>8.1f} %{:>12}{:>8.1f} %  the last {} steps, predicted with factors fitted "
            "on the earlier steps only\n",
            "held back", format_quantity(study.held_back->measured, Dimension::time),
            format_quantity(study.held_back->before, Dimension::time), study.held_back->before_pct(),
            format_quantity(study.held_back->after, Dimension::time), study.held_back->after_pct(),
            study.held_back->steps);
    if (!study.not_told.empty()) print_text("\nnot determined by the run\n");
    for (const NotTold& each : study.not_told)
        print_text("  {}: {}{}{}\n", each.what, each.why, each.todo.empty() ? "" : "; ", each.todo);
}

std::vector<std::string> drawn_gpus(const Prepared& prepared, const Catalog& catalog) {
    std::vector<std::string> out;
    for (const GpuGroup& group : prepared.fabric().groups) {
        const Part* part = catalog.part(PartKind::accelerator, group.accelerator);
        const std::string& name = part ? part->name : group.accelerator;
        if (std::ranges::find(out, name) == out.end()) out.push_back(name);
    }
    return out;
}

void print(const RunTableFit& fit) {
    print_text("\n{} runs on up to {} GPUs: operators × {:.4g}, exposed collectives × {:.4g}{}\n", fit.fitted,
               format_count(fit.fitted_to_gpus), fit.factors.compute, fit.factors.network,
               fit.tells_network ? "" : " (not determined: " + fit.why_no_network + ")");
    print_text("{:>10}{:>8}{:>12}{:>12}\n", "GPUs", "runs", "before", "after");
    for (const RunTableErrors& size : fit.errors)
        print_text("{:>10}{:>8}{:>10.1f} %{:>10.1f} %{}\n", format_count(size.gpus), size.runs,
                   size.before_pct, size.after_pct, size.gpus > fit.fitted_to_gpus ? "  held back" : "");
    if (fit.tells_network && fit.is_inside_domain)
        print_text("all of them stay inside a scale-up domain: their exposed time may come from the software "
                   "as well as from the links\n");
    if (fit.skipped > 0)
        print_text("{} rows are of other GPUs or stacks, or lack what a prediction needs\n", fit.skipped);
}

/// Sets the factors by the table's runs on at most --runs-to GPUs; larger ones are held back.
RunTableFit fit_table(const CalibrateOptions& options, Scenario& scenario, const Catalog& catalog) {
    const Table table = value_or_throw<BadInput>(read_csv(options.runs));
    const auto prepared = Prepared::make(scenario, catalog);
    if (!prepared) throw BadInput{in_project(options.project, prepared.error())};
    const RunsLike like = runs_like(*prepared, table, catalog);
    RunTableFit fit = value_or_throw<BadInput>(
        fit_runs(like.runs, options.runs_to > 0 ? options.runs_to : std::numeric_limits<double>::infinity()));
    fit.skipped = like.skipped;
    Factors factors = Factors::of(scenario.calibration);
    factors.compute = fit.factors.compute;
    factors.works = {}; // the runs tell one factor on all operators
    if (fit.tells_network) factors.network = fit.factors.network;
    factors.put_into(scenario.calibration);
    CalibrationSource source;
    source.file = std::filesystem::path(options.runs).filename().string();
    source.digest = value_or_throw<BadInput>(file_digest(options.runs));
    source.date = date_text(today());
    source.told = fmt::format("{} runs on up to {} GPUs", fit.fitted, format_count(fit.fitted_to_gpus));
    std::erase_if(scenario.calibration.sources,
                  [&](const CalibrationSource& held) { return held.digest == source.digest; });
    scenario.calibration.sources.push_back(std::move(source));
    return fit;
}

int run_calibrate(const CalibrateOptions& options) {
    if (options.measured.outputs.empty() && options.measured.measured.empty() && options.runs.empty())
        throw UsageError{{"calibrate", "nothing that was measured is given",
                          "give --measured FILE…, --nccl FILE… or --runs CSV"}};
    if (options.runs.empty() && options.runs_to > 0)
        throw UsageError{{"--runs-to", "holds back runs of a table", "give --runs, or leave it out"}};
    if (!options.out.path.empty())
        if (const auto may = options.out.check(); !may) return report(may.error());
    const Catalog& catalog = Catalog::built_in();
    Project project = given_project(options.project, catalog);
    if (!options.scenario.empty() && !project.find_scenario(options.scenario))
        return report(
            {options.project, fmt::format("no scenario '{}'", options.scenario), "name one of the file"});
    const MeasuredRun run = options.measured.read(true);
    // Sweeps are of the network of every scenario, factors of the one that ran.
    for (Scenario& scenario : project.scenarios)
        if (options.scenario.empty() || scenario.name == options.scenario)
            attach_sweeps(scenario.calibration, run.sweeps);
    Scenario& shown = options.scenario.empty()
                          ? project.scenarios.front()
                          : *std::ranges::find(project.scenarios, options.scenario, &Scenario::name);
    std::optional<RunTableFit> table;
    if (!options.runs.empty()) table = fit_table(options, shown, catalog);
    const auto study = calibrate(shown, run, catalog);
    if (!study) return report(study.error());
    shown.calibration = study->calibration;
    const auto prepared = Prepared::make(shown, catalog);
    if (!prepared) return report(prepared.error());
    std::vector<std::string> outputs = options.measured.outputs;
    if (!run.sweeps.empty())
        outputs.insert(outputs.end(), options.measured.measured.begin(), options.measured.measured.end());
    for (const std::string& file : outputs)
        if (std::string other = other_gpu_warning(gpus_of_nccl_log(file), drawn_gpus(*prepared, catalog));
            !other.empty())
            warn({file, std::move(other), "measure on the cluster that is drawn, or draw the one measured"});
    const std::vector<ReplacedCollective> replaced = replaced_collectives(*prepared);
    if (!options.out.path.empty())
        if (const auto written = write_project(project, options.out.path, Catalog::built_in()); !written)
            return report(written.error());
    if (options.json) {
        print_json(calibration_json(*study, replaced, table ? &*table : nullptr));
    } else {
        print_text("{}\n", shown.name);
        if (table) print(*table);
        if (!table || !run.sources.empty()) print(*study);
        print(replaced);
    }
    return table || study->sets_anything() || !run.sweeps.empty() ? Exit::done : Exit::answer_is_no;
}

} // namespace

void add_calibrate(const Command& program) {
    const Command command = program.add_subcommand(
        "calibrate", "Set the model by measurements of the user's own cluster; prints the errors "
                     "before and after, also of steps and runs held back");
    command.footer("Examples:\n"
                   "  roofrack-cli calibrate cluster.roofrack.json --measured training.log -o "
                   "measured.roofrack.json\n"
                   "  roofrack-cli calibrate cluster.roofrack.json --nccl all_reduce.txt all_gather.txt -o "
                   "measured.roofrack.json\n"
                   "Without -o it is printed and nothing is written.");
    auto options = std::make_shared<CalibrateOptions>();
    command.add_option("PROJECT", options->project, "project file (NAME.roofrack.json)").required();
    options->measured.add_to(command, true);
    command.add_option("--runs", options->runs,
                       "a table of runs (RUNS.csv): those of the drawn GPU and stack set both factors");
    command
        .add_option("--runs-to", options->runs_to,
                    "only runs on at most so many GPUs set the factors; larger ones are held back")
        .between(1, 1e9);
    options->out.add_to(command, "-o,--out", "the project with the measurements");
    command.add_option("--scenario", options->scenario,
                       "this scenario; without it factors are the first one's, and sweeps all scenarios'");
    command.add_flag("--json", options->json, "print JSON");
    command.callback([options] { return run_calibrate(*options); });
}

} // namespace roofrack::cli
