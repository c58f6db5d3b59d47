// SPDX-License-Identifier: GPL-3.0-or-later
#include "catalog/catalog.h"
#include "command.h"
#include "interchange/interchange.h"
#include "interchange_json.h"
#include "project_input.h"
#include "units/quantity_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>

namespace roofrack::cli {

namespace {

using Json = nlohmann::ordered_json;

struct ExportOptions {
    std::string format;
    ProjectInput project;
    std::string out;
    bool force = false;
};

int run(const ExportOptions& options) {
    const Catalog& catalog = Catalog::built_in();
    const auto scenario = options.project.load(catalog);
    if (!scenario) return report(scenario.error());
    const auto exported = export_calculon(*scenario, catalog, folder_sink(options.out, options.force));
    if (!exported) {
        Diagnostic fault = exported.error();
        if (fault.where.starts_with('/') && !fault.where.starts_with(options.out))
            fault.where = options.project.path + ": " + fault.where;
        return report(fault);
    }
    for (const Diagnostic& warning : exported->warnings) warn(warning);
    if (options.project.json)
        fmt::print("{}\n", Json{{"folder", options.out},
                                {"files", exported->files},
                                {"file_count", exported->file_count},
                                {"bytes", exported->bytes},
                                {"warnings", diagnostics_json(exported->warnings)}}
                               .dump(2));
    else
        fmt::print("{} files, {}, are written to {}: {}.\n", exported->file_count,
                   format_quantity(exported->bytes, Dimension::bytes), options.out,
                   fmt::join(exported->files, ", "));
    return Exit::done;
}

} // namespace

void add_export(CLI::App& app, int& exit_code) {
    CLI::App* const command = app.add_subcommand("export", "Writes a scenario as another program's files");
    command->footer("Example: roofrack-cli export --format calculon hall.roofrack.json -o calculon/");
    const auto options = std::make_shared<ExportOptions>();
    command->add_option("--format", options->format, "calculon: application, execution and system JSON")
        ->required()
        ->check(CLI::IsMember({"calculon"}));
    options->project.add_to(*command);
    command->add_option("-o,--out", options->out, "folder; made where it is missing")->required();
    command->add_flag("--force", options->force, "replace files that exist");
    command->callback([options, &exit_code] { exit_code = run(*options); });
}

} // namespace roofrack::cli
