// SPDX-License-Identifier: GPL-3.0-or-later
#include "catalog/catalog.h"
#include "command.h"
#include "interchange/interchange.h"
#include "interchange_json.h"
#include "project/project_file.h"

#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>

namespace roofrack::cli {

namespace {

using Json = nlohmann::ordered_json;

struct ImportOptions {
    std::string format;
    std::vector<std::string> files;
    std::string out;
    bool force = false;
    bool json = false;
};

int run(const ImportOptions& options) {
    std::vector<NamedText> files;
    for (const std::string& path : options.files) {
        auto file = read_text_file(path);
        if (!file) return report(file.error());
        files.push_back(std::move(*file));
    }
    const auto imported = import_calculon(files, Catalog::built_in());
    if (!imported) return report(imported.error());
    for (const Diagnostic& warning : imported->warnings) warn(warning);
    if (!options.force && std::filesystem::exists(options.out))
        return report({options.out, "exists already", "choose another name, or pass --force"});
    if (const auto written = write_project(imported->project, options.out); !written)
        return report(written.error());
    if (options.json)
        fmt::print("{}\n", Json{{"file", options.out},
                                {"name", imported->project.name},
                                {"warnings", diagnostics_json(imported->warnings)}}
                               .dump(2));
    else
        fmt::print("{} is written: {}.\n", options.out, imported->project.name);
    return Exit::done;
}

} // namespace

void add_import(CLI::App& app, int& exit_code) {
    CLI::App* const command = app.add_subcommand("import", "Makes a project from another program's files");
    command->footer("Example: roofrack-cli import --format calculon megatron-1T.json execution.json "
                    "a100_80g.json -o 1t.roofrack.json");
    const auto options = std::make_shared<ImportOptions>();
    command->add_option("--format", options->format, "calculon: application, execution and system JSON")
        ->required()
        ->check(CLI::IsMember({"calculon"}));
    command->add_option("FILE", options->files, "the files, in any order")->required();
    command->add_option("-o,--out", options->out, "NAME.roofrack.json")->required();
    command->add_flag("--force", options->force, "replace a file that exists");
    command->add_flag("--json", options->json, "for programs");
    command->callback([options, &exit_code] { exit_code = run(*options); });
}

} // namespace roofrack::cli
