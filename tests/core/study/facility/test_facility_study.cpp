// SPDX-License-Identifier: GPL-3.0-or-later
// Power and heat of a step: energy closes at every place, budgets see what a meter would.
#include "core/base/catalog/catalog.h"
#include "core/drawing/project/project_file.h"
#include "core/facility/budget/hard_limit_violations.h"
#include "core/facility/budget/single_failures.h"
#include "core/facility/facility_inputs.h"
#include "core/step/engine/prepared_impl.h"
#include "core/study/facility/facility_findings.h"
#include "core/study/facility/facility_study.h"
#include "core/study/facility/power_caps.h"
#include "tests/support/drawing_in_words.h"
#include "tests/support/random_scenario.h"
#include "tests/support/rounds.h"
#include "tests/support/sample.h"

#include <QTest>
#include <map>
#include <random>
#include <set>

using namespace roofrack;

namespace {

/// A random drawing with units between its feeds and the grid, some of them too small.
Scenario random_site(std::mt19937& random) {
    Scenario out = test::random_scenario(random);
    const auto chance = [&](double p) { return std::bernoulli_distribution(p)(random); };
    const auto between = [&](double low, double high) {
        return std::uniform_real_distribution<double>(low, high)(random);
    };
    // These feeds instead of those, so that all of the power comes this way.
    std::erase_if(out.cluster.links, [&out](const Link& link) {
        const Element* from = out.cluster.find(link.from);
        return from && from->kind == ElementKind::feed;
    });
    std::erase_if(out.cluster.elements, [](const Element& each) { return each.kind == ElementKind::feed; });
    double power = 0;
    for (const Element& each : out.cluster.elements)
        if (each.kind == ElementKind::server)
            power += out.cluster.instances(each) * (each.part.id == "gb200-nvl72" ? 120e3 : 10e3);
    const auto add = [&](const char* id, ElementKind kind, int count, const char* supply, double capacity) {
        Element each;
        each.id = id;
        each.kind = kind;
        each.count = count;
        Part part;
        part.id = std::string("test-") + id;
        part.kind = PartKind::feed;
        part.text["supply"] = supply;
        part.figures["apparent_power"].value = capacity / count / 0.95;
        part.figures["power_factor"].value = 0.95;
        each.part.inline_part = part;
        each.part.id = part.id;
        out.cluster.elements.push_back(each);
    };
    const auto link = [&](const std::string& from, const std::string& to) {
        Link each;
        each.id = from + ">" + to;
        each.from = from;
        each.to = to;
        each.pattern = chance(0.5) ? LinkPattern::mesh : LinkPattern::each;
        out.cluster.links.push_back(each);
    };
    add("grid", ElementKind::feed, 1, "utility", power * between(0.9, 2));
    add("trafo", ElementKind::feed, 1 + static_cast<int>(between(0, 3)), "transformer",
        power * between(0.8, 2));
    add("ups", ElementKind::feed, 1 + static_cast<int>(between(0, 4)), "ups", power * between(0.7, 2));
    add("whip", ElementKind::feed, 64, "feed", power * between(0.8, 3));
    link("grid", "trafo");
    link("trafo", "ups");
    link("ups", "whip");
    Link racks;
    racks.id = "whip>rack";
    racks.from = "whip";
    racks.to = "rack";
    out.cluster.links.push_back(racks);
    if (chance(0.5)) out.site.power_limit = Watts(power * between(0.7, 1.6));
    out.site.grid.meter_window = Seconds(between(0.01, 30));
    return out;
}

Scenario sample(const std::string& name) {
    auto loaded =
        read_project(ROOFRACK_SOURCE_DIR "/samples/" + name + ".roofrack.json", Catalog::built_in());
    if (!loaded) qFatal("%s", loaded.error().text().c_str());
    return std::move(loaded->project.scenarios.front());
}

/// A scenario and what evaluate() says of it; nothing where it has no power.
struct Drawn {
    Prepared prepared;
    Evaluation evaluation;
    FacilityStudy study(FacilityDepth depth = FacilityDepth::levels) const {
        return facility_study(prepared, evaluation, depth);
    }
};
std::optional<Drawn> drawn(const Scenario& scenario, bool findings = false) {
    auto prepared = Prepared::make(scenario, Catalog::built_in());
    if (!prepared) return std::nullopt;
    EvaluateOptions options;
    options.findings = findings;
    Evaluation evaluation = evaluate(*prepared, options);
    if (!evaluation.has_power()) return std::nullopt;
    return Drawn{std::move(*prepared), std::move(evaluation)};
}

/// The highest mean over a window of a step that is repeated, in steps of a millisecond.
double simulated(const std::vector<double>& step, size_t window) {
    std::vector<double> sums(1, 0.0);
    const size_t rest = window % step.size(); // beside whole steps, which are all alike
    for (size_t i = 0; i < step.size() + rest; ++i) sums.push_back(sums.back() + step[i % step.size()]);
    const double whole = static_cast<double>(window / step.size()) * sums[step.size()];
    double highest = 0;
    for (size_t i = 0; i + rest < sums.size(); ++i)
        highest = std::max(highest, (whole + sums[i + rest] - sums[i]) / static_cast<double>(window));
    return highest;
}

/// W of a GPU of a server element.
double tdp_of(const Prepared& prepared, const std::string& server) {
    for (const RackModel& rack : prepared.impl().facility->inputs().racks)
        for (const ServerModel& model : rack.servers)
            if (model.group >= 0 &&
                prepared.fabric().groups[static_cast<size_t>(model.group)].element == server)
                return model.tdp;
    return 0;
}

} // namespace

