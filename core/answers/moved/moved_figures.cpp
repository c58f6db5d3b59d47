// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/moved/moved_figures.h"

#include "core/answers/compare/compared_figures.h"

#include "core/answers/compare/comparison.h"
#include "core/answers/figure_index.h"
#include "core/base/constants/changed_defaults.h"
#include "core/drawing/project/project_file.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <set>

namespace roofrack {

namespace {

constexpr double rounding = 1e-9; ///< share by which a figure may differ and has not moved

bool is_another(double was, double now) {
    return std::abs(now - was) > rounding * std::max(std::abs(was), std::abs(now));
}

/// A project under a catalogue: its parts are read anew, since they stand in the project by their ids.
class AskedProject {
public:
    AskedProject(const Project& project, Catalog catalog, const Catalog& written_with,
                 const std::filesystem::path& folder)
        : m_catalog(std::make_unique<const Catalog>(std::move(catalog)))
        , m_folder(folder) {
        auto read = parse_project(project_text(project, written_with), *m_catalog);
        if (read) m_project = std::move(read->project);
    }
    /// None: the scenario is not there, or has no such figure; `why` says so.
    std::optional<double> figure(const std::string& scenario, const std::string& name, std::string& why) {
        row = nullptr;
        const Answers* const answers = answers_of(scenario);
        if (!answers) {
            why = "there is no such scenario";
            return std::nullopt;
        }
        const auto reading = ask_figure(*answers, name);
        if (!reading)
            why = reading.error().what;
        else if (!reading->absent.empty())
            why = reading->absent;
        else if (!std::isfinite(reading->number))
            why = "it is not a number";
        else {
            row = reading->row;
            return reading->number;
        }
        return std::nullopt;
    }
    const figures::Row* row = nullptr; ///< what the last figure was

private:
    const Answers* answers_of(const std::string& scenario) {
        if (const auto known = m_answers.find(scenario); known != m_answers.end()) return known->second.get();
        const Scenario* const found = m_project.find_scenario(scenario);
        if (!found) return nullptr;
        Snapshot snapshot;
        snapshot.scenario = std::make_shared<const Scenario>(*found);
        snapshot.folder = m_folder;
        return (m_answers[scenario] = std::make_unique<const Answers>(std::move(snapshot), *m_catalog)).get();
    }

