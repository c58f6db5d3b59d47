// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/network/path.h"
#include "app/cli/base/columns.h"
#include "app/cli/base/output.h"
#include "app/cli/base/project_answers.h"
#include "app/cli/base/project_input.h"
#include "core/answers/drawing_answers.h"
#include "core/answers/report/drawing/path_json.h"
#include "core/drawing/link_name.h"
#include "core/drawing/project/named_element.h"
#include "core/drawing/unique_names.h"

#include <charconv>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace roofrack::cli {

namespace {

struct PathOptions {
    ProjectInput input;
    std::string from, to;
};

struct End {
    std::string id;
    std::optional<double> instance; ///< from 0
};

/// "leaf" or "leaf#3", the third of all.
Result<End> parse_end(const std::string& text) {
    const size_t mark = text.rfind('#');
    if (mark == std::string::npos) return End{text, std::nullopt};
    int number = 0;
    const char* const last = text.data() + text.size();
    const auto [end, error] = std::from_chars(text.data() + mark + 1, last, number);
    if (error != std::errc() || end != last || number < 1)
        return fail(text, "there is no whole number of 1 or more after '#'",
                    "write ID or ID#3 for its third");
    return End{text.substr(0, mark), number - 1.0};
}

std::string name(const Cluster& cluster, const UniqueNames& names, const PathPoint& point) {
    const Element& element = cluster.at(point.element);
    const std::string own = names.of(element.id);
    return cluster.instances(element) > 1 ? fmt::format("{} #{:.0f}", own, point.instance + 1) : own;
}

void print(const Cluster& cluster, const Path& path) {
    const bool network = path.kind == LinkKind::network;
    const Dimension dimension = network ? Dimension::byte_rate : Dimension::power;
    const auto rate = [&](double value) {
        return value > 0 ? format_quantity(value, dimension) : std::string("not known");
    };
    const UniqueNames names(cluster);
    const LinkNames links(cluster);
    const auto link_name = [&](int index) { return links.of(cluster.links[static_cast<size_t>(index)]); };
    const auto name_to = [&](const PathStep& step) { return name(cluster, names, step.to); };
    const auto by = [&](const PathStep& step) -> std::string {
        return step.link >= 0 ? link_name(step.link) : network ? "scale-up domain" : "inside";
    };
    const size_t to_width = column_width(28, path.steps, name_to),
                 by_width = column_width(32, path.steps, by);
    print_text("{}\n", name(cluster, names, path.from));
    for (const PathStep& step : path.steps) {
        print_text(
            "  → {:<{}} {:<{}} {:>12}{}\n", name_to(step), to_width, by(step), by_width, rate(step.rate),
            step.latency.si() > 0 ? fmt::format("  +{}", format_quantity(step.latency.si(), Dimension::time))
                                  : "");
    }
    const auto line = [&](const char* what, const PathRate& value) {
        print_text("{:<10} {:>12}{}\n", what, rate(value.value),
                   value.link >= 0 ? fmt::format("  held by {}", link_name(value.link)) : "");
    };
    print_text("\n");
    line(network ? "one flow" : "one unit", path.flow);
    line("one pair", path.pair);
    line("all", path.aggregate);
    if (!network) return;
    print_text("{:<10} {:>12}  {} switch{}: {}\n", "latency",
               format_quantity(path.latency.si(), Dimension::time), path.switches,
               path.switches == 1 ? "" : "es", path.formula);
    for (const LatencyTerm& term : path.terms)
        print_text("{:<10} {:>12}  {} [{}]\n", "", format_quantity(term.value.si(), Dimension::time),
                   term.name, term.source);
}

int run_path(const PathOptions& options) {
    End from = value_or_throw<UsageError>(parse_end(options.from)),
        to = value_or_throw<UsageError>(parse_end(options.to));
    const ProjectAnswers project(options.input);
    const Cluster& cluster = project.answers().scenario().cluster;
    for (End* end : {&from, &to}) {
        const auto drawn = named_element(cluster, end->id);
        if (!drawn) return report({options.input.path, drawn.error().what, drawn.error().fix});
        end->id = (*drawn)->id;
    }
    const auto* table = project.answers().get<PortTable>();
    const auto path =
        *table ? find_path(cluster, project.catalog(), **table, from.id, to.id, from.instance, to.instance)
               : Result<Path>(tl::unexpected(table->error()));
    if (!path) {
        Diagnostic error = path.error();
        error.where = error.where.empty() ? options.input.path : options.input.path + ": " + error.where;
        report(error);
        return Exit::answer_is_no;
    }
    if (options.input.json)
        print_json(path_json(cluster, *path));
    else
        print(cluster, *path);
    return Exit::done;
}

} // namespace

void add_path(const Command& program) {
    const Command command = program.add_subcommand(
        "path", "The way between two drawn things: links, switches, bandwidth, latency");
    command.footer(
        "FROM and TO are ids or names; ID#3 is the third of all instances. Without a number the first and "
        "the last.\nExamples: roofrack-cli path samples/llama3-405b-16k.roofrack.json "
        "pod-rack-server part-pod-rack-server\n          roofrack-cli path "
        "samples/dgx-h100-su.roofrack.json row-a-server#1 row-a-server#2 --json");
    auto options = std::make_shared<PathOptions>();
    options->input.add_to(command);
    command.add_option("FROM", options->from, "id, or id#number").required();
    command.add_option("TO", options->to, "id, or id#number").required();
    command.callback([options] { return run_path(*options); });
}

} // namespace roofrack::cli