class TestFacilityStudy : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void energy_closes_at_every_place();
    void a_budget_sees_what_a_meter_does();
    void levels_are_ordered_and_agree();
    void a_cut_feed_slows_all_and_costs();
    void a_bus_of_units_is_held_against_one_less();
    void coolers_are_held_against_those_left();
    void circuits_of_one_phase_leave_part_of_a_rating();
    void what_passes_no_drawn_ups_has_a_typical_one();
    void inlets_are_levels();
    void the_worst_failure_is_what_is_left();
    void a_site_over_its_limits_is_told();
    void a_power_cap_below_the_lowest_clock_is_told();
    void caps_trade_speed_for_power();
    void caps_are_as_if_drawn();
};

void TestFacilityStudy::energy_closes_at_every_place() {
    std::mt19937 random(3);
    int looked = 0;
    for (int round = 0; round < test::rounds(10000, 400); ++round) {
        const Scenario scenario = random_site(random);
        const auto site = drawn(scenario);
        if (!site) continue;
        const Evaluation& evaluation = site->evaluation;
        ++looked;
        const FacilityStudy study = site->study();
        std::map<FlowPlace, double> in, from;
        for (const FlowLink& link : study.flow.links) {
            from[link.from] += link.power.si();
            in[link.to] += link.power.si();
        }
        const double all = evaluation.power.facility.si();
        for (const FlowPlace place : flow_places) {
            if (place == FlowPlace::grid || place == FlowPlace::sky) continue;
            QVERIFY2(std::abs(in[place] - from[place]) <= 1e-9 * all,
                     qPrintable(QString("%1: %2 in, %3 out")
                                    .arg(QString::fromUtf8(name_of(place)))
                                    .arg(in[place])
                                    .arg(from[place])));
        }
        QVERIFY(std::abs(from[FlowPlace::grid] - all) <= 1e-9 * all);
        QVERIFY(std::abs(in[FlowPlace::sky] - all) <= 1e-9 * all);
        // The drawn units carry all of it: what the top one draws from the grid is what the site does.
        for (const Budget& budget : study.budgets)
            if (budget.id == "grid" && !scenario.site.pue)
                // Losses of the site are by the racks' shares at full clock, those of a unit by what they
                // draw.
                QVERIFY2(std::abs(budget.mean.si() / all - 1) < 1e-3,
                         qPrintable(QString("%1 of %2").arg(budget.mean.si()).arg(all)));
    }
    QVERIFY(looked > test::rounds(10000, 400) / 3);
}

