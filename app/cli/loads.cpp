// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/project_input.h"

#include "core/engine/drawing_loads.h"
#include "core/report/json_number.h"
#include "core/units/quantity_text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace roofrack::cli {

namespace {

using Json = nlohmann::ordered_json;

struct Report {
    const Scenario& scenario;
    DrawingLoads loads;

    const Link& link(int index) const { return scenario.cluster.links[static_cast<size_t>(index)]; }
    std::string level_of(const FabricPlaces::Placed& placed) const {
        return loads.places.levels[static_cast<size_t>(placed.level)].name;
    }
    std::string level_of(const LinkLoad& load) const {
        const auto found = std::ranges::find(loads.places.links, load.id, &FabricPlaces::Placed::id);
        return found == loads.places.links.end() ? std::string() : level_of(*found);
    }
};

Json optional_watts(const std::optional<Watts>& value) {
    return value ? finite_or_null(value->si()) : Json(nullptr);
}
Json text_or_null(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }
Json share(Watts load, const std::optional<Watts>& limit) {
    return limit && *limit > Watts(0) ? finite_or_null(load / *limit) : Json(nullptr);
}

Json to_json(const Report& report) {
    Json links = Json::array(), power = links, units = links, levels = links, elements = links;
    for (const LinkLoad& load : report.loads.links) {
        const Link& link = report.link(load.link);
        Json parts = Json::array();
        for (const PartLoad& part : load.parts)
            parts.push_back({{"part", name_of(part.part)},
                             {"bytes", finite_or_null(part.bytes.si())},
                             {"running_s", finite_or_null(part.running.si())},
                             {"load", finite_or_null(part.load)}});
        links.push_back({{"id", link.id},
                         {"from", link.from},
                         {"to", link.to},
                         {"level", text_or_null(report.level_of(load))},
                         {"capacity", finite_or_null(load.capacity.si())},
                         {"limit", finite_or_null(load.limit.si())},
                         {"mean", finite_or_null(load.mean.si())},
                         {"mean_load", finite_or_null(load.mean_load())},
                         {"load", finite_or_null(load.load())},
                         {"by", load.parts.empty() ? Json(nullptr) : Json(name_of(load.parts.front().part))},
                         {"parts", std::move(parts)}});
    }
    for (const FacilityLinkLoad& load : report.loads.facility_links)
        power.push_back({{"id", load.id},
                         {"unit", load.unit},
                         {"kind", name_of(load.kind)},
                         {"load_w", finite_or_null(load.load.si())},
                         {"limit_w", optional_watts(load.limit)},
                         {"load", share(load.load, load.limit)}});
    for (const Budget& unit : report.loads.units)
        units.push_back({{"id", unit.id},
                         {"kind", name_of(unit.kind)},
                         {"load_w", finite_or_null(unit.load.si())},
                         {"limit_w", optional_watts(unit.limit)},
                         {"load", share(unit.load, unit.limit)}});
    for (const FabricPlace& place : report.loads.places.levels)
        levels.push_back({{"name", place.name}, {"block_gpus", finite_or_null(place.block_gpus)}});
    for (const FabricPlaces::Placed& placed : report.loads.places.elements)
        elements.push_back({{"id", placed.id}, {"level", report.level_of(placed)}});
    return {{"links", links}, {"power", power}, {"units", units}, {"levels", levels}, {"elements", elements}};
}

std::string per_cent(double value) { return fmt::format("{:.0f} %", 100 * value); }
std::string per_cent(Watts load, const std::optional<Watts>& limit) {
    return limit && *limit > Watts(0) ? per_cent(load / *limit) : "–";
}
std::string rate(ByteRate value) { return format_quantity(value.si(), Dimension::byte_rate); }
std::string watts(Watts value) { return format_quantity(value.si(), Dimension::power); }

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

void print_links(const Report& report) {
    Column id("link"), level("level");
    for (const LinkLoad& load : report.loads.links) {
        id.hold(load.id);
        level.hold(report.level_of(load));
    }
    fmt::print("{:<{}}{:<{}}{:>12}{:>12}{:>8}{:>8}  {}\n", "link", id.width(), "level", level.width(),
               "limit", "mean", "mean", "load", "while");
    for (const LinkLoad& load : report.loads.links)
        fmt::print("{:<{}}{:<{}}{:>12}{:>12}{:>8}{:>8}  {}\n", load.id, id.width(), report.level_of(load),
                   level.width(), rate(load.limit), rate(load.mean), per_cent(load.mean_load()),
                   per_cent(load.load()), load.parts.empty() ? "–" : label_of(load.parts.front().part));
}

void print_units(const Report& report) {
    Column id("feed or cooler");
    for (const Budget& unit : report.loads.units) id.hold(unit.id);
    fmt::print("\n{:<{}}{:<8}{:>12}{:>12}{:>8}\n", "feed or cooler", id.width(), "kind", "limit", "load",
               "load");
    for (const Budget& unit : report.loads.units)
        fmt::print("{:<{}}{:<8}{:>12}{:>12}{:>8}\n", unit.id, id.width(), name_of(unit.kind),
                   unit.limit ? watts(*unit.limit) : "unknown", watts(unit.load),
                   per_cent(unit.load, unit.limit));
}

void print(const Report& report) {
    if (report.loads.links.empty())
        fmt::print("no link of the network carries anything\n");
    else
        print_links(report);
    if (!report.loads.units.empty()) print_units(report);
    if (!report.loads.places.levels.empty()) fmt::print("\n{:<24}{:>12}\n", "level", "GPUs");
    for (const FabricPlace& place : report.loads.places.levels)
        fmt::print("{:<24}{:>12}\n", place.name, format_count(place.block_gpus));
}

void run(const ProjectInput& input, int& exit_code) {
    const Catalog& catalog = Catalog::built_in();
    const auto scenario = input.load(catalog);
    if (!scenario) {
        exit_code = report(scenario.error());
        return;
    }
    const auto prepared = Prepared::make(*scenario, catalog);
    if (!prepared) {
        Diagnostic error = prepared.error();
        error.where = input.path + ": " + error.where;
        exit_code = report(error);
        return;
    }
    EvaluateOptions options;
    options.findings = false;
    const Evaluation evaluation = evaluate(*prepared, options);
    const Report made{*scenario, drawing_loads(*prepared, evaluation, catalog)};
    if (input.json)
        fmt::print("{}\n", to_json(made).dump(2));
    else
        print(made);
    exit_code = evaluation.feasible ? Exit::done : Exit::answer_is_no;
}

} // namespace

void add_loads(CLI::App& app, int& exit_code) {
    CLI::App* command = app.add_subcommand(
        "loads", "What each link, feed and cooler of the drawing carries during a step, and its limit");
    command->footer("Example: roofrack-cli loads samples/llama3-405b-16k.roofrack.json");
    auto input = std::make_shared<ProjectInput>();
    input->add_to(*command);
    command->callback([input, &exit_code] { run(*input, exit_code); });
}

} // namespace roofrack::cli
