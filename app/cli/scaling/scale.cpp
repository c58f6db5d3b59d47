// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/base/output.h"
#include "app/cli/base/project_answers.h"
#include "app/cli/base/project_input.h"
#include "app/cli/scaling/scale_print.h"

#include "core/answers/facility_answers.h"
#include "core/study/border_mitigations.h"
#include "core/study/sizes.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace roofrack::cli {

namespace {

struct ScaleCall {
    ProjectInput input;
    std::string gpus, metric, supply_growth;
    std::vector<std::string> shown, overlays;
    bool dense = false, law = false;
    double ideal = 0;
};

/// The curve is that of the whole study, and of the sizes asked for where they go further, whatever is
/// printed of it: what is said about a size does not depend on what else was asked for.
std::vector<double> all_sizes(const Fabric& fabric, const std::vector<double>& asked) {
    const StudyRange whole = study_range(fabric.gpus, fabric.scale_up_domain);
    std::vector<double> out = asked;
    for (const double gpus : dense_counts(
             fabric.gpus, fabric.scale_up_domain,
             {std::min(whole.first, std::ranges::min(asked)), std::max(whole.last, std::ranges::max(asked))}))
        out.push_back(gpus);
    return out;
}

/// `dense`: all between the smallest and the largest that were asked for.
void keep_asked(const std::vector<double>& asked, bool dense, nlohmann::ordered_json& study) {
    if (!study.is_object()) return;
    nlohmann::ordered_json kept = nlohmann::ordered_json::array();
    for (nlohmann::ordered_json& point : study["points"])
        if (is_asked_for(asked, dense, point["gpus"].get<double>())) kept.push_back(std::move(point));
    study["points"] = std::move(kept);
}

/// Sizes beyond the drawn one grow racks with their feeds and coolers: where the existing room
/// ends.
void print_room(const Answers& answers) {
    const RoomStudy* const room = answers.value<RoomStudy>();
    const auto gpus = room ? room->gpus_that_fit() : std::nullopt;
    if (!gpus) return;
    print_text("the room as it is takes {} GPUs, {}: more of them need more of it\n", format_count(*gpus),
               ends_first_text(*room));
}

/// The scenarios that are drawn beside it, as the file has them.
std::vector<Scenario> overlaid(const ScaleCall& call, const Project& project) {
    std::vector<Scenario> out;
    for (const std::string& name : call.overlays)
        out.push_back(scenario_named(project, name, call.input.path));
    return out;
}

int run_scale(const ScaleCall& call) {
    if (call.overlays.size() >= most_overlaid)
        throw UsageError{{"--overlay", fmt::format("{} are too many", call.overlays.size()),
                          fmt::format("give {} at most", most_overlaid - 1)}};
    ProjectInput input = call.input;
    input.replan = false; // the study looks for the best plan at each size
    if (!call.supply_growth.empty()) input.settings.push_back("/site/supply_growth=" + call.supply_growth);
    const ProjectAnswers project(input);
    const std::vector<Scenario> others = overlaid(call, project.project());
    const Prepared& prepared = project.prepared();
    const Fabric& fabric = prepared.fabric();
    const std::vector<double> asked = drawn_or_asked_counts(fabric, call.gpus);
    ScaleOptions options;
    options.metric = call.metric.empty() ? natural_metric(prepared) : *scale_metric(call.metric);
    options.replan = call.input.replan;
    options.onsets = true;
    options.ideal = call.ideal;
    std::vector<double> sizes = all_sizes(fabric, asked);
    if (call.ideal > 0) sizes.push_back(call.ideal);
    ScaleOutput output{scale(prepared, sizes, options), work_of(prepared), {}, {}};
    ScaleResult& result = output.study;
    std::vector<ScaleQuantity> shown;
    for (const std::string& name : call.shown) {
        shown.push_back(*scale_quantity(name));
        if (const auto known = require_quantity(shown.back(), result); !known)
            return report(in_project(call.input.path, known.error()));
    }
    find_border_mitigations(prepared, options, result);
    output.law = serial_law(result);
    for (const Scenario& other : others)
        output.overlays.push_back(scenario_curve(other, project.catalog(), sizes, options));
    if (call.ideal > 0 && result.ideal_gpus > 0 && result.ideal_gpus != call.ideal)
        fmt::print(stderr, "note: {} do not run and cannot be the ideal: each GPU as of {}\n",
                   gpus_text(call.ideal), gpus_text(result.ideal_gpus));
    const bool any = std::ranges::any_of(result.points, &ScalePoint::feasible);
    if (!call.input.json) {
        const ScalePrint printed{output, asked, shown, call.law, call.dense};
        printed.print();
        if (std::ranges::max(asked) > result.drawn_gpus) print_room(project.answers());
    } else {
        // Borders are called by the nearest size of the whole study, as in the text.
        nlohmann::ordered_json json = scale_json(output);
        keep_asked(asked, call.dense, json);
        for (nlohmann::ordered_json& overlay : json["overlays"])
            keep_asked(asked, call.dense, overlay["study"]);
        print_json(json);
    }
    return any ? Exit::done : Exit::answer_is_no;
}

} // namespace

void add_scale(const Command& program) {
    const Command command =
        program.add_subcommand("scale", "The three scaling regimes: the project over GPU counts");
    command.footer("Example: roofrack-cli scale samples/llama3-405b-16k.roofrack.json --gpus 1024:131072 "
                   "--metric goodput");
    auto options = std::make_shared<ScaleCall>();
    options->input.add_to(command);
    command.add_option("--gpus", options->gpus, "A:B (powers of two and both ends) or A,B,C");
    command
        .add_option("--metric", options->metric,
                    "goodput, throughput, fixed-batch or time-to-loss; goodput, and throughput for a profile "
                    "measured on one GPU")
        .one_of({"throughput", "fixed-batch", "goodput", "time-to-loss"});
    options->input.add_replan_to(command);
    command.add_option("--ideal", options->ideal, "the size whose rate a GPU is the ideal; the best of all")
        .between(1, 1e9);
    command
        .add_option(
            "--supply-growth", options->supply_growth,
            "what of the place follows the GPUs: plant (cooling, not the site's power limit), none or "
            "all; as the project says")
        .one_of({"plant", "none", "all"});
    std::vector<std::string> names;
    for (const ScaleQuantity quantity : scale_quantities) names.emplace_back(name_of(quantity));
    command
        .add_option("--show", options->shown,
                    "what to print of each size, with its band: rate, speedup, efficiency, days, dollars, "
                    "energy; may be given again")
        .delimiter(',')
        .one_value_each()
        .one_of(names);
    command
        .add_option("--overlay", options->overlays,
                    "another scenario of the project beside it, by name; may be given again")
        .one_value_each();
    command.add_flag("--amdahl", options->law,
                     "what of the step more GPUs do not divide, and how far that lets a fixed batch go");
    command.add_flag("--dense", options->dense,
                     "print all counts of the curve between the smallest and the largest that are asked for");
    command.callback([options] { return run_scale(*options); });
}

} // namespace roofrack::cli