void TestFacilityStudy::a_budget_sees_what_a_meter_does() {
    constexpr double ticks = 1e4; // a second
    std::mt19937 random(5);
    int violated = 0, held = 0;
    for (int round = 0; round < test::rounds(10000, 400); ++round) {
        const Scenario scenario = random_site(random);
        const auto site = drawn(scenario);
        if (!site) continue;
        const Evaluation& evaluation = site->evaluation;
        const FacilityStudy study = site->study();
        if (study.wave.step > Seconds(60) || study.wave.step < Seconds(0.02)) continue;
        // Tenths of milliseconds of the step, its parts in pieces in any order: 1 in the compute phase, 0 in
        // the mean.
        std::vector<double> above;
        double left = 0;
        for (const PowerWave::Phase& phase : study.wave.phases) {
            const Watts above_mean = evaluation.power.peak - evaluation.power.facility;
            const double height = above_mean > Watts(0) ? (phase.power - study.wave.mean) / above_mean : 0;
            left += phase.time.si() * ticks;
            const auto pieces = static_cast<size_t>(left);
            left -= static_cast<double>(pieces);
            above.insert(above.end(), pieces, height);
        }
        if (above.size() < 20) continue;
        const size_t piece = 1 + static_cast<size_t>(random() % above.size());
        std::vector<double> mixed;
        std::vector<size_t> starts;
        for (size_t at = 0; at < above.size(); at += piece) starts.push_back(at);
        std::ranges::shuffle(starts, random);
        for (const size_t start : starts)
            mixed.insert(mixed.end(), above.begin() + static_cast<std::ptrdiff_t>(start),
                         above.begin() + static_cast<std::ptrdiff_t>(std::min(above.size(), start + piece)));
        std::vector<double> sorted = above;
        std::ranges::sort(sorted, std::greater{});
        const double slack = 8 / static_cast<double>(above.size()) + 2e-3; // phases are cut to ticks
        for (const Budget& budget : study.budgets) {
            if (budget.kind != BudgetKind::feed && budget.kind != BudgetKind::site) continue;
            const auto window = static_cast<size_t>(std::max(1.0, std::round(budget.window.si() * ticks)));
            const double seen =
                budget.mean.si() + simulated(mixed, window) * (budget.peak - budget.mean).si();
            const double rounding = slack * (budget.peak.si() - budget.mean.si()) + 2e-3 * budget.mean.si();
            QVERIFY2(seen <= budget.load.si() + rounding,
                     qPrintable(QString("%1: %2 W over %3 s, budget %4 W")
                                    .arg(QString::fromStdString(budget.id))
                                    .arg(seen)
                                    .arg(budget.window.si())
                                    .arg(budget.load.si())));
            // Where equal phases stand together a window sees all of it, and nothing less.
            const double most =
                budget.mean.si() + simulated(sorted, window) * (budget.peak - budget.mean).si();
            QVERIFY2(std::abs(most - budget.load.si()) <= rounding,
                     qPrintable(QString("%1: %2 W over %3 s where phases stand together, budget %4 W")
                                    .arg(QString::fromStdString(budget.id))
                                    .arg(most)
                                    .arg(budget.window.si())
                                    .arg(budget.load.si())));
            QVERIFY(budget.load.si() <= budget.peak.si() * (1 + 1e-9));
            QVERIFY(budget.load.si() >= budget.mean.si() * (1 - 1e-9));
            if (!budget.limit) continue;
            const bool over = *budget.margin() < 0;
            if (seen > budget.limit->si() + rounding) QVERIFY(over);
            (over ? violated : held) += 1;
        }
        // What is over its rating refuses, and nothing else does.
        for (const Budget& budget : study.budgets) {
            if (budget.kind != BudgetKind::feed || budget.supply == SupplyKind::feed || !budget.limit)
                continue;
            const std::vector<HardLimitViolation> all =
                hard_limit_violations(*site->prepared.impl().facility, evaluation.power);
            const bool refuses = std::ranges::find(all, budget.id, &HardLimitViolation::id) != all.end();
            QCOMPARE(refuses, budget.load > *budget.limit * (1 + 1e-6));
            if (refuses) QVERIFY(!evaluation.supplied && !evaluation.feasible);
        }
    }
    QVERIFY2(violated > 20 && held > 100,
             qPrintable(QString("%1 violated, %2 held").arg(violated).arg(held)));
}

