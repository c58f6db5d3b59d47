// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output.h"
#include "app/cli/output_file.h"
#include "app/cli/validate/validate_collectives.h"
#include "app/cli/validate/validate_output.h"
#include "app/cli/validate/validate_scaling.h"

#include "core/files/atomic_file.h"
#include "core/measure/audit_collectives.h"
#include "core/measure/curves/validate_scaling.h"
#include "core/report/measured/validation_json.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace roofrack::cli {

namespace {

struct ValidateOptions {
    std::string csv, collectives;
    OutputFile spreads;
    bool json = false, core = false, markdown = false, leave_one_series_out = false;
};

int write_spreads(Uncertainty uncertainty, const ValidateOptions& options) {
    if (options.collectives.empty()) {
        keep_collective_constants(uncertainty);
    } else if (auto ok = add_collective_constants(uncertainty, options.collectives, Catalog::built_in());
               !ok) {
        return report(ok.error());
    }
    const auto written = write_file_atomically(options.spreads.path, uncertainty.json());
    return written ? int(Exit::done) : report(written.error());
}

int run(const ValidateOptions& options) {
    if (const auto may = options.spreads.check_beside(options.csv); !may) return report(may.error());
    const bool held_out = options.leave_one_series_out || !options.spreads.path.empty();
    const auto result = validate_runs(options.csv, Catalog::built_in(), options.core, held_out);
    if (!result) return report(result.error());
    if (options.json)
        fmt::print("{}\n", json_text(validation_json(*result)));
    else
        fmt::print("{}", options.markdown ? validation_markdown(*result) : validation_text(*result));
    return options.spreads.path.empty() ? Exit::done : write_spreads(result->uncertainty, options);
}

} // namespace

void add_validate(CLI::App& app, int& exit_code) {
    CLI::App* command = app.add_subcommand("validate", "Predict published runs or collectives and compare");
    command->footer("Example: roofrack-cli validate training_runs.csv --core --json");
    auto options = std::make_shared<ValidateOptions>();
    command
        ->add_option("CSV", options->csv,
                     "runs, sweeps of collectives or curves of rates; told by the header")
        ->required();
    command->add_flag("--core", options->core, "only rows with use = core and config_complete = yes");
    command->add_flag("--leave-one-series-out", options->leave_one_series_out,
                      "fit the factors anew without each series before predicting it (minutes)");
    command->add_flag("--markdown", options->markdown, "print the table by GPU and software as Markdown");
    command->add_flag("--json", options->json, "print JSON");
    CLI::Option* const spreads =
        options->spreads.add_to(*command, "--write-spreads",
                                "leave each series out and write the spreads behind the bands to this file "
                                "(resources/cost/uncertainty.json)");
    command
        ->add_option("--collectives", options->collectives,
                     "with --write-spreads: sweeps that tell what informs the collectives' constants")
        ->needs(spreads);
    command->callback([options, &exit_code] {
        if (holds_scaling_curves(options->csv)) {
            exit_code = validate_scaling_file(options->csv, options->json, options->markdown);
            return;
        }
        exit_code =
            is_collectives(options->csv)
                ? validate_collectives_file({options->csv, options->json, options->core, options->markdown})
                : run(*options);
    });
}

} // namespace roofrack::cli
