// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/base/output.h"
#include "app/cli/base/output_file.h"
#include "app/cli/base/project_input.h"
#include "core/answers/handover/workbook_changes.h"
#include "core/answers/report/interchange_json.h"
#include "core/base/catalog/catalog.h"
#include "core/drawing/project/project_difference.h"
#include "core/drawing/project/project_file.h"
#include "core/measured/diagrams/drawio_import.h"
#include "core/measured/inside/inside_import.h"
#include "core/measured/interchange/huggingface.h"
#include "core/measured/interchange/weight_index.h"
#include "core/measured/netbox/netbox_import.h"
#include "core/measured/p2p/p2p_import.h"
#include "core/measured/recipes/recipe.h"

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

Result<Imported> import(const ImportOptions& options, const std::vector<NamedText>& files) {
    const Catalog& catalog = Catalog::built_in();
    if (options.format == "calculon") return import_calculon(files, catalog);
    TemplateSettings settings;
    for (const std::string& setting : options.settings) {
        const size_t equals = setting.find('=');
        settings[setting.substr(0, equals)] = setting.substr(equals + 1);
    }
    if (options.format == "p2p") return import_p2p(files.front(), catalog, settings);
    if (options.format == "drawio") return import_drawio(files.front(), catalog, settings["page"]);
    if (options.format == "topology") return import_inside(files, catalog, settings);
    if (options.format == "netbox") return import_netbox(files, catalog, settings);
    if (options.format == "recipe") return import_recipes(files, catalog, options.template_name, settings);
    const bool index_first = is_weight_index(files.front());
    const NamedText& config = index_first ? files.back() : files.front();
    std::optional<NamedText> index;
    if (files.size() == 2) {
        index = index_first ? files.front() : files.back();
    } else {
        auto beside = weight_index_beside(config.name);
        if (!beside) return tl::unexpected(beside.error());
        index = std::move(*beside);
    }
    return import_huggingface(config, catalog, options.template_name, settings, index ? &*index : nullptr);
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
    return out + ".\n";
}

/// Formats whose files are a drawing, or a piece of one: how many files, and which settings.
struct DrawnFormat {
    std::string_view name;
    size_t most_files;
    const char *too_many, *give;
    std::vector<std::string_view> settings;
    const char* settings_text;
};
const DrawnFormat* drawn_format(std::string_view name) {
    static const std::vector<DrawnFormat> formats{
        {"p2p",
         1,
         "one file lists all cables",
         "give one .xlsx or .csv",
         {"server", "switch", "storage"},
         "write server=ID, switch=ID or storage=ID"},
        {"drawio", 1, "one file is one drawing", "give one .drawio or .xml", {"page"}, "write page=NAME"},
        {"topology",
         2,
         "two files tell of a server",
         "give a matrix of `nvidia-smi topo -m`, an XML of lstopo, or both",
         {"gpu", "server"},
         "write gpu=ID or server=ID"},
        {"netbox",
         1000,
         "more than 1,000 files",
         "give the tables of devices, interfaces and cables, and device types",
         {"server", "switch", "storage"},
         "write server=ID, switch=ID or storage=ID"},
    };
    const auto at = std::ranges::find(formats, name, &DrawnFormat::name);
    return at == formats.end() ? nullptr : &*at;
}