void TestFacilityStudy::levels_are_ordered_and_agree() {
    std::mt19937 random(9);
    for (int round = 0; round < test::rounds(1000, 80); ++round) {
        const Scenario scenario = random_site(random);
        const auto site = drawn(scenario, true);
        if (!site || !site->evaluation.feasible) continue;
        const Evaluation& evaluation = site->evaluation;
        const FacilityStudy study = site->study(FacilityDepth::failures);
        double last = -1e300;
        bool known = true;
        for (const Level& level : study.levels) {
            if (level.kind == Level::Kind::inlet) continue; // in kelvins
            if (const auto margin = level.margin()) {
                QVERIFY(known && *margin >= last); // unknown ones come last
                last = *margin;
            } else {
                known = false;
            }
            if (level.limit && level.secured) QVERIFY(*level.secured <= *level.limit * (1 + 1e-9));
        }
        // What is held against a failure is what that failure leaves: at its bound, a level is just full.
        for (const FailureStep& each : study.failures) {
            if (each.failure.survives() && each.step)
                QCOMPARE(each.step->si(), evaluation.productive_step.si());
            if (!each.failure.survives() && each.step)
                QVERIFY(*each.step >= evaluation.productive_step * (1 - 1e-9));
            QCOMPARE(each.failure.survives(), each.failure.over.empty());
            // What is named as the fullest is as full as is said.
            const auto named =
                std::ranges::find(each.failure.over, each.failure.fullest, &SingleFailure::Over::id);
            if (!each.failure.survives())
                QVERIFY(named != each.failure.over.end() && named->ratio == each.failure.worst);
            QCOMPARE(each.failure.fullest.empty(), each.failure.worst <= 0);
        }
    }
}

/// One of the GB200 sample's two rows of racks has less power: all wait for it, and it costs money.
void TestFacilityStudy::a_cut_feed_slows_all_and_costs() {
    Scenario scenario = sample("gb200-nvl72-x8");
    const Evaluation before = evaluate(*Prepared::make(scenario, Catalog::built_in()));
    QVERIFY(!throttle_cost(*Prepared::make(scenario, Catalog::built_in()), before));
    double peak = 0;
    for (const RackState& rack : before.power.racks) peak = std::max(peak, rack.peak.si());
    scenario.cluster.find("row-b")->power_limit = Watts(0.7 * peak);
    const auto prepared = Prepared::make(scenario, Catalog::built_in());
    const Evaluation held = evaluate(*prepared);
    QVERIFY(held.step_time > before.step_time * 1.02);
    double free = 1, slow = 1;
    for (const RackState& rack : held.power.racks) (rack.id == "row-b" ? slow : free) = rack.speed;
    QVERIFY(slow < 0.95 && free > 0.99); // one row is held, all wait for it
    const auto cost = throttle_cost(*prepared, held);
    QVERIFY(cost);
    QCOMPARE(cost->where, std::vector<std::string>{"row-b"});
    // Twice that power holds nothing: the step and the $ are those of before.
    const auto dollars = [](const Evaluation& of) {
        return of.cost_per_hour.si() / 3600 / of.tokens_per_s * 1e6;
    };
    QVERIFY2(cost->message.find(format_quantity(dollars(before), Dimension::money, 3)) != std::string::npos,
             cost->message.c_str());
    QVERIFY2(cost->message.find(format_quantity(dollars(held), Dimension::money, 3)) != std::string::npos,
             cost->message.c_str());
}

