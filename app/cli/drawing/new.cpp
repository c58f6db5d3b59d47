// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/base/output.h"
#include "app/cli/base/output_file.h"
#include "app/cli/base/project_input.h"
#include "core/answers/design/server_scenarios.h"
#include "core/answers/imports/free_scenario_name.h"
#include "core/answers/report/templates_json.h"
#include "core/base/catalog/catalog.h"
#include "core/base/units/nearest.h"
#include "core/drawing/project/project_file.h"
#include "core/drawing/templates/templates.h"
#include "core/study/cluster_summary.h"
#include "core/study/scenario_like.h"

#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>

namespace roofrack::cli {

namespace {

struct NewOptions {
    std::string name;
    std::vector<std::string> settings; ///< "KEY=VALUE"
    ServersAsked servers;
    std::string beside; ///< project that the servers stand beside; empty: they make one of their own
    std::string owned;  ///< what becomes of those that are there already in it; empty: as is usual
    bool keeps_comparison = false; ///< the project's own, instead of equal power
    OutputFile out;
    bool json = false;
    bool lists = false;
};

int list(bool json) {
    if (!json) {
        for (const TemplateInfo& info : list_templates()) {
            print_text("{}\n    {}\n", info.name, info.description);
            for (const TemplateKey& key : info.keys)
                print_text("    {:<20} {:<14} {}\n", key.key, key.default_value, key.help);
        }
        return Exit::done;
    }
    print_json(templates_json(list_templates()));
    return Exit::done;
}

int make(const NewOptions& options) {
    TemplateSettings settings;
    for (const std::string& setting : options.settings) {
        const size_t equals = setting.find('=');
        if (equals == std::string::npos)
            throw UsageError{
                {"--set " + setting, "there is no '='", "write KEY=VALUE; `new --list` names the keys"}};
        settings[setting.substr(0, equals)] = setting.substr(equals + 1);
    }
    if (!find_template(options.name)) {
        std::vector<std::string> names;
        for (const TemplateInfo& info : list_templates()) names.push_back(info.name);
        throw UsageError{
            {"", fmt::format("there is no template '{}'", options.name), suggestion(options.name, names)}};
    }
    if (const auto may = options.out.check(); !may) return report(may.error());
    TemplateSettings chosen; // what stands for the automatic settings
    auto project = make_template(options.name, settings, Catalog::built_in(), &chosen);
    if (!project) return report(project.error());
    Scenario& scenario = project->scenarios.front();
    scenario = with_opening_plan(std::move(scenario), Catalog::built_in());
    if (options.out.path.empty()) {
        fmt::print("{}", project_text(*project, Catalog::built_in()));
        return Exit::done;
    }
    if (const auto written = write_project(*project, options.out.path, Catalog::built_in()); !written)
        return report(written.error());
    const ClusterSummary figures = cluster_summary(project->scenarios.front(), Catalog::built_in());
    if (options.json) {
        print_json(new_project_json(options.out.path, figures, chosen));
        return Exit::done;
    }
    print_text("{} is written.\n", options.out.path);
    for (const auto& [label, value] : figure_lines(figures)) print_text("{:<17} {}\n", label, value);
    for (const TemplateKey& key : find_template(options.name)->keys)
        if (const auto found = chosen.find(key.key); found != chosen.end())
            print_text("{:<17} {} (automatic)\n", key.label, found->second);
    return Exit::done;
}

/// The project of the file with the servers as scenarios behind its own, beside the first.
Project beside(const NewOptions& options) {
    ProjectInput input;
    input.path = options.beside;
    Project project = input.load(Catalog::built_in()).project;
    const Scenario first = project.scenarios.front();
    for (Scenario& each :
         value_or_throw<BadInput>(servers_beside(first, options.servers, Catalog::built_in()))) {
        each.name = free_scenario_name(project, each.name);
        project.scenarios.push_back(std::move(each));
    }
    if (!options.keeps_comparison)
        project.comparison =
            at_equal_power(std::move(project.comparison), first.name, equal_power_of(first, options.servers));
    return project;
}

OwnedServers owned_named(const NewOptions& options) {
    if (options.owned.empty()) return OwnedServers::left_out;
    if (options.beside.empty())
        throw UsageError{{"--owned", "nothing is there already", "name the project with --beside"}};
    for (const OwnedServers each : owned_server_choices)
        if (options.owned == name_of(each)) return each;
    throw UsageError{{"--owned " + options.owned, "it is none of these", "write left-out, sold or kept"}};
}

/// How a project that servers joined is compared from now on, as its scenarios were not before.
std::string comparison_text(const ComparisonChoice& choice) {
    return fmt::format("its scenarios are compared at equal power, {}; --keep-comparison leaves it as it was",
                       choice.at.empty() ? "as much as the reference draws" : choice.at);
}

int make_of_servers(const NewOptions& options) {
    if (!options.name.empty() || !options.settings.empty())
        throw UsageError{{"--servers", "each is drawn by the template that suits it",
                          "leave out the template and its --set"}};
    if (const auto may = options.out.check(); !may) return report(may.error());
    const Project project =
        options.beside.empty()
            ? value_or_throw<BadInput>(compared_servers(options.servers, Catalog::built_in()))
            : beside(options);
    if (options.out.path.empty()) {
        fmt::print("{}", project_text(project, Catalog::built_in()));
        return Exit::done;
    }
    if (const auto written = write_project(project, options.out.path, Catalog::built_in()); !written)
        return report(written.error());
    if (options.json) {
        print_json(new_servers_json(options.out.path, project, Catalog::built_in()));
        return Exit::done;
    }
    print_text("{} is written.\n", options.out.path);
    if (!options.beside.empty() && !options.keeps_comparison)
        print_text("{}.\n", comparison_text(project.comparison));
    for (const Scenario& each : project.scenarios) {
        print_text("\n{}\n", each.name);
        for (const auto& [label, value] : figure_lines(cluster_summary(each, Catalog::built_in())))
            print_text("{:<17} {}\n", label, value);
    }
    return Exit::done;
}

/// The options that belong to --servers, without it.
void refuse_without_servers(const NewOptions& options) {
    for (const auto& [text, name] :
         {std::pair(&options.servers.power, "--power"), std::pair(&options.servers.model, "--model"),
          std::pair(&options.servers.tokens, "--tokens"), std::pair(&options.servers.batch, "--batch"),
          std::pair(&options.beside, "--beside"), std::pair(&options.owned, "--owned")})
        if (!text->empty())
            throw UsageError{{name, "it belongs to --servers", "name servers, as --servers dgx-h100"}};
    if (options.keeps_comparison)
        throw UsageError{
            {"--keep-comparison", "it belongs to --servers", "name servers, as --servers dgx-h100"}};
}

} // namespace

void add_new(const Command& program) {
    const Command command = program.add_subcommand(
        "new", "Makes a project from a template and a few settings, or of several servers");
    command.footer("Examples: roofrack-cli new fat-tree --set servers=128 -o hall.roofrack.json\n"
                   "          roofrack-cli new --servers dgx-h100,gb200-nvl72,mi355x-8 --power \"20 MW\" \\\n"
                   "              --model llama3-405b --tokens 15.6T -o 20mw.roofrack.json");
    const auto options = std::make_shared<NewOptions>();
    command.add_option("TEMPLATE", options->name, "a template, or `list` for all with their keys");
    command.add_flag("--list", options->lists, "all templates with their keys, as `list`");
    command.add_option("--set", options->settings, "KEY=VALUE").one_value_each();
    command
        .add_option(
            "--servers", options->servers.servers,
            "servers of the catalogue, each as a scenario: as many as the power feeds, for the same work")
        .delimiter(',')
        .one_value_each();
    command.add_option("--power", options->servers.power,
                       "what each of them may draw at the meter, as \"20 MW\"");
    command.add_option("--model", options->servers.model,
                       "the model that they train; without it one that suits the size");
    command.add_option("--tokens", options->servers.tokens, "tokens (samples) of the whole run, as 15.6T");
    command.add_option("--batch", options->servers.batch,
                       "sequences (samples) a step; without it as suits the size");
    command.add_option("--beside", options->beside,
                       "a project: the servers stand behind its scenarios and do the work of its first one");
    command.add_option("--owned", options->owned,
                       "with --beside, servers that are there already in it: left-out (usual: neither kept "
                       "nor sold), sold or kept (they train along, and the new ones get the power that they "
                       "leave); the names of the scenarios say it");
    command.add_flag("--keep-comparison", options->keeps_comparison,
                     "with --beside: the project compares its scenarios as before, not at equal power");
    options->out.add_to(command, "-o,--out", "NAME.roofrack.json; prints the project without it");
    command.add_flag("--json", options->json, json_help);
    command.callback([options] {
        if (options->lists && !options->name.empty() && options->name != "list")
            throw UsageError{{"--list", "it stands for a TEMPLATE", "leave one of them out"}};
        const bool has_servers = !options->servers.servers.empty();
        if (options->lists && has_servers)
            throw UsageError{{"--list", "it lists templates", "leave out --servers"}};
        if (has_servers) {
            if (options->keeps_comparison && options->beside.empty())
                throw UsageError{
                    {"--keep-comparison", "there is none yet", "name the project with --beside"}};
            options->servers.owned = owned_named(*options);
            return make_of_servers(*options);
        }
        refuse_without_servers(*options);
        if (!options->lists && options->name.empty())
            throw UsageError{{"TEMPLATE", "no template is named", "`new --list` lists them with their keys"}};
        return options->lists || options->name == "list" ? list(options->json) : make(*options);
    });
}

} // namespace roofrack::cli