void check(const ImportOptions& options, const DrawnFormat& format) {
    if (options.files.size() > format.most_files) throw UsageError{{"FILE", format.too_many, format.give}};
    for (const std::string& setting : options.settings) {
        const size_t equals = setting.find('=');
        if (equals == std::string::npos)
            throw UsageError{{"--set " + setting, "there is no '='", "write KEY=VALUE"}};
        if (std::ranges::find(format.settings, setting.substr(0, equals)) == format.settings.end())
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

/// The drawing of a file of draw.io in a project that is there already.
int run_drawing_into(const ImportOptions& options) {
    const Catalog& catalog = Catalog::built_in();
    value_or_throw<BadInput>(options.out.check_beside(options.files.front()));
    const NamedText file = value_or_throw<BadInput>(read_text_file(options.files.front()));
    ProjectInput input;
    input.path = options.into;
    input.scenario = options.scenario;
    ChosenScenario chosen = input.load(catalog);
    const std::string page = options.settings.empty() ? "" : options.settings.back().substr(5);
    const Project before = chosen.project;
    std::vector<Diagnostic> warnings;
    ImportedChanges changes;
    changes.scenario = value_or_throw<BadInput>(drawio_into(file, chosen.given, catalog, page, warnings));
    for (Scenario& each : chosen.project.scenarios)
        if (each.name == chosen.given.name) each = changes.scenario;
    const ProjectDifference differs = difference(before, chosen.project, catalog);
    for (const Difference& each : differs.values)
        changes.list.push_back({each.place, each.pointer, each.mine, each.theirs, {}});
    value_or_throw<BadInput>(write_project(chosen.project, options.out.path, catalog));
    for (const Diagnostic& warning : warnings) warn(warning);
    if (options.json) {
        print_json(changes_json(options.out.path, chosen.project.name, changes, warnings));
        return Exit::done;
    }
    if (differs.count == 0)
        print_text("{} is written: the file says what is drawn already.\n", options.out.path);
    else
        print_text("{} is written with {} changes.\n", options.out.path, differs.count);
    for (const ImportedChange& each : changes.list)
        print_text("  {}: {} → {}\n", each.place, each.before.empty() ? "not there" : each.before,
                   each.after.empty() ? "not there" : each.after);
    if (differs.count > changes.list.size()) print_text("  {} more\n", differs.count - changes.list.size());
    return Exit::done;
}

int run_import(const ImportOptions& options) {
    if (options.format == "xlsx") return run_workbook(options);
    const DrawnFormat* const drawn = drawn_format(options.format);
    if (drawn) check(options, *drawn);
    if (options.format == "drawio" && !options.into.empty()) return run_drawing_into(options);
    if (!options.into.empty() || !options.scenario.empty())
        throw UsageError{{"--into", "only a workbook and a drawing change a project", "leave it out"}};
    if (options.format == "huggingface" && options.files.size() > 2)
        throw UsageError{{"FILE", "one config.json makes one project",
                          "give one file, and the model.safetensors.index.json of its weights if you like"}};
    if (options.format == "calculon" && options.files.size() != 3)
        throw UsageError{{"FILE", "Calculon has three files", "give its application, execution and system"}};
    if (options.format == "calculon" && !options.settings.empty())
        throw UsageError{{"--set", "Calculon's system says how the cluster is drawn", "leave it out"}};
    if (options.format != "calculon" && !find_template(options.template_name))
        throw UsageError{{"--template", fmt::format("there is no template '{}'", options.template_name),
                          "`new list` names them all"}};
    for (const std::string& setting : options.settings)
        if (setting.find('=') == std::string::npos)
            throw UsageError{{"--set " + setting, "there is no '='", "write KEY=VALUE"}};

    if (const auto may = options.out.check(); !may) return report(may.error());
    std::vector<NamedText> files;
    for (const std::string& path : options.files) {
        auto file = read_text_file(path);
        if (!file) return report(file.error());
        files.push_back(std::move(*file));
    }
    const auto imported = import(options, files);
    if (!imported) return report(imported.error());
    for (const Diagnostic& warning : imported->warnings) warn(warning);
    if (const auto written = write_project(imported->project, options.out.path, Catalog::built_in());
        !written)
        return report(written.error());
    if (options.json)
        print_json(import_json(options.out.path, *imported));
    else {
        print_text("{} is written: {}.\n", options.out.path, imported->project.name);
        for (const std::string& sentence : imported->read) print_text("{}\n", sentence);
        if (const auto& model = imported->project.scenarios.front().workload.inline_model;
            model && model->transformer)
            print_text("{}", model_text(*model, imported->indexed_parameters));
    }
    return Exit::done;
}

} // namespace

void add_import(const Command& program) {
    const Command command = program.add_subcommand("import", "Makes a project from another program's files");
    command.footer("Examples:\n"
                   "  roofrack-cli import --format huggingface config.json -o model.roofrack.json\n"
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
                    "assumptions)")
        .required()
        .one_of({"calculon", "huggingface", "recipe", "p2p", "drawio", "topology", "netbox", "xlsx"});
    command.add_option("FILE", options->files, "the files, in any order").required();
    options->out.add_to(command, "-o,--out", "NAME.roofrack.json").required();
    command.add_option("--into", options->into, "xlsx, drawio: the project that the file changes");
    command.add_option("--scenario", options->scenario,
                       "xlsx, drawio: its scenario by name; the first without it");
    command
        .add_option("--template", options->template_name, "huggingface, recipe: what to draw, as `new` does")
        .shows_default();
    command
        .add_option("--set", options->settings,
                    "huggingface, recipe: KEY=VALUE of the template; p2p: server, switch or storage, "
                    "the part of nodes without one; drawio: page=NAME, the page that is read; "
                    "topology: gpu=ID, server=ID; netbox: as p2p")
        .one_value_each();
    command.add_flag("--json", options->json, "for programs");
    command.callback([options] { return run_import(*options); });
}

} // namespace roofrack::cli