/// Three UPS of 1.19 MW on a bus: two must carry all. The feeds below are held against their own loss.
void TestFacilityStudy::a_bus_of_units_is_held_against_one_less() {
    Scenario scenario = sample("gb200-nvl72-x8");
    const auto level = [&scenario](std::string_view id) {
        const auto prepared = Prepared::make(scenario, Catalog::built_in());
        const FacilityStudy study = facility_study(*prepared, evaluate(*prepared), FacilityDepth::levels);
        return *std::ranges::find(study.levels, id, &Level::id);
    };
    const Level feed = level("feed");
    Element ups;
    ups.id = "ups";
    ups.kind = ElementKind::feed;
    ups.count = 3;
    ups.part.id = "ups-1250kva";
    scenario.cluster.elements.push_back(ups);
    scenario.cluster.links.push_back(test::joined("ups", "feed", LinkPattern::mesh));
    const Level bus = level("ups");
    QVERIFY(bus.secured && bus.has_spare);
    QVERIFY(std::abs(*bus.secured / *bus.limit - 2.0 / 3) < 1e-9);
    QVERIFY(feed.secured && std::abs(*level("feed").secured / *feed.secured - 1) < 1e-9);
}

/// Two kinds of CRAH of 120 kW, each for racks of its own, and both for switches in no rack: after a failure
/// those left of a kind can take 120 kW each, whatever the other kind takes of the switches.
void TestFacilityStudy::coolers_are_held_against_those_left() {
    const auto site = drawn(test::sample("decisions/owned-h100", 1));
    QVERIFY(site && site->evaluation.power.unracked_power > Watts(0));
    const FacilityStudy study = site->study(FacilityDepth::levels);
    for (const char* const id : {"air", "air-new"}) {
        const auto level = std::ranges::find(study.levels, id, &Level::id);
        QVERIFY(level != study.levels.end() && level->secured && level->has_spare);
        QVERIFY2(std::abs(*level->secured / Watts(120e3 * (level->count - 1)) - 1) < 1e-9,
                 qPrintable(QString::number(level->secured->si())));
    }
}

/// A UPS is drawn over one of the GB200 sample's two rows: the other row keeps the losses of the UPS that a
/// site has where none is drawn.
void TestFacilityStudy::what_passes_no_drawn_ups_has_a_typical_one() {
    Scenario scenario = sample("gb200-nvl72-x8");
    const double typical = drawn(scenario)->evaluation.power.overhead.ups.si();
    Element feed = *scenario.cluster.find("feed"); // another one for row b
    feed.id = "feed-b";
    scenario.cluster.elements.push_back(feed);
    std::set<std::string> rows;
    for (Link& link : scenario.cluster.links)
        if (link.from == "feed") rows.insert(link.to);
    QVERIFY2(rows.contains("row-a") && rows.contains("row-b"), qPrintable(QString::number(rows.size())));
    for (Link& link : scenario.cluster.links)
        if (link.from == "feed" && link.to == "row-b") link.from = "feed-b";
    Element ups;
    ups.id = "ups";
    ups.kind = ElementKind::feed;
    ups.count = 2;
    ups.part.id = "ups-1250kva";
    scenario.cluster.elements.push_back(ups);
    scenario.cluster.links.push_back(test::joined("ups", "feed", LinkPattern::mesh));
    const auto site = drawn(scenario);
    QVERIFY(site);
    const PowerState& power = site->evaluation.power;
    double behind = power.unracked_power.si(), all = behind; // hangs on the UPS
    for (const RackState& rack : power.racks) {
        all += rack.count * rack.power.si();
        if (rack.id == "row-a") behind += rack.count * rack.power.si();
    }
    // 2 UPS of 1,187.5 kW by their curve, and what is not behind them by that of a typical one.
    const Defaults::Loss curve = Defaults::built_in().power.ups;
    const double rating = 2 * 1.25e6 * 0.95, x = behind / rating;
    const double own = rating * (curve.constant + curve.linear * x + curve.square * x * x);
    const double rest = typical * (1 - behind / all);
    QVERIFY(behind > 0.3 * all && behind < 0.7 * all);
    QVERIFY2(std::abs(power.overhead.drawn_ups.si() / own - 1) < 1e-6,
             qPrintable(QString("%1 %2").arg(power.overhead.drawn_ups.si()).arg(own)));
    QVERIFY2(std::abs(power.overhead.ups.si() / (own + rest) - 1) < 1e-6,
             qPrintable(QString("%1 %2").arg(power.overhead.ups.si()).arg(own + rest)));
}

