// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/multiplicity/split.h"
#include "app/cli/base/output.h"
#include "app/cli/base/output_file.h"
#include "app/cli/base/project_input.h"
#include "core/answers/report/drawing/multiplicity_json.h"
#include "core/base/catalog/catalog.h"
#include "core/drawing/multiplicity/merge.h"
#include "core/drawing/project/named_element.h"
#include "core/drawing/project/project_file.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>
#include <nlohmann/json.hpp>

namespace roofrack::cli {

namespace {

struct SplitOptions {
    std::string project, scenario, element;
    OutputFile out;
    std::vector<std::string> elements;
    int count = 1;
    bool all = false, json = false;
};

/// What is said about a change once it is written.
struct Change {
    nlohmann::ordered_json json;
    std::string text; ///< lines
};

/// Reads the project, changes the cluster of its scenario, writes it, says what was done.
template<class Edit>
int edit(const SplitOptions& options, Edit&& change) {
    if (const auto may = options.out.check(); !may) return report(may.error());
    const Catalog& catalog = Catalog::built_in();
    Project project = given_project(options.project, catalog);
    Scenario* scenario = &project.scenarios.front();
    if (!options.scenario.empty()) {
        const auto it = std::ranges::find(project.scenarios, options.scenario, &Scenario::name);
        if (it == project.scenarios.end())
            throw UsageError{{options.project, fmt::format("there is no scenario '{}'", options.scenario),
                              "leave --scenario out for the first"}};
        scenario = &*it;
    }
    const Result<Change> changed = change(scenario->cluster, catalog);
    if (!changed) {
        Diagnostic fault = changed.error();
        fault.where = fault.where.empty() ? options.project : options.project + ": " + fault.where;
        return report(fault);
    }
    if (const auto written = write_project(project, options.out.path, Catalog::built_in()); !written)
        return report(written.error());
    if (options.json)
        print_json(changed->json);
    else
        fmt::print("{}", changed->text);
    return Exit::done;
}

std::string first_ids(const std::vector<std::string>& ids) {
    constexpr size_t most = 6;
    const auto end = ids.begin() + static_cast<long>(std::min(most, ids.size()));
    std::string out = fmt::format("{}", fmt::join(ids.begin(), end, ", "));
    return ids.size() > most ? fmt::format("{} and {} more", out, ids.size() - most) : out;
}

int split_element(const SplitOptions& options) {
    return edit(options, [&](Cluster& cluster, const Catalog& catalog) -> Result<Change> {
        const auto element = named_element(cluster, options.element);
        if (!element) return tl::unexpected(element.error());
        const std::string id = (*element)->id;
        auto split =
            options.all ? expand(cluster, catalog, id) : roofrack::split(cluster, catalog, id, options.count);
        if (!split) return tl::unexpected(split.error());
        Change out{split_json(*split), {}};
        for (const SplitPiece& piece : split->pieces)
            out.text +=
                formatted("{} of the {} instances of {} {} now {}.\n", piece.count, piece.count + piece.left,
                          piece.from, piece.count == 1 ? "is" : "are", piece.id);
        cluster = std::move(split->cluster);
        return out;
    });
}

int merge_elements(const SplitOptions& options) {
    return edit(options, [&](Cluster& cluster, const Catalog& catalog) -> Result<Change> {
        std::vector<std::string> ids;
        for (const std::string& each : options.elements) {
            const auto named = named_element(cluster, each);
            if (!named) return tl::unexpected(named.error());
            ids.push_back((*named)->id);
        }
        auto merged = ids.empty() ? Result<MergeResult>(merge_equal(cluster, catalog))
                                  : roofrack::merge(cluster, catalog, ids);
        if (!merged) return tl::unexpected(merged.error());
        Change out{merge_json(*merged), {}};
        for (const MergedGroup& group : merged->groups)
            out.text += formatted("{} now stands for {} instances; merged into it: {}.\n", group.id,
                                  group.count, first_ids(group.gone));
        if (merged->groups.empty()) out.text = "No two elements are equal.\n";
        cluster = std::move(merged->cluster);
        return out;
    });
}

} // namespace

void add_split(const Command& program) {
    const Command command =
        program.add_subcommand("split", "Takes some of a group's equal instances out as an element of its "
                                        "own; the cluster as a whole stays the same");
    command.footer("Example: roofrack-cli split hall.roofrack.json rack --count 2 -o odd.roofrack.json");
    const auto options = std::make_shared<SplitOptions>();
    command.add_option("PROJECT", options->project, "NAME.roofrack.json").required();
    command
        .add_option("ELEMENT", options->element,
                    "a rack, server, switch, pod, row, feed or storage by id or name")
        .required();
    const Option count =
        command.add_option("--count", options->count, "how many of its instances to split off")
            .whole_between(1, 1000000);
    command.add_flag("--all", options->all, "each instance an element of its own").excludes(count);
    command.add_option("--scenario", options->scenario, "which one to change; the first when left out");
    options->out.add_to(command, "-o,--out", "the changed project").required();
    command.add_flag("--json", options->json, json_help);
    command.callback([options] { return split_element(*options); });
}

void add_merge(const Command& program) {
    const Command command = program.add_subcommand(
        "merge", "Makes equal elements one group again; says what differs when they are not equal");
    command.footer("Examples: roofrack-cli merge odd.roofrack.json rack rack-2 -o hall.roofrack.json\n"
                   "          roofrack-cli merge odd.roofrack.json -o hall.roofrack.json");
    const auto options = std::make_shared<SplitOptions>();
    command.add_option("PROJECT", options->project, "NAME.roofrack.json").required();
    command.add_option("ELEMENT", options->elements,
                       "equal elements by id or name; left out: all that are equal");
    command.add_option("--scenario", options->scenario, "which one to change; the first when left out");
    options->out.add_to(command, "-o,--out", "the changed project").required();
    command.add_flag("--json", options->json, json_help);
    command.callback([options] { return merge_elements(*options); });
}

} // namespace roofrack::cli
