// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/base/columns.h"
#include "app/cli/base/load_option.h"
#include "app/cli/base/output.h"
#include "app/cli/base/project_answers.h"
#include "app/cli/base/project_input.h"
#include "core/answers/report/drawing/rack_json.h"
#include "core/answers/step_answers.h"
#include "core/base/units/quantity_text.h"
#include "core/drawing/project/named_element.h"
#include "core/drawing/rack_layout.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>

namespace roofrack::cli {

namespace {

struct RackOptions {
    ProjectInput input;
    std::string rack;
    LoadOption load;
};

std::optional<double> si_of(const std::optional<Watts>& value) {
    return value ? std::optional(value->si()) : std::nullopt;
}
std::string text_of(std::optional<double> value) {
    return value ? format_quantity(*value, Dimension::power) : "not known";
}

void print(const RackLayout& rack, const RackState* state, std::optional<StandingLoad> assumed) {
    print_text("{}{}{}: {:g} of {} U\n\n", rack.name, rack.count > 1 ? fmt::format(" × {}", rack.count) : "",
               rack.part.empty() ? "" : ", " + rack.part, rack.used, rack.units);
    const size_t width = column_width(28, rack.devices, &RackDevice::name);
    print_text("{:>7}  {:<{}}{:>8}{:>6}{:>12}{:>12}{:>12}\n", "U", "device", width, "height", "GPUs", "power",
               "to air", "to liquid");
    for (const RackDevice& device : rack.devices) {
        const auto heat = [&](double share) {
            return text_of(device.power ? std::optional(*device.power * share) : std::nullopt);
        };
        const std::string units =
            device.height > 1 ? fmt::format("{}–{}", device.u, device.top()) : fmt::format("{}", device.u);
        print_text("{:>7}  {:<{}}{:>6} U{:>6}{:>12}{:>12}{:>12}{}\n", units, device.name, width,
                   device.height, device.gpus > 0 ? fmt::format("{}", device.gpus) : "",
                   text_of(device.power), heat(1 - device.liquid_share), heat(device.liquid_share),
                   device.fits ? "" : "  does not fit");
    }
    if (rack.left_out > 0) print_text("and {} more\n", rack.left_out);
    print_text("\nnameplates {}", rack.power_known ? text_of(rack.power) : "not known");
    if (state)
        print_text(" · {} {} of {} · heat {} of {}", assumed ? text_of(*assumed) : "in the step",
                   text_of(state->power.si()), text_of(si_of(state->limit)),
                   text_of((state->heat_to_air + state->heat_to_liquid).si()),
                   text_of(si_of(state->cooling_limit)));
    print_text("\n");
}

int run_rack(const RackOptions& options) {
    const ProjectAnswers project(options.input);
    const Cluster& cluster = project.answers().scenario().cluster;
    const auto named = named_element(cluster, options.rack);
    if (!named && std::ranges::find(cluster.elements, options.rack, &Element::name) != cluster.elements.end())
        return report({options.input.path, named.error().what, named.error().fix});
    const auto layout =
        named ? rack_layout(cluster, project.catalog(), (*named)->id) : std::optional<RackLayout>();
    if (!layout) {
        std::string known;
        for (const Element& element : cluster.elements)
            if (element.kind == ElementKind::rack && known.size() < 200)
                known += (known.empty() ? "" : ", ") + element.id;
        return report({options.input.path, fmt::format("no rack has the id or name '{}'", options.rack),
                       known.empty() ? "draw a rack" : "choose one of " + known});
    }
    // Loads and limits are of the step, or of a load that is assumed; the front needs neither.
    std::vector<RackState> racks = project.need<Evaluation>().power.racks;
    std::optional<StandingLoad> assumed = options.load.given();
    if (assumed || racks.empty()) {
        const Scenario& scenario = project.answers().scenario();
        if (!assumed) assumed = standing_load_of(scenario.site);
        auto facility = standing_facility(scenario.cluster, scenario.site, project.catalog(), *assumed);
        if (!facility && options.load.given())
            throw BadInput{in_project(options.input.path, facility.error())};
        racks = facility ? facility->state_of(DutyCycle(), 1).racks : std::vector<RackState>();
    }
    const auto state = std::ranges::find(racks, layout->id, &RackState::id);
    const RackState* const known = state == racks.end() ? nullptr : &*state;
    if (options.input.json)
        print_json(rack_json(*layout, known, assumed ? name_of(*assumed) : "step"));
    else
        print(*layout, known, assumed);
    return std::ranges::all_of(layout->devices, &RackDevice::fits) ? Exit::done : Exit::answer_is_no;
}

} // namespace

void add_rack(const Command& program) {
    const Command command = program.add_subcommand(
        "rack", "The front of a rack: what stands at which unit, its power and its heat");
    command.footer("Example: roofrack-cli rack samples/dgx-h100-su.roofrack.json row-a");
    const auto options = std::make_shared<RackOptions>();
    options->input.add_to(command);
    command.add_option("RACK", options->rack, "its id, or its name where no other has it").required();
    options->load.add_to(command);
    command.callback([options] { return run_rack(*options); });
}

} // namespace roofrack::cli