/// A rack whose servers breathe warmer air than they allow is the first of all levels, not a green one.
void TestFacilityStudy::inlets_are_levels() {
    const Scenario scenario = sample("shared-a100-hot-rack");
    const auto site = drawn(scenario);
    const FacilityStudy study = site->study();
    int inlets = 0;
    for (const Level& level : study.levels) {
        if (level.kind != Level::Kind::inlet) continue;
        ++inlets;
        const auto rack = std::ranges::find(site->evaluation.power.racks, level.id, &RackState::id);
        QCOMPARE(level.inlet.degrees(), rack->inlet->degrees());
        // In kelvins: 25 of 30 °C are no 83 %.
        QVERIFY(!level.share() && !level.margin());
        QCOMPARE(level.below_limit()->si(), rack->inlet_limit->degrees() - rack->inlet->degrees());
        QCOMPARE(level.is_over(), *rack->inlet > *rack->inlet_limit);
    }
    QCOMPARE(inlets, static_cast<int>(site->evaluation.power.racks.size()));
    QCOMPARE(study.levels.front().kind, Level::Kind::inlet);
    QCOMPARE(study.levels.front().id, std::string("rack-door"));
    QVERIFY(study.levels.front().below_limit()->si() < 0);
}

/// Every margin of a random site is the fullest that any single failure leaves there.
void TestFacilityStudy::the_worst_failure_is_what_is_left() {
    std::mt19937 random(11);
    int racks = 0, units = 0, dark = 0, heat = 0;
    for (int round = 0; round < test::rounds(2000, 200); ++round) {
        const auto site = drawn(random_site(random));
        if (!site) continue;
        const FacilityStudy study = site->study();
        const Facility& facility = *site->prepared.impl().facility;
        const auto failures = single_failures_of(facility, site->evaluation.power);
        std::set<std::string> seen;
        for (const SpareMargin& spare : study.spares) {
            QVERIFY(seen.insert(spare.id).second);
            double fullest = 0;
            for (const SingleFailure& failure : failures)
                for (const SingleFailure::Over& over : failure.over)
                    if (over.id == spare.id) fullest = std::max(fullest, over.ratio);
            QVERIFY2(std::isinf(fullest) ? std::isinf(spare.share) : spare.share >= fullest * (1 - 1e-6),
                     qPrintable(QString("%1: %2, %3").arg(spare.id.c_str()).arg(spare.share).arg(fullest)));
            (spare.kind == Level::Kind::rack ? racks : units) += 1;
            dark += std::isinf(spare.share);
            heat += spare.is_cooling;
        }
    }
    QVERIFY2(racks > 50 && units > 100 && dark > 10 && heat > 10,
             qPrintable(QString("%1 %2 %3 %4").arg(racks).arg(units).arg(dark).arg(heat)));
}

