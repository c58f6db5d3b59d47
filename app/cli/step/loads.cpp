// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/base/columns.h"
#include "app/cli/base/output.h"
#include "app/cli/base/project_answers.h"
#include "app/cli/base/project_input.h"

#include "core/answers/facility_answers.h"
#include "core/answers/report/drawing/loads_json.h"
#include "core/answers/step_answers.h"
#include "core/base/units/limit_share_text.h"
#include "core/base/units/quantity_text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace roofrack::cli {

namespace {

std::string per_cent(double value) { return fmt::format("{:.0f} %", 100 * value); }
std::string per_cent(const std::optional<double>& share) { return share ? per_cent(*share) : "not known"; }
std::string rate(ByteRate value) { return format_quantity(value.si(), Dimension::byte_rate); }
std::string load_text(Watts value) { return format_quantity(value.si(), Dimension::power); }

/// Width of a column that holds each of the texts.
class Column {
public:
    explicit Column(std::string_view title)
        : m_width(title.size()) {}
    void hold(std::string_view text) { m_width = std::max(m_width, text.size()); }
    size_t width() const { return m_width + 2; }

private:
    size_t m_width;
};

void print_links(const DrawingLoads& loads) {
    Column id("link"), level("level");
    const std::vector<std::string> levels = levels_of(loads);
    for (const LinkLoad& load : loads.links) id.hold(load.id);
    for (const std::string& name : levels) level.hold(name);
    print_text("{:<{}}{:<{}}{:>12}{:>12}{:>11}{:>11}  {}\n", "link", id.width(), "level", level.width(),
               "limit", "mean", "mean", "load", "while");
    for (size_t i = 0; i < levels.size(); ++i) {
        const LinkLoad& load = loads.links[i];
        print_text("{:<{}}{:<{}}{:>12}{:>12}{:>11}{:>11}  {}\n", load.id, id.width(), levels[i],
                   level.width(), rate(load.limit), rate(load.mean), per_cent(load.mean_load()),
                   per_cent(load.load()), load.parts.empty() ? "–" : label_of(load.parts.front().part));
    }
}

void print_units(const DrawingLoads& loads) {
    Column id("feed or cooler");
    for (const Budget& unit : loads.units) id.hold(unit.id);
    print_text("\n{:<{}}{:<8}{:>12}{:>12}{:>11}\n", "feed or cooler", id.width(), "kind", "limit", "load",
               "load");
    for (const Budget& unit : loads.units)
        print_text("{:<{}}{:<8}{:>12}{:>12}{:>11}\n", unit.id, id.width(), name_of(unit.kind),
                   unit.limit ? load_text(*unit.limit) : "not known", load_text(unit.load),
                   per_cent(unit.share()));
}

void print_spares(const std::vector<SpareMargin>& spares) {
    if (spares.empty()) return;
    Column id("after the worst single failure");
    for (const SpareMargin& spare : spares) id.hold(spare.id);
    print_text("\n{:<{}}{:<8}{:>12}{:>12}{:>20}  {}\n", "after the worst single failure", id.width(), "of",
               "load", "left for it", "margin", "one of these fails");
    for (const SpareMargin& spare : spares) {
        const bool nothing = !std::isfinite(spare.share);
        print_text("{:<{}}{:<8}{:>12}{:>12}{:>20}  {}\n", spare.id, id.width(),
                   spare.is_cooling ? "heat" : "power", load_text(spare.load),
                   nothing ? "nothing" : load_text(spare.load / spare.share),
                   nothing ? "–" : limit_margin_text(spare.margin()), spare.failure);
    }
}

void print(const DrawingLoads& loads, const std::vector<SpareMargin>& spares) {
    if (loads.links.empty())
        print_text("no link of the network carries anything\n");
    else
        print_links(loads);
    if (!loads.units.empty()) print_units(loads);
    print_spares(spares);
    const size_t width = column_width(24, loads.places.levels, &FabricPlace::name);
    if (!loads.places.levels.empty()) print_text("\n{:<{}}{:>12}\n", "level", width, "GPUs");
    for (const FabricPlace& place : loads.places.levels)
        print_text("{:<{}}{:>12}\n", place.name, width, format_count(place.block_gpus));
}

int run_loads(const ProjectInput& input) {
    const ProjectAnswers project(input);
    const auto& loads = project.need<DrawingLoads>();
    const FacilityLevels* const facility = project.answers().value<FacilityLevels>();
    const std::vector<SpareMargin> spares =
        facility && !facility->study.assumed ? facility->study.spares : std::vector<SpareMargin>{};
    if (input.json)
        print_json(loads_json(project.scenario().cluster, loads, spares));
    else
        print(loads, spares);
    return project.need<Evaluation>().feasible ? Exit::done : Exit::answer_is_no;
}

} // namespace

void add_loads(const Command& program) {
    const Command command = program.add_subcommand(
        "loads", "What each link, feed and cooler of the drawing carries during a step, and its limit");
    command.footer("Example: roofrack-cli loads samples/llama3-405b-16k.roofrack.json");
    auto input = std::make_shared<ProjectInput>();
    input->add_to(command);
    input->add_replan_to(command);
    command.callback([input] { return run_loads(*input); });
}

} // namespace roofrack::cli
