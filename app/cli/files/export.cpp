// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/base/output.h"
#include "app/cli/base/output_file.h"
#include "app/cli/base/project_answers.h"
#include "app/cli/base/project_input.h"
#include "app/cli/files/file_export.h"
#include "core/answers/handover/netbox_export.h"
#include "core/answers/handover/rack_pictures.h"
#include "core/answers/report/interchange_json.h"
#include "core/base/catalog/catalog.h"
#include "core/base/files/atomic_file.h"
#include "core/base/units/ascii_text.h"
#include "core/base/units/quantity_text.h"
#include "core/base/units/word_list.h"
#include "core/measured/interchange/interchange.h"

#include <algorithm>
#include <filesystem>
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
    if (options.format == "netbox" || options.format == "racks") {
        const auto list = CableList::make(scenario.cluster, catalog);
        if (!list) return tl::unexpected(list.error());
        if (options.format == "netbox") return export_netbox(*list, scenario.name, sink);
        return export_racks(list->cluster(), catalog, scenario.name, sink);
    }
    if (options.format == "calculon") return export_calculon(scenario, catalog, sink);
    AstraSimOptions astra;
    astra.gpus = options.gpus;
    astra.detail = options.detail == "layers" ? ChakraDetail::layers : ChakraDetail::operators;
    astra.most_bytes = *parse_quantity(options.most, Dimension::bytes);
    return export_astra_sim(scenario, catalog, astra, sink);
}

void print_written(const ExportOptions& options, const std::string& folder, const Exported& exported) {
    for (const Diagnostic& warning : exported.warnings) warn(warning);
    if (options.project.json)
        print_json(export_json(folder, exported));
    else if (file_format(options.format))
        print_text("{} is written, {}.\n", options.out, format_quantity(exported.bytes, Dimension::bytes));
    else
        print_text("{} files, {}, are written to {}: {}.\n", exported.file_count,
                   format_quantity(exported.bytes, Dimension::bytes), options.out,
                   fmt::join(exported.files, ", "));
}

int export_file(const ExportOptions& options, const FileFormat& format) {
    OutputFile out{options.out, options.force};
    const std::filesystem::path path(options.out);
    const std::string ending = lower(path.extension().string());
    value_or_throw<BadInput>(out.check_beside(options.project.path));
    if (std::ranges::find(format.endings, ending) == format.endings.end())
        throw UsageError{{"--out " + options.out,
                          fmt::format("a file of the format {} is not called that", options.format),
                          "end its name with " + word_list(format.endings, "or")}};
    const ProjectAnswers project(options.project);
    Exported exported;
    const auto bytes = format.write(project, ending, exported.warnings);
    if (!bytes) throw BadInput{in_project(options.project.path, bytes.error())};
    value_or_throw<BadInput>(write_file_atomically(path, *bytes));
    exported.files = {path.filename().string()};
    exported.file_count = 1;
    exported.bytes = static_cast<double>(bytes->size());
    print_written(options, path.parent_path().string(), exported);
    return Exit::done;
}

int run_export(const ExportOptions& options) {
    if (const FileFormat* const format = file_format(options.format)) return export_file(options, *format);
    if (!parse_quantity(options.most, Dimension::bytes))
        throw UsageError{
            {"--max-size", "'" + options.most + "' is not a size", "write for example \"4 GB\""}};
    const auto exported = export_scenario(options, options.project.load(Catalog::built_in()).given);
    if (!exported) {
        const Diagnostic& fault = exported.error();
        const bool is_of_project = fault.where.starts_with('/') && !fault.where.starts_with(options.out);
        return report(is_of_project ? in_project(options.project.path, fault) : fault);
    }
    print_written(options, options.out, *exported);
    return Exit::done;
}

} // namespace

void add_export(const Command& program) {
    const Command command = program.add_subcommand("export", "Writes a scenario as another program's files");
    command.footer("Examples:\n"
                   "  roofrack-cli export --format calculon hall.roofrack.json -o calculon/\n"
                   "  roofrack-cli export --format astra-sim hall.roofrack.json --gpus 64 -o astra/\n"
                   "  roofrack-cli export --format p2p hall.roofrack.json -o p2p.xlsx");
    const auto options = std::make_shared<ExportOptions>();
    std::vector<std::string> names{"calculon", "astra-sim", "netbox", "racks"};
    std::string help =
        "calculon (application, execution and system JSON), astra-sim (network, system and a Chakra "
        "trace of one step per rank), netbox (tables that NetBox imports), racks (the fronts of all racks, "
        "SVG sheets of A3)";
    for (const FileFormat& format : file_formats()) {
        names.emplace_back(format.name);
        help += fmt::format("; {} ({})", format.name, format.help);
    }
    command.add_option("--format", options->format, help).required().one_of(names);
    options->project.add_to(command);
    command.add_option("-o,--out", options->out, "folder, made where it is missing, or file by the format")
        .required();
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