void TestFacilityStudy::a_site_over_its_limits_is_told() {
    Scenario scenario = sample("gb200-nvl72-x8");
    const auto ids = [&scenario] {
        const auto prepared = Prepared::make(scenario, Catalog::built_in());
        const Evaluation evaluation = evaluate(*prepared);
        std::set<std::string> out;
        for (const Finding& finding :
             facility_findings(facility_study(*prepared, evaluation, FacilityDepth::levels)))
            out.insert(finding.id);
        return out;
    };
    QVERIFY(ids().empty());
    const auto prepared = Prepared::make(scenario, Catalog::built_in());
    const PowerWave wave = power_wave(evaluate(*prepared), Defaults::built_in().power);
    const Watts range = wave.range();
    scenario.site.grid.swing_limit = range * 1.01;
    QVERIFY(ids().empty());
    scenario.site.grid.swing_limit = range * 0.99;
    scenario.site.grid.ramp_limit = range * 0.1;
    scenario.site.power_limit =
        wave.mean + (wave.highest - wave.mean) * 0.5; // between mean and compute phase
    QCOMPARE(ids(), (std::set<std::string>{"swing-over-limit", "ramp-over-limit", "site-limit-in-phases"}));
}

/// The power that the finding names is the least cap that is kept.
void TestFacilityStudy::a_power_cap_below_the_lowest_clock_is_told() {
    Scenario scenario = sample("dgx-h100-su");
    const auto over_cap = [&scenario](double watts) {
        for (Element& each : scenario.cluster.elements)
            if (each.kind == ElementKind::server) each.gpu_power_cap = Watts(watts);
        const auto prepared = Prepared::make(scenario, Catalog::built_in());
        const FacilityStudy study = facility_study(*prepared, evaluate(*prepared), FacilityDepth::levels);
        std::optional<Watts> least;
        for (const RackState& rack : study.state.racks) least = rack.least_over_cap;
        const std::vector<Finding> findings = facility_findings(study);
        const bool is_told = std::ranges::find(findings, "cap-not-kept", &Finding::id) != findings.end();
        return std::pair(least, is_told);
    };
    const auto [least, is_told] = over_cap(30);
    QVERIFY(least && is_told);
    QVERIFY(*least > Watts(60) && *least < Watts(200)); // a tenth of the clock of a part of 700 W
    QCOMPARE(over_cap(least->si() * 1.05), (std::pair<std::optional<Watts>, bool>{std::nullopt, false}));
    QVERIFY(over_cap(least->si() * 0.95).second);
}

