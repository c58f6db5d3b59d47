// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/base/output.h"
#include "app/cli/base/output_file.h"
#include "app/cli/base/project_answers.h"
#include "app/cli/base/project_input.h"
#include "core/answers/report/interchange_json.h"
#include "core/base/catalog/catalog.h"
#include "core/base/units/quantity_text.h"
#include "core/measured/interchange/interchange.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>
#include <nlohmann/json.hpp>

namespace roofrack::cli {

namespace {

struct ExportOptions {
    std::string format;
    ProjectInput project;
    std::string out;
    bool force = false;
    double gpus = 0;
    std::string detail = "operators";
    std::string most = "4 GB";
};

Result<Exported> export_scenario(const ExportOptions& options, const Scenario& scenario) {
    const Catalog& catalog = Catalog::built_in();
    const FileSink sink = folder_sink(options.out, options.force);
    if (options.format == "calculon") return export_calculon(scenario, catalog, sink);
    AstraSimOptions astra;
    astra.gpus = options.gpus;
    astra.detail = options.detail == "layers" ? ChakraDetail::layers : ChakraDetail::operators;
    astra.most_bytes = *parse_quantity(options.most, Dimension::bytes);
    return export_astra_sim(scenario, catalog, astra, sink);
}

int run_export(const ExportOptions& options) {
    if (!parse_quantity(options.most, Dimension::bytes))
        throw UsageError{
            {"--max-size", "'" + options.most + "' is not a size", "write for example \"4 GB\""}};
    const auto exported = export_scenario(options, options.project.load(Catalog::built_in()).given);
    if (!exported) {
        const Diagnostic& fault = exported.error();
        const bool is_of_project = fault.where.starts_with('/') && !fault.where.starts_with(options.out);
        return report(is_of_project ? in_project(options.project.path, fault) : fault);
    }
    for (const Diagnostic& warning : exported->warnings) warn(warning);
    if (options.project.json)
        print_json(export_json(options.out, *exported));
    else
        print_text("{} files, {}, are written to {}: {}.\n", exported->file_count,
                   format_quantity(exported->bytes, Dimension::bytes), options.out,
                   fmt::join(exported->files, ", "));
    return Exit::done;
}

} // namespace

void add_export(const Command& program) {
    const Command command = program.add_subcommand("export", "Writes a scenario as another program's files");
    command.footer("Examples:\n"
                   "  roofrack-cli export --format calculon hall.roofrack.json -o calculon/\n"
                   "  roofrack-cli export --format astra-sim hall.roofrack.json --gpus 64 -o astra/");
    const auto options = std::make_shared<ExportOptions>();
    command
        .add_option(
            "--format", options->format,
            "calculon (application, execution and system JSON) or astra-sim (network, system and a Chakra "
            "trace of one step per rank)")
        .required()
        .one_of({"calculon", "astra-sim"});
    options->project.add_to(command);
    command.add_option("-o,--out", options->out, "folder; made where it is missing").required();
    command
        .add_option("--gpus", options->gpus,
                    "astra-sim: so many GPUs only: fewer replicas, each with the same work")
        .between(1, 1e9);
    command.add_option("--detail", options->detail, "astra-sim: computation by operators or layers")
        .one_of({"operators", "layers"})
        .shows_default();
    command.add_option("--max-size", options->most, "astra-sim: larger exports are refused").shows_default();
    command.add_flag("--force", options->force, "replace files that exist");
    command.callback([options] { return run_export(*options); });
}

} // namespace roofrack::cli
