// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/base/output.h"
#include "app/cli/base/output_file.h"
#include "app/cli/base/project_input.h"
#include "core/answers/handover/workbook_changes.h"
#include "core/answers/imports/foreign_import.h"
#include "core/answers/imports/free_scenario_name.h"
#include "core/answers/imports/import_options.h"
#include "core/answers/report/interchange_json.h"
#include "core/base/catalog/catalog.h"
#include "core/drawing/project/project_file.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>

namespace roofrack::cli {

namespace {

struct ImportOptions {
    std::string template_name = "fat-tree";
    std::vector<std::string> settings; ///< "KEY=VALUE"
    std::string format;
    std::vector<std::string> files;
    OutputFile out;
    std::string into, scenario; ///< xlsx, drawio: the project that the file changes
    bool json = false;
};

std::vector<std::string> format_names() {
    std::vector<std::string> out;
    for (const ForeignKind kind : foreign_kinds) out.emplace_back(name_of(kind));
    return out;
}

/// As --format says, else what the files are by what they hold.
ForeignKind kind_of(const ImportOptions& options) {
    for (const ForeignKind kind : foreign_kinds)
        if (name_of(kind) == options.format) return kind;
    std::optional<ForeignKind> out;
    for (const std::string& path : options.files) {
        const auto kind = foreign_kind_of_file(path);
        if (!kind) {
            if (const auto read = read_text_file(path); !read) throw BadInput{read.error()};
            throw BadInput{{path, "it does not tell what it is", "say it by --format"}};
        }
        if (out && *out != *kind)
            throw UsageError{{path,
                              fmt::format("it is {}, and {} is {}", label_of(*kind), options.files.front(),
                                          label_of(*out)),
                              "import one kind of files at a time, or say what they are by --format"}};
        out = kind;
    }
    return *out;
}

TemplateSettings settings_of(const ImportOptions& options) {
    TemplateSettings out;
    for (const std::string& setting : options.settings) {
        const size_t equals = setting.find('=');
        out[setting.substr(0, equals)] = setting.substr(equals + 1);
    }
    return out;
}

std::string billions(double count) { return fmt::format("{:.4g} billion", count / 1e9); }

/// "Qwen3 has 30.53 billion parameters, of which a token uses 3.353 billion."
std::string model_text(const ModelSpec& model, double indexed) {
    std::string out = fmt::format("{} has {} parameters", model.name, billions(parameter_count(model)));
    if (model.transformer->moe.experts > 0) {
        const double active = active_parameter_count(model), without = active_without_embedding(model);
        out += fmt::format(", of which a token uses {}", billions(active));
        if (without < active) out += fmt::format(", {} beside its embedding", billions(without));
    }
    if (indexed > 0) out += fmt::format("; the index of its weights says {}", billions(indexed));
    return out + ".";
}

/// Formats whose files are a drawing, or a piece of one: how many files, and how import_keys() are said.
struct DrawnFormat {
    std::string_view name;
    size_t most_files;
    const char *too_many, *give;
    const char* settings_text;
};
const DrawnFormat* drawn_format(std::string_view name) {
    static const std::vector<DrawnFormat> formats{
        {"p2p", 1, "one file lists all cables", "give one .xlsx or .csv",
         "write server=ID, switch=ID or storage=ID"},
        {"drawio", 1, "one file is one drawing", "give one .drawio or .xml", "write page=NAME"},
        {"topology", 2, "two files tell of a server",
         "give a matrix of `nvidia-smi topo -m`, an XML of lstopo, or both", "write gpu=ID or server=ID"},
        {"netbox", 1000, "more than 1,000 files",
         "give the tables of devices, interfaces and cables, and device types",
         "write server=ID, switch=ID or storage=ID"},
    };
    const auto at = std::ranges::find(formats, name, &DrawnFormat::name);
    return at == formats.end() ? nullptr : &*at;
}

void check(const ImportOptions& options, ForeignKind kind, const DrawnFormat& format) {
    if (options.files.size() > format.most_files) throw UsageError{{"FILE", format.too_many, format.give}};
    for (const std::string& setting : options.settings) {
        const size_t equals = setting.find('=');
        if (equals == std::string::npos)
            throw UsageError{{"--set " + setting, "there is no '='", "write KEY=VALUE"}};
        const auto keys = import_keys(kind);
        if (std::ranges::find(keys, setting.substr(0, equals)) == keys.end())
            throw UsageError{{"--set " + setting, "the format has no such setting", format.settings_text}};
    }
}

/// The changes of a workbook in the scenario that it was written of.
int run_workbook(const ImportOptions& options) {
    if (options.files.size() != 1 || options.into.empty())
        throw UsageError{{"FILE", "a workbook changes the project that it was written of",
                          "give one .xlsx file, and the project by --into"}};
    const Catalog& catalog = Catalog::built_in();
    value_or_throw<BadInput>(options.out.check_beside(options.files.front()));
    const NamedText file = value_or_throw<BadInput>(read_text_file(options.files.front()));
    const ReadWorkbook book = value_or_throw<BadInput>(read_workbook(file.text, file.name));
    ProjectInput input;
    input.path = options.into;
    input.scenario = options.scenario;
    ChosenScenario chosen = input.load(catalog);
    const Answers answers(input.snapshot(chosen.project, chosen.given), catalog);
    const ImportedChanges changes =
        value_or_throw<BadInput>(workbook_changes(book, WorkbookInput::of(answers, chosen.project)));
    for (Scenario& each : chosen.project.scenarios)
        if (each.name == chosen.given.name) each = changes.scenario;
    value_or_throw<BadInput>(write_project(chosen.project, options.out.path, catalog));
    if (options.json) {
        print_json(changes_json(options.out.path, chosen.project.name, changes));
        return Exit::done;
    }
    if (changes.list.empty())
        print_text("{} is written: the workbook says what holds already.\n", options.out.path);
    else
        print_text("{} is written: {} of {} changes are taken.\n", options.out.path, changes.taken(),
                   changes.list.size());
    for (const ImportedChange& each : changes.list)
        print_text("  {}, {}{}\n", each.place, each.text(),
                   each.refused.empty() ? "" : "; not taken: " + each.refused);
    return Exit::done;
}

/// The drawing of a file of draw.io, or a model, in a project that is there already.
int run_into(const ImportOptions& options, ForeignKind kind, const std::vector<NamedText>& files) {
    const Catalog& catalog = Catalog::built_in();
    for (const std::string& file : options.files) value_or_throw<BadInput>(options.out.check_beside(file));
    ProjectInput input;
    input.path = options.into;
    input.scenario = options.scenario;
    ChosenScenario chosen = input.load(catalog);
    const ImportedChanges changes = value_or_throw<BadInput>(
        kind == ForeignKind::drawio ? drawing_changes(files.front(), chosen.project, chosen.given, catalog,
                                                      settings_of(options)["page"])
                                    : model_changes(files, chosen.project, chosen.given, catalog));
    for (Scenario& each : chosen.project.scenarios)
        if (each.name == chosen.given.name) each = changes.scenario;
    value_or_throw<BadInput>(write_project(chosen.project, options.out.path, catalog));
    for (const Diagnostic& warning : changes.warnings) warn(warning);
    if (options.json) {
        print_json(changes_json(options.out.path, chosen.project.name, changes));
        return Exit::done;
    }
    if (changes.all() == 0)
        print_text("{} is written: the file says what {} already.\n", options.out.path,
                   kind == ForeignKind::drawio ? "is drawn" : "holds");
    else
        print_text("{} is written with {} change{}.\n", options.out.path, changes.all(),
                   changes.all() == 1 ? "" : "s");
    for (const ImportedChange& each : changes.list)
        print_text("  {}: {} → {}\n", each.place, each.before.empty() ? "not there" : each.before,
                   each.after.empty() ? "not there" : each.after);
    if (changes.more > 0) print_text("  {} more\n", changes.more);
    return Exit::done;
}

/// The scenario that the files make is the last one of a project that is there already.
void put_beside(const ImportOptions& options, Imported& imported) {
    for (const std::string& file : options.files) value_or_throw<BadInput>(options.out.check_beside(file));
    ProjectInput input;
    input.path = options.into;
    Project project = input.load(Catalog::built_in()).project;
    Scenario made = std::move(imported.project.scenarios.front());
    made.name = free_scenario_name(project, imported.project.name);
    project.scenarios.push_back(std::move(made));
    imported.project = std::move(project);
}

void check(const ImportOptions& options, ForeignKind kind) {
    if (const DrawnFormat* const drawn = drawn_format(name_of(kind))) check(options, kind, *drawn);
    if (options.into.empty() && !options.scenario.empty())
        throw UsageError{{"--scenario", "there is no project whose scenario it is", "name one by --into"}};
    if (!changes_scenario(kind) && !options.scenario.empty())
        throw UsageError{{"--scenario", "the files make a scenario of their own", "leave it out"}};
    if (kind == ForeignKind::huggingface && options.files.size() > 2)
        throw UsageError{{"FILE", "one config.json makes one project",
                          "give one file, and the model.safetensors.index.json of its weights if you like"}};
    if (kind == ForeignKind::calculon && options.files.size() != 3)
        throw UsageError{{"FILE", "Calculon has three files", "give its application, execution and system"}};
    if (kind == ForeignKind::calculon && !options.settings.empty())
        throw UsageError{{"--set", "Calculon's system says how the cluster is drawn", "leave it out"}};
    if (kind == ForeignKind::huggingface && !options.into.empty() && !options.settings.empty())
        throw UsageError{{"--set", "the project is drawn already", "leave it out"}};
    if (kind != ForeignKind::calculon && !find_template(options.template_name))
        throw UsageError{{"--template", fmt::format("there is no template '{}'", options.template_name),
                          "`new list` names them all"}};
    for (const std::string& setting : options.settings)
        if (setting.find('=') == std::string::npos)
            throw UsageError{{"--set " + setting, "there is no '='", "write KEY=VALUE"}};
}

int run_import(const ImportOptions& options) {
    const ForeignKind kind = kind_of(options);
    if (kind == ForeignKind::workbook) return run_workbook(options);
    check(options, kind);
    if (options.into.empty())
        if (const auto may = options.out.check(); !may) return report(may.error());
    const std::vector<std::filesystem::path> paths(options.files.begin(), options.files.end());
    const auto files = value_or_throw<BadInput>(read_text_files(paths));
    if (!options.into.empty() && changes_scenario(kind)) return run_into(options, kind, files);
    auto imported =
        import_foreign(kind, files, Catalog::built_in(), options.template_name, settings_of(options));
    if (!imported) return report(imported.error());
    for (const Diagnostic& warning : imported->warnings) warn(warning);
    if (!options.into.empty()) put_beside(options, *imported);
    if (const auto written = write_project(imported->project, options.out.path, Catalog::built_in());
        !written)
        return report(written.error());
    if (options.json)
        print_json(import_json(options.out.path, *imported));
    else {
        if (options.into.empty())
            print_text("{} is written: {}.\n", options.out.path, imported->project.name);
        else
            print_text("{} is written: '{}' is a scenario of it.\n", options.out.path,
                       imported->project.scenarios.back().name);
        for (const std::string& sentence : imported->read) print_text("{}\n", sentence);
        if (const auto& model = imported->project.scenarios.back().workload.inline_model;
            model && model->transformer)
            print_text("{}\n", model_text(*model, imported->indexed_parameters));
    }
    return Exit::done;
}

} // namespace

void add_import(const Command& program) {
    const Command command = program.add_subcommand("import", "Makes a project from another program's files");
    command.footer(
        "Examples:\n"
        "  roofrack-cli import --format huggingface config.json -o model.roofrack.json\n"
        "  roofrack-cli import config.json --into hall.roofrack.json -o other-model.roofrack.json\n"
        "  roofrack-cli import --format recipe pretrain_gpt.sh --set server=dgx-a100 "
        "-o gpt.roofrack.json\n"
        "  roofrack-cli import --format calculon megatron-1T.json execution.json a100_80g.json "
        "-o 1t.roofrack.json\n"
        "  roofrack-cli import --format p2p p2p.xlsx --set server=dgx-h100 -o site.roofrack.json\n"
        "  roofrack-cli import --format topology topo.txt lstopo.xml -o server.roofrack.json\n"
        "  roofrack-cli import --format netbox devices.csv cables.csv -o site.roofrack.json\n"
        "  roofrack-cli import --format drawio hall.drawio --into hall.roofrack.json "
        "-o changed.roofrack.json\n"
        "  roofrack-cli import --format xlsx hall.xlsx --into hall.roofrack.json "
        "-o changed.roofrack.json");
    const auto options = std::make_shared<ImportOptions>();
    command
        .add_option("--format", options->format,
                    "calculon (application, execution and system JSON), huggingface (config.json, and "
                    "model.safetensors.index.json, "
                    "also where it lies beside, to compare the parameters with), recipe "
                    "(command line or log of Megatron-LM, YAML of NeMo, TOML of torchtitan, JSON of "
                    "DeepSpeed, config_….sh of MLPerf; later files over earlier ones), p2p (every cable "
                    "of a site, "
                    "as NVIDIA's Cable Validation Tool reads it: .xlsx or .csv), drawio (a page of draw.io: "
                    "shapes that `export --format drawio` wrote, or that are named by parts), topology (the "
                    "inside of a server: what `nvidia-smi topo -m` prints, "
                    "`lstopo --of xml` writes, or both), netbox (CSV of devices, interfaces and cables, YAML "
                    "of device types), or "
                    "xlsx (a "
                    "workbook that "
                    "`export --format xlsx` wrote, with changed quantities, prices, powers, cables and "
                    "assumptions); without it the files tell what they are")
        .one_of(format_names());
    command.add_option("FILE", options->files, "the files, in any order").required();
    options->out.add_to(command, "-o,--out", "NAME.roofrack.json").required();
    command.add_option("--into", options->into,
                       "the project that a workbook, a drawing or a model changes; other files make a "
                       "scenario beside its own");
    command.add_option("--scenario", options->scenario,
                       "xlsx, drawio, huggingface: its scenario by name; the first without it");
    command
        .add_option("--template", options->template_name, "huggingface, recipe: what to draw, as `new` does")
        .shows_default();
    command
        .add_option("--set", options->settings,
                    "huggingface, recipe: KEY=VALUE of the template; p2p: server, switch or storage, "
                    "the part of nodes without one; drawio: page=NAME, the page that is read; "
                    "topology: gpu=ID, server=ID; netbox: as p2p")
        .one_value_each();
    command.add_flag("--json", options->json, json_help);
    command.callback([options] { return run_import(*options); });
}

} // namespace roofrack::cli