/// Racks on four circuits of 230 V below a 400 V PDU: the first line carries two of them.
void TestFacilityStudy::circuits_of_one_phase_leave_part_of_a_rating() {
    const auto study_of = [](int circuits) {
        Scenario scenario = sample("dgx-h100-su");
        Element& feed = *scenario.cluster.find("feed");
        feed.count = circuits;
        feed.part.id = "feed-230v-32a";
        Part part;
        part.id = "test-pdu";
        part.kind = PartKind::feed;
        part.text["supply"] = "pdu";
        part.figures["apparent_power"].value = 600e3;
        part.figures["power_factor"].value = 1;
        part.figures["voltage"].value = 400;
        Element pdu;
        pdu.id = "pdu";
        pdu.kind = ElementKind::feed;
        pdu.part.id = part.id;
        pdu.part.inline_part = part;
        scenario.cluster.elements.push_back(pdu);
        Link link;
        link.id = "pdu>feed";
        link.from = "pdu";
        link.to = "feed";
        scenario.cluster.links.push_back(link);
        const auto prepared = Prepared::make(scenario, Catalog::built_in());
        if (!prepared) qFatal("%s", prepared.error().text().c_str());
        const Evaluation evaluation = evaluate(*prepared);
        for (const HardLimitViolation& each :
             hard_limit_violations(*prepared->impl().facility, evaluation.power))
            if (each.kind == HardLimitViolation::Kind::mismatch) qFatal("%s", each.detail.c_str());
        return facility_study(*prepared, evaluation, FacilityDepth::levels);
    };
    const auto limit_of = [](const FacilityStudy& study) {
        return std::ranges::find(study.budgets, "pdu", &Budget::id)->limit->si();
    };
    const auto has_finding = [](const FacilityStudy& study) {
        const std::vector<Finding> all = facility_findings(study);
        return std::ranges::find(all, "phases-unbalanced", &Finding::id) != all.end();
    };
    const FacilityStudy four = study_of(4), six = study_of(6);
    QCOMPARE(four.phases.size(), size_t(1));
    const PhaseBalance& balance = four.phases.front().balance;
    QVERIFY(std::abs(balance.lines[0] / balance.lines[1] - 2) < 1e-9);
    QVERIFY(std::abs(balance.usable() - 2.0 / 3) < 1e-9);
    QVERIFY(std::abs(limit_of(four) - 400e3) < 1e-3);
    QVERIFY(std::abs(limit_of(six) - 600e3) < 1e-3);
    QVERIFY(has_finding(four) && !has_finding(six));
}

void TestFacilityStudy::caps_trade_speed_for_power() {
    const PowerCaps caps = power_caps(*Prepared::make(sample("dgx-h100-su"), Catalog::built_in()));
    QCOMPARE(caps.caps.size(), size_t(21));
    QCOMPARE(caps.caps.front().share, 1.0);
    for (size_t i = 1; i < caps.caps.size(); ++i) {
        QVERIFY(caps.caps[i].rate <= caps.caps[i - 1].rate * (1 + 1e-9));
        QVERIFY(caps.caps[i].facility <= caps.caps[i - 1].facility * (1 + 1e-9));
        QVERIFY(caps.best()->dollars_per_million <= caps.caps[i].dollars_per_million);
        QVERIFY(caps.least_energy()->energy_per_million <= caps.caps[i].energy_per_million);
    }
    QVERIFY(caps.least_energy()->share < 0.9 &&
            caps.least_energy()->share > 0.5); // the knee of the power law
    // Energy dear enough makes a cap the cheapest way.
    Scenario dear = sample("dgx-h100-su");
    dear.site.electricity_price = 20;
    QVERIFY(power_caps(*Prepared::make(dear, Catalog::built_in())).best()->share < 0.9);
}

/// Caps of the study are those that could be drawn at the servers, to the last bit.
void TestFacilityStudy::caps_are_as_if_drawn() {
    for (const char* name : {"dgx-h100-su", "gb200-nvl72-x8", "shared-a100-hot-rack"}) {
        Scenario scenario = sample(name);
        const auto drawn = Prepared::make(scenario, Catalog::built_in());
        QVERIFY(drawn);
        const PowerCaps caps = power_caps(*drawn);
        QVERIFY(!caps.caps.empty());
        for (const PowerCap& cap : caps.caps) {
            for (Element& element : scenario.cluster.elements)
                for (const GpuGroup& group : drawn->fabric().groups)
                    if (group.element == element.id)
                        element.gpu_power_cap = Watts(cap.share * tdp_of(*drawn, group.element));
            const auto capped = Prepared::make(scenario, Catalog::built_in());
            QVERIFY(capped);
            EvaluateOptions options;
            options.findings = false;
            const Evaluation evaluation = evaluate(*capped, options);
            QCOMPARE(cap.step.si(), evaluation.step_time.si());
            QCOMPARE(cap.it.si(), evaluation.power.it.si());
            QCOMPARE(cap.facility.si(), evaluation.power.run_facility.si());
        }
    }
}

QTEST_APPLESS_MAIN(TestFacilityStudy)
#include "test_facility_study.moc"