    std::unique_ptr<const Catalog> m_catalog;
    std::filesystem::path m_folder;
    Project m_project;
    std::map<std::string, std::unique_ptr<const Answers>> m_answers;
};

/// Parts of the catalogue that the scenarios are made of, and what these are made of.
std::set<std::string> parts_of(const Project& project, const Catalog& catalog) {
    std::set<std::string> out;
    std::vector<const Part*> open;
    const auto add = [&](std::string_view id) {
        const Part* const part = catalog.part(id);
        if (part && part->id == id && out.insert(part->id).second) open.push_back(part);
    };
    for (const Scenario& scenario : project.scenarios) {
        for (const Element& element : scenario.cluster.elements) add(element.part.id);
        for (const Link& link : scenario.cluster.links) add(link.cable);
    }
    while (!open.empty()) {
        const Part* const part = open.back();
        open.pop_back();
        for (const auto& [key, text] : part->text) add(text);
    }
    return out;
}

std::vector<KeptConstant> constants_of(const Project& project, const Catalog& catalog) {
    std::vector<KeptConstant> out;
    for (const auto& [path, constant] : catalog.defaults().figures) out.push_back({path, constant.value, {}});
    for (const std::string& id : parts_of(project, catalog))
        for (const auto& [key, figure] : catalog.part(id)->figures)
            if (figure.value) out.push_back({id + '/' + key, *figure.value, {}});
    if (out.size() > most_kept_constants) out.resize(most_kept_constants);
    return out;
}

/// What the constant is now; none: it is no more.
struct NowConstant {
    std::optional<double> value;
    std::string unit, source;
};
NowConstant constant_now(const std::string& id, const Catalog& catalog) {
    const size_t slash = id.find('/');
    if (slash == std::string::npos) {
        const Constant* const constant = catalog.defaults().figure(id);
        return constant ? NowConstant{constant->value, constant->unit, constant->source} : NowConstant{};
    }
    const Part* const part = catalog.part(id.substr(0, slash));
    if (!part) return {};
    const auto figure = part->figures.find(id.substr(slash + 1));
    return figure == part->figures.end() ? NowConstant{}
                                         : NowConstant{figure->second.value, {}, figure->second.source};
}

/// The catalogue with old values of these constants. None: one of them can be set no more.
std::optional<Catalog> with_old(const Catalog& catalog, const std::vector<const ChangedConstant*>& changed) {
    Catalog out = catalog;
    std::map<std::string, double> constants;
    for (const ChangedConstant* each : changed) {
        const size_t slash = each->id.find('/');
        if (slash == std::string::npos) {
            constants[each->id] = each->was;
            continue;
        }
        auto with = out.with(each->id.substr(0, slash), each->id.substr(slash + 1), each->was);
        if (!with) return std::nullopt;
        out = std::move(*with);
    }
    if (constants.empty()) return out;
    auto defaults = defaults_with(constants);
    if (!defaults) return std::nullopt;
    return out.with(std::move(*defaults));
}

} // namespace

KeptFigures figures_to_keep(const Project& project, const Catalog& catalog,
                            const std::filesystem::path& folder, std::string program) {
    KeptFigures out;
    out.program = std::move(program);
    AskedProject asked(project, catalog, catalog, folder);
    std::vector<std::string> names = first_figures();
    for (const std::string& name : project.comparison.figures)
        if (std::ranges::find(names, name) == names.end() && !name.starts_with('/')) names.push_back(name);
    std::string why;
    for (const Scenario& scenario : project.scenarios)
        for (const std::string& name : names) {
            const auto full = figure_named(name);
            if (!full) continue;
            if (const auto value = asked.figure(scenario.name, *full, why))
                out.figures.push_back({scenario.name, *full, *value, {}});
        }
    if (out.figures.size() > most_kept_figures) out.figures.resize(most_kept_figures);
    out.constants = constants_of(project, catalog);
    return out;
}

Result<MovedFigures> moved_figures(const Project& project, const Catalog& catalog,
                                   const std::filesystem::path& folder, const std::stop_token& stop) {
    if (project.kept.figures.empty())
        return fail("/kept", "the project keeps no figures",
                    "keep them: roofrack-cli moved PROJECT --keep -o FILE");
    MovedFigures out;
    out.program = project.kept.program;
    for (const KeptConstant& each : project.kept.constants) {
        const NowConstant now = constant_now(each.id, catalog);
        if (!now.value || is_another(each.value, *now.value))
            out.constants.push_back({each.id, each.value, now.value, now.unit, now.source});
    }
    AskedProject asked(project, catalog, catalog, folder);
    for (const KeptFigure& kept : project.kept.figures) {
        if (stop.stop_requested()) return fail("", "stopped", "ask again");
        MovedFigure moved{.scenario = kept.scenario,
                          .figure = kept.figure,
                          .row = nullptr,
                          .was = kept.value,
                          .now = {},
                          .absent = {},
                          .has_moved = false,
                          .by_constants = {},
                          .by_rest = {},
                          .effects = {}};
        moved.now = asked.figure(kept.scenario, kept.figure, moved.absent);
        moved.row = asked.row;
        moved.has_moved = !moved.now || is_another(kept.value, *moved.now);
        out.moved += moved.has_moved;
        out.figures.push_back(std::move(moved));
    }
    std::vector<const ChangedConstant*> changed;
    for (const ChangedConstant& each : out.constants)
        if (each.now) changed.push_back(&each);
    if (out.moved == 0) return out;
    std::string why;
    const auto effect_of = [&](const std::vector<const ChangedConstant*>& old, auto take) {
        auto with = with_old(catalog, old);
        if (!with) return;
        AskedProject before(project, std::move(*with), catalog, folder);
        for (MovedFigure& each : out.figures) {
            if (!each.has_moved || !each.now || stop.stop_requested()) continue;
            if (const auto value = before.figure(each.scenario, each.figure, why))
                take(each, *each.now - *value);
        }
    };
    for (size_t i = 0; i < out.constants.size(); ++i)
        if (out.constants[i].now)
            effect_of({&out.constants[i]}, [&](MovedFigure& each, double change) {
                if (std::abs(change) > rounding * std::abs(*each.now)) each.effects.push_back({i, change});
            });
    const auto split = [](MovedFigure& each, double change) {
        each.by_constants = change;
        each.by_rest = *each.now - each.was - change;
    };
    effect_of(changed, split);
    for (MovedFigure& each : out.figures)
        std::ranges::stable_sort(each.effects, std::ranges::greater(),
                                 [](const ConstantEffect& effect) { return std::abs(effect.change); });
    if (stop.stop_requested()) return fail("", "stopped", "ask again");
    return out;
}

} // namespace roofrack
