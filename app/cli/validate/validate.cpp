// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/base/output.h"
#include "app/cli/base/output_file.h"
#include "app/cli/validate/validate_collectives.h"
#include "app/cli/validate/validate_output.h"
#include "app/cli/validate/validate_transfer.h"

#include "app/cli/base/commands.h"
#include "core/base/catalog/catalog.h"
#include "core/base/files/atomic_file.h"
#include "core/base/files/csv_table.h"
#include "core/drawing/project/project_file.h"
#include "core/measured/measure/published/built_in_runs.h"
#include "core/measured/measure/published/predictions.h"
#include "core/measured/measure/published/published_project.h"
#include "validation/refit.h"
#include "validation/report/scaling_validation_json.h"
#include "validation/report/validation_json.h"
#include "validation/sweeps/audit_collectives.h"
#include "validation/validate_scaling.h"

#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

namespace roofrack::cli {

namespace {

double error_percent(double of_logarithm) { return 100 * std::expm1(of_logarithm); }

void print_held_out(const ScalingValidation& v, bool markdown) {
    if (!markdown) {
        print_text("{:<44}{:>16}{:>11}{:>16}{:>10}{:>10}\n", "curve", "GPUs", "forecast", "90 % of it", "USL",
                   "Amdahl");
        for (const HeldOutCurve& curve : v.curves)
            print_text("{:<44.43}{:>16}{:>9.1f} %{:>9.1f} %{:>5}{:>8.1f} %{:>8.1f} %\n", curve.name,
                       fmt::format("{:g} to {:g}", curve.last_gpus, curve.gpus), error_percent(curve.error),
                       error_percent(curve.half_width),
                       curve.is_refused ? "none"
                       : curve.within   ? "in"
                                        : "out",
                       error_percent(curve.usl_error), error_percent(curve.amdahl_error));
        print_text("\n");
    }
    const auto row = [&](std::string_view name, double own, double usl, double amdahl) {
        print_text(fmt::runtime(markdown ? "| {} | {:.1f} % | {:.1f} % | {:.1f} % |\n"
                                         : "{:<44}{:>9.1f} %{:>9.1f} %{:>9.1f} %\n"),
                   name, error_percent(own), error_percent(usl), error_percent(amdahl));
    };
    if (markdown)
        print_text("| largest count held back | forecast | USL | Amdahl |\n|---|--:|--:|--:|\n");
    else
        print_text("{:<44}{:>11}{:>11}{:>11}\n", "largest count held back", "forecast", "USL", "Amdahl");
    row("median error", v.median, v.usl_median, v.amdahl_median);
    row("mean error", v.mean, v.usl_mean, v.amdahl_mean);
    print_text(
        "\n{} curves of four counts and more, {} shorter. The 90 % band holds {:.0f} % of them, ±{:.1f} % in "
        "the median{}.\n",
        v.curves.size(), v.too_short, 100 * v.covered, error_percent(v.median_width),
        v.refused > 0 ? fmt::format("; {} have no forecast and are not counted", v.refused) : std::string());
}

/// Holds the last count of each curve of measured rates back and foretells it. Returns the exit code.
int validate_scaling_file(const std::string& csv, bool json, bool markdown) {
    const auto curves = read_scaling_curves(csv);
    if (!curves) return report(curves.error());
    const ScalingValidation validation = validate_scaling(*curves, Catalog::built_in());
    if (json)
        print_json(scaling_validation_json(validation));
    else
        print_held_out(validation, markdown);
    return Exit::done;
}

/// Writes the published run of that id as a project; returns the exit code.
int write_published_project(const Table& runs, const std::string& id, const OutputFile& file) {
    if (const auto may = file.check(); !may) return report(may.error());
    const auto project = published_project(runs, id, Catalog::built_in(), CostParameters::built_in());
    if (!project) return report(project.error());
    const auto written = write_project(*project, file.path, Catalog::built_in());
    if (!written) return report(written.error());
    std::istringstream note(project->scenarios.front().cluster.elements.back().text);
    for (std::string line; std::getline(note, line);) print_text("{}\n", line);
    return Exit::done;
}

struct ValidateOptions {
    std::vector<std::string> csv;
    std::vector<std::string> collectives;
    std::string leave_out, id, by;
    OutputFile spreads, left_out_errors, parameters, vendors, predictions, project;
    bool json = false, core = false, markdown = false, leave_one_series_out = false, odds = false;
};

int write_spreads(const Table& runs, const std::string& where, const ValidateOptions& options) {
    auto uncertainty = spreads_of(runs, where);
    if (!uncertainty) return report(uncertainty.error());
    if (options.collectives.empty()) {
        keep_collective_constants(*uncertainty);
    } else {
        const std::vector<std::filesystem::path> files(options.collectives.begin(),
                                                       options.collectives.end());
        if (auto ok = add_collective_constants(*uncertainty, files, Catalog::built_in()); !ok)
            return report(ok.error());
    }
    const auto written = write_file_atomically(options.spreads.path, uncertainty->json());
    if (!written) return report(written.error());
    fmt::print("Spreads of {} stacks, {} generations and {} fitted constants.\n",
               uncertainty->families.size(), uncertainty->generations.size(), uncertainty->constants.size());
    return Exit::done;
}

/// Fits the dense factors from their priors and writes resources/cost/parameters.json again.
int write_parameters(const Table& runs, const std::string& where, const ValidateOptions& options) {
    std::vector<SkippedRow> skipped;
    const auto predicted =
        predicted_runs(runs, where, Catalog::built_in(), CostParameters::built_in(), true, skipped);
    if (!predicted) return report(predicted.error());
    const auto fitted = refit(*predicted);
    if (!fitted) return report({where, fitted.error().what, fitted.error().fix});
    const auto text = parameters_file(*fitted);
    if (!text) return report(text.error());
    const auto written = write_file_atomically(options.parameters.path, *text);
    if (!written) return report(written.error());
    fmt::print("{} factors fitted on {} runs.\n", FitSetup::built_in().parameters.size(), predicted->size());
    return Exit::done;
}

/// Fits other vendors' factors from their priors and writes resources/cost/parameters_extended.json again.
int write_vendor_parameters(const Table& runs, const std::string& where, const ValidateOptions& options) {
    std::vector<SkippedRow> skipped;
    const auto predicted =
        predicted_runs(runs, where, Catalog::built_in(), CostParameters::built_in(), false, skipped);
    if (!predicted) return report(predicted.error());
    const auto fitted = refit_other_vendors(*predicted);
    if (!fitted) return report({where, fitted.error().what, fitted.error().fix});
    const auto text = vendor_parameters_file(*fitted);
    if (!text) return report(text.error());
    const auto written = write_file_atomically(options.vendors.path, *text);
    if (!written) return report(written.error());
    fmt::print("{} factors fitted.\n", FitSetup::other_vendors().parameters.size());
    return Exit::done;
}

/// Writes what the model says of each run: resources/runs/predictions.csv, of the runs that the program
/// carries.
int write_predictions(const Table& runs, const std::string& where, const ValidateOptions& options) {
    const auto validation =
        validate_table(runs, where, Catalog::built_in(), CostParameters::built_in(), options.core);
    if (!validation) return report(validation.error());
    const auto written = write_file_atomically(options.predictions.path, predictions_file(validation->rows));
    if (!written) return report(written.error());
    fmt::print("Predictions of {} runs.\n", validation->rows.size());
    return Exit::done;
}

int run(const ValidateOptions& options) {
    for (const std::string& csv : options.csv)
        for (const OutputFile* file : {&options.spreads, &options.left_out_errors, &options.parameters,
                                       &options.vendors, &options.predictions, &options.project})
            if (const auto may = file->check_beside(csv); !may) return report(may.error());
    const std::string where =
        options.csv.empty() ? std::string("resources/runs") : fmt::format("{}", fmt::join(options.csv, ", "));
    const auto runs =
        options.csv.empty()
            ? Result<Table>(built_in_runs())
            : read_runs(std::vector<std::filesystem::path>(options.csv.begin(), options.csv.end()));
    if (!runs) return report(runs.error());
    if (!options.id.empty()) return write_published_project(*runs, options.id, options.project);
    if (options.leave_out == "all" && !options.csv.empty())
        return report({"--leave-out all", "is of the runs that the program carries",
                       "leave the files out, or name one property"});
    if (options.leave_out == "all") return show_left_out_figures(options.json, options.markdown);
    if (options.odds && !options.csv.empty())
        return report({"--odds", "is of the runs that the program carries, by the errors that it keeps",
                       "leave the files out"});
    if (options.odds) return show_odds_reliability(*runs, where, options.json, options.markdown);
    if (!options.leave_out.empty())
        return validate_transfer(
            *runs, where,
            {options.leave_out, options.core, options.json, options.markdown, options.csv.empty()});
    if (!options.left_out_errors.path.empty())
        return write_left_out_errors(*runs, where, options.left_out_errors.path);
    if (!options.spreads.path.empty()) return write_spreads(*runs, where, options);
    if (!options.parameters.path.empty()) return write_parameters(*runs, where, options);
    if (!options.predictions.path.empty()) return write_predictions(*runs, where, options);
    if (!options.vendors.path.empty()) return write_vendor_parameters(*runs, where, options);
    const auto result = validate_table(*runs, where, Catalog::built_in(), CostParameters::built_in(),
                                       options.core, options.leave_one_series_out);
    if (!result) return report(result.error());
    if (options.json)
        print_json(validation_json(*result));
    else if (const auto by = run_class(options.by))
        fmt::print("{}", class_table(*result, *by, options.markdown));
    else
        fmt::print("{}", options.markdown ? validation_markdown(*result) : validation_text(*result));
    return Exit::done;
}

} // namespace

void add_validate(const Command& program) {
    const Command command =
        program.add_subcommand("validate", "Predict published runs or collectives and compare");
    command.footer(
        "Example: roofrack-cli validate --by generation\n"
        "         roofrack-cli validate training_runs.csv --core --json\n"
        "         roofrack-cli validate training_runs.csv single_node.csv --leave-out generation\n"
        "         roofrack-cli validate training_runs.csv --project mtnlg-2240 -o mtnlg.roofrack.json\n"
        "         roofrack-cli validate collectives.csv more_collectives.csv --leave-out source");
    auto options = std::make_shared<ValidateOptions>();
    command.add_option(
        "CSV", options->csv,
        "runs or sweeps of collectives (several files are read as one), or curves of rates; told by "
        "the header; without one the published runs that the program carries");
    command.add_flag("--core", options->core, "only rows with use = core and config_complete = yes");
    const Option series =
        command.add_flag("--leave-one-series-out", options->leave_one_series_out,
                         "fit the factors anew without each series before predicting it (minutes)");
    const Option classes =
        command
            .add_option(
                "--leave-out", options->leave_out,
                "fit factors and bands anew without each generation (GPU architecture), family (stack), "
                "release (its newest nine months), source, scale (above 1,024 GPUs; quarter_scale: above "
                "256), precision, vendor or combination (a half-year's releases of a stack on a generation) "
                "before predicting it (minutes; without a CSV by the errors that the program keeps); of "
                "sweeps source or fabric; all: the figures that the program keeps of its own runs")
            .one_of({"generation", "family", "release", "source", "scale", "precision", "vendor",
                     "combination", "quarter_scale", "fabric", "all"})
            .excludes(series);
    command
        .add_flag("--odds", options->odds,
                  "the chance that one of two runs of a model is the faster held against which one was")
        .excludes(series)
        .excludes(classes);
    command
        .add_option("--by", options->by,
                    "only the figures of each generation, family, release, scale or precision")
        .one_of({"generation", "family", "release", "scale", "precision"});
    command.add_flag("--markdown", options->markdown, "print the table by GPU and software as Markdown");
    command.add_flag("--json", options->json, "print JSON");
    const Option spreads =
        options->spreads.add_to(command, "--write-spreads",
                                "write the spreads behind the bands, by the errors that the program keeps of "
                                "what was left out, to this "
                                "file (resources/cost/uncertainty.json)");
    const Option errors = command.add_option(
        "--write-left-out", options->left_out_errors.path,
        "leave every class of every property out of the fit and write what its runs are off by to this file "
        "(resources/cost/left_out_errors.csv; many minutes)");
    const Option parameters =
        command.add_option("--write-parameters", options->parameters.path,
                           "fit the dense factors from their priors on the complete core runs and write them "
                           "to this file (resources/cost/parameters.json)");
    const Option vendors = command.add_option(
        "--write-vendor-parameters", options->vendors.path,
        "fit the factors of other vendors from their priors on their runs and write them to this file "
        "(resources/cost/parameters_extended.json)");
    const Option predictions = command.add_option("--write-predictions", options->predictions.path,
                                                  "write the predictions of the runs and their bands to this "
                                                  "file (resources/runs/predictions.csv, which "
                                                  "the window's list of published runs shows)");
    classes.excludes(predictions).excludes(spreads).excludes(errors).excludes(parameters).excludes(vendors);
    command
        .add_option("--collectives", options->collectives,
                    "with --write-spreads: sweeps that tell what informs the collectives' constants")
        .needs(spreads);
    const Option id =
        command
            .add_option(
                "--project", options->id,
                "write the run of this id as a project, drawn from its row: evaluate says the same of it")
            .excludes(series)
            .excludes(classes)
            .excludes(spreads)
            .excludes(parameters);
    const Option out =
        command.add_option("-o,--out", options->project.path, "with --project: the file").needs(id);
    id.needs(out);
    command.callback([options] {
        options->left_out_errors.force = options->parameters.force = options->vendors.force =
            options->project.force = options->predictions.force = options->spreads.force;
        const std::string first = options->csv.empty() ? std::string() : options->csv.front();
        const bool one = options->csv.size() == 1 && options->leave_out.empty() && options->id.empty();
        if (one && holds_scaling_curves(first))
            return validate_scaling_file(first, options->json, options->markdown);
        const bool written = !options->spreads.path.empty() || !options->parameters.path.empty() ||
                             !options->vendors.path.empty() || !options->predictions.path.empty();
        return !written && are_collectives(options->csv)
                   ? validate_collectives_files(
                         {options->csv, options->leave_out, options->json, options->core, options->markdown})
                   : run(*options);
    });
}

} // namespace roofrack::cli
