// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/measure/curves/scaling_curve.h"
#include "core/measured/runs/run_files.h"
#include "widgets/editor/commands/add_items.h"
#include "widgets/editor/commands/add_scenario.h"
#include "widgets/editor/commands/move_elements.h"
#include "widgets/editor/commands/remove_items.h"
#include "widgets/editor/commands/remove_scenario.h"
#include "widgets/editor/commands/rename_element.h"
#include "widgets/editor/commands/rename_scenario.h"
#include "widgets/editor/commands/set_elements.h"
#include "widgets/editor/commands/set_links.h"
#include "widgets/editor/commands/set_member.h"
#include "widgets/editor/commands/set_scenario.h"
#include "widgets/editor/commands/set_scenario_value.h"
#include "widgets/editor/commands/set_waivers.h"
#include "widgets/editor/document.h"
#include "widgets/editor/fragment.h"

#include <random>
#include <set>

namespace roofrack::test {

inline Element element(std::string id, ElementKind kind, std::string parent = {}, Position position = {}) {
    Element made;
    made.id = std::move(id);
    made.kind = kind;
    made.parent = std::move(parent);
    made.position = position;
    return made;
}

inline Link link(std::string id, std::string from, std::string to) {
    Link made;
    made.id = std::move(id);
    made.from = std::move(from);
    made.to = std::move(to);
    return made;
}

/// Two racks with a server each, a leaf and a spine.
inline Project two_racks() {
    Project project;
    project.name = "Two racks";
    Scenario& base = project.scenarios.emplace_back();
    base.name = "Base";
    base.cluster.elements = {
        element("site", ElementKind::site),
        element("rack-a", ElementKind::rack, "site", {0, 200}),
        element("dgx-a", ElementKind::server, "rack-a"),
        element("rack-b", ElementKind::rack, "site", {160, 200}),
        element("dgx-b", ElementKind::server, "rack-b"),
        element("leaf", ElementKind::switch_, "site", {80, 96}),
        element("spine", ElementKind::switch_, "site", {80, 0}),
    };
    base.cluster.links = {link("a-leaf", "dgx-a", "leaf"), link("b-leaf", "dgx-b", "leaf"),
                          link("up", "leaf", "spine")};
    return project;
}

/// Draws random commands that fit the document, some of them without effect.
class Dice {
public:
    explicit Dice(unsigned seed)
        : m_random(seed) {}
    /// 0 … n − 1, the same on every platform.
    int below(int n) { return static_cast<int>(m_random() % static_cast<unsigned>(n)); }

    std::unique_ptr<EditCommand> command(Document& document, CommandKind kind) {
        const Cluster& cluster = document.cluster();
        const int number = below(1000);
        const std::string text = "n" + std::to_string(number);
        switch (kind) {
        case CommandKind::move_elements: {
            MoveElements::Positions positions;
            for (int i = 0; i <= below(3); ++i)
                positions[any(cluster.elements)] = {8.0 * below(50), 8.0 * below(50)};
            return std::make_unique<MoveElements>(document, positions);
        }
        case CommandKind::set_elements: {
            std::vector<Element> updated;
            std::set<std::string> ids;
            for (int i = 0; i <= below(3); ++i) ids.insert(any(cluster.elements));
            for (const std::string& id : ids) {
                if (!cluster.find(id)) continue;
                updated.push_back(*cluster.find(id));
                updated.back().count = std::max(1, below(64));
                if (below(2)) updated.back().power_limit = Watts(1000.0 * below(40));
                if (below(4) == 0) updated.back().parent.clear();
                if (below(8) == 0) updated.back().parent = any(cluster.elements); // a circle, too
            }
            return std::make_unique<SetElements>(document, updated, QStringLiteral("power limit"));
        }
        case CommandKind::rename_element:
            return std::make_unique<RenameElement>(document, any(cluster.elements), text);
        case CommandKind::set_links: {
            std::vector<Link> updated;
            if (const Link* present = cluster.find_link(any(cluster.links))) {
                updated.push_back(*present);
                updated.back().count = 1 + below(4);
                updated.back().pattern = below(2) ? LinkPattern::rail : LinkPattern::mesh;
            }
            return std::make_unique<SetLinks>(document, updated, QStringLiteral("pattern"));
        }
        case CommandKind::add_items: {
            Fragment fragment;
            fragment.elements = {element("new", ElementKind::rack, any(cluster.elements)),
                                 element("box", ElementKind::server, "new"),
                                 element("box-2", ElementKind::server, "new"),
                                 element("tor", ElementKind::switch_)};
            fragment.links = {link("wire", "box", any(cluster.elements)), link("up", "box-2", "tor")};
            if (below(2)) fragment = copy_fragment(cluster, {any(cluster.elements)});
            fragment = renamed_for(cluster, fragment, {16, 16});
            return std::make_unique<AddItems>(document, fragment.elements, fragment.links);
        }
        case CommandKind::remove_items: {
            std::string gone = any(cluster.elements);
            // A site would take all with it: seldom, or the walk is over empty drawings.
            if (const Element* found = cluster.find(gone); found && is_container(found->kind) && below(8))
                gone = "none";
            return std::make_unique<RemoveItems>(
                document, std::vector{gone, below(2) ? any(cluster.links) : std::string("none")});
        }
        case CommandKind::set_waivers: {
            std::vector<Waiver> waivers = cluster.waivers;
            if (below(3) == 0)
                waivers.clear();
            else
                waivers.push_back({"rack-no-feed", {any(cluster.elements), any(cluster.elements)}, text});
            return std::make_unique<SetWaivers>(document, std::move(waivers), QStringLiteral("Waive"));
        }
        case CommandKind::set_workload: {
            Workload workload = document.scenario().workload;
            workload.global_batch = 16 * below(4);
            return std::make_unique<SetWorkload>(document, workload, QStringLiteral("global batch"));
        }
        case CommandKind::set_plan: {
            Plan plan = document.scenario().plan;
            plan.tp = 1 << below(4);
            return std::make_unique<SetPlan>(document, plan, QStringLiteral("tensor parallel"));
        }
        case CommandKind::set_site: {
            Site site = document.scenario().site;
            site.wet_bulb = Celsius(10 + below(10));
            return std::make_unique<SetSite>(document, site, QStringLiteral("wet bulb"));
        }
        case CommandKind::set_calibration: {
            Calibration calibration = document.scenario().calibration;
            calibration.compute_factor = 1 + 0.125 * below(4);
            return std::make_unique<SetCalibration>(document, calibration, QStringLiteral("calibration"));
        }
        case CommandKind::set_measured_curves: {
            std::vector<MeasuredCurve> curves = document.scenario().measured_curves;
            MeasuredCurve curve;
            curve.name = text;
            curve.points = {{8, 1.0 + below(9), 1}, {16, 3.0 + below(9), 1}};
            if (below(3) == 0)
                curves.clear();
            else
                attach_curves(curves, {curve});
            return std::make_unique<SetMeasuredCurves>(document, curves,
                                                       QStringLiteral("Add measured curve"));
        }
        case CommandKind::set_measured_runs: {
            std::vector<KeptRun> runs = document.project().runs;
            KeptRun run;
            run.name = text.empty() ? "run" : text;
            run.files.resize(1 + static_cast<size_t>(below(3)));
            for (RunFile& file : run.files) file.path = "/traces/rank" + std::to_string(below(9)) + ".json";
            if (below(3) == 0)
                runs.clear();
            else
                static_cast<void>(add_run(runs, std::move(run)));
            return std::make_unique<SetMeasuredRuns>(document, runs, QStringLiteral("Add measured run"));
        }
        case CommandKind::set_comparison: {
            ComparisonChoice choice = document.project().comparison;
            choice.reference = document.scenario().name;
            choice.at_equal = below(2) ? "power" : "";
            choice.averaged = below(2);
            choice.by_parts = below(2);
            choice.tried = below(2) ? "/plan/tp=1,2," + text : std::string();
            if (below(2)) choice.tried_figures = {"step.mfu", text};
            return std::make_unique<SetComparison>(document, choice);
        }
        case CommandKind::set_deck: {
            Deck deck = document.project().deck;
            Slide slide;
            slide.view = below(2) ? "verdict" : "scaling";
            slide.scenario = below(2) ? document.scenario().name : std::string();
            slide.note = text;
            if (deck.slides.size() > 3 || (below(4) == 0 && !deck.slides.empty()))
                deck.slides.erase(deck.slides.begin());
            else
                deck.slides.push_back(std::move(slide));
            return std::make_unique<SetDeck>(document, deck, QStringLiteral("Add slide"));
        }
        case CommandKind::set_style: {
            HouseStyle style;
            style.name = text;
            if (below(2)) style.colours.accent = "#E4002B";
            if (below(3) == 0) style.footer = "{project}, {page}";
            return std::make_unique<SetStyle>(document, std::move(style), QStringLiteral("Choose style"));
        }
        case CommandKind::set_uncertain: {
            std::vector<UncertainInput> inputs = document.scenario().uncertain;
            if (!inputs.empty() && below(2) == 0)
                inputs.pop_back();
            else if (inputs.empty()) {
                UncertainInput input;
                input.input = "/site/electricity_price";
                input.kind = SpreadKind::normal;
                input.low = 0.01 * (1 + below(5));
                input.high = 0.2;
                inputs.push_back(std::move(input));
            }
            return std::make_unique<SetUncertain>(document, inputs, QStringLiteral("uncertain"));
        }
        case CommandKind::set_scenario: {
            Scenario scenario = document.scenario();
            scenario.plan.pp = 1 + below(4);
            scenario.workload.sequence = 1024 * below(4);
            return std::make_unique<SetScenario>(document, scenario, QStringLiteral("Apply what-if"));
        }
        case CommandKind::add_scenario:
            return below(2) ? AddScenario::duplicate(document) : AddScenario::duplicate(document, text);
        case CommandKind::remove_scenario: return std::make_unique<RemoveScenario>(document);
        case CommandKind::rename_scenario:
            return std::make_unique<RenameScenario>(document, below(3) ? text : "Base");
        }
        return nullptr;
    }

    /// The id of an item, now and then one that does not exist.
    template<class Item>
    std::string any(const std::vector<Item>& items) {
        if (items.empty() || below(20) == 0) return "none";
        return items[static_cast<size_t>(below(static_cast<int>(items.size())))].id;
    }

private:
    std::mt19937 m_random;
};

} // namespace roofrack::test
