// SPDX-License-Identifier: GPL-3.0-or-later
// What is there already, bought and sold: capital, an hour, lead times and $ per million of what is added,
// computed by hand; what nothing is said of is as it was.
#include "core/study/money/increment.h"

#include "core/answers/design/fills_as_compared.h"
#include "core/answers/drawing_answers.h"
#include "core/answers/explain/explain.h"
#include "core/answers/figure_index.h"
#include "core/answers/findings.h"
#include "core/answers/money_answers.h"
#include "core/answers/step_answers.h"
#include "core/base/catalog/catalog.h"
#include "core/drawing/bill/bill_of_materials.h"
#include "core/drawing/bill/procurement.h"
#include "core/drawing/check/check.h"
#include "core/drawing/multiplicity/pieces.h"
#include "core/drawing/project/project_file.h"
#include "core/facility/economics/critical_power.h"
#include "core/facility/economics/economics.h"
#include "core/study/mitigation/mitigations.h"
#include "core/study/money/side_by_side.h"
#include "core/study/room/room_study.h"
#include "core/study/scenario_like.h"
#include "core/study/verdict.h"
#include "tests/support/sample.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace roofrack;

namespace {

enum Which : size_t { today, add, replace };
Scenario owned(Which which) { return test::sample("decisions/owned-h100", which); }

/// The same without its room, where all that is not bought or sold is there already; `positions` of an
/// existing room.
Scenario without_room(Which which, std::optional<double> positions) {
    Scenario out = owned(which);
    out.site.room.rack_positions = positions;
    for (Element& each : out.cluster.elements) {
        if (each.parent != "room") continue;
        each.parent.clear();
        if (each.procurement == Procurement::inherited) each.procurement = Procurement::owned;
    }
    std::erase_if(out.cluster.elements, [](const Element& each) { return each.id == "room"; });
    return out;
}

/// Each figure of a reason is what its formula gives.
bool is_recomputed(const Explanation& why) {
    if (why.formula.empty()) return true;
    if (std::abs(why.recomputed() - why.value) > 1e-9 * std::abs(why.value)) {
        qWarning("%s is %.12g, not %.12g", why.name.c_str(), why.value, why.recomputed());
        return false;
    }
    return std::ranges::all_of(why.inputs, [](const ExplanationPtr& each) { return is_recomputed(*each); });
}

bool is_within(double value, double expected, double share = 0.01) {
    if (std::abs(value - expected) <= share * std::abs(expected)) return true;
    qWarning("%.12g is not %.12g", value, expected);
    return false;
}

struct Found {
    Prepared prepared;
    Evaluation evaluation;
    Increment increment;
};
Found found(const Scenario& scenario) {
    const Prepared prepared = test::prepared(scenario);
    Evaluation evaluation = evaluate(prepared);
    Increment increment = increment_of(prepared, evaluation, todays_drawing(prepared, Catalog::built_in()));
    return {prepared, std::move(evaluation), std::move(increment)};
}

/// $ of all rows of a drawing that are had so, by hand.
double parts_of(const Capital& capital, Procurement procurement) {
    double out = 0;
    for (const CapitalRow& row : capital.rows)
        if (row.procurement == procurement && !row.with_space) out += row.price.likely;
    return out;
}

/// r/(1 − (1 + r)^−n) of 8 % over four years: 0.301921.
const double recovery = 0.08 / (1 - std::pow(1.08, -4));

Answers answers_of(const Scenario& scenario) {
    return Answers({.scenario = std::make_shared<const Scenario>(scenario)}, Catalog::built_in());
}

bool has_finding(const std::vector<Finding>& findings, std::string_view id) {
    return std::ranges::find(findings, id, &Finding::id) != findings.end();
}

Element& element(Scenario& scenario, std::string_view id) { return *scenario.cluster.find(id); }

} // namespace

class TestIncrement : public QObject {
    Q_OBJECT
private Q_SLOTS:

    /// Without a word about it all is bought, to the last digit.
    void a_drawing_that_says_nothing_is_bought_data() {
        QTest::addColumn<QString>("name");
        for (const std::string& name : test::sample_names())
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
    }
    void a_drawing_that_says_nothing_is_bought() {
        QFETCH(QString, name);
        const Scenario scenario = test::sample(name.toStdString());
        const Prepared prepared = test::prepared(scenario);
        const Evaluation evaluation = evaluate(prepared);
        if (!evaluation.capital) QSKIP("it does not run");
        const Capital& capital = *evaluation.capital;
        QVERIFY(!capital.says_procurement);
        QCOMPARE(capital.total().likely, capital.replacement().likely);
        QCOMPARE(capital.bought_share(evaluation.gpus), 1.0);
        QCOMPARE(capital.gpus_bought, capital.gpus);
        QCOMPARE(evaluation.cost.sales, 0.0);
        QCOMPARE(capital.owned().likely, 0.0);
        QCOMPARE(power_to_house(evaluation.power, capital, scenario.site.money.deployment),
                 critical_power(evaluation.power));
        // Said outright that all is bought, every figure of money stays.
        Scenario said = scenario;
        for (Element& each : said.cluster.elements)
            if (each.parent.empty() && each.kind != ElementKind::note) each.procurement = Procurement::buy;
        const Evaluation again = evaluate(test::prepared(said));
        QVERIFY(is_within(again.cost_per_hour.si(), evaluation.cost_per_hour.si(), 1e-12) ||
                std::isnan(evaluation.cost_per_hour.si()));
    }

    /// All is ours: capital 0 $, and an hour costs energy, operation and nothing to pay off.
    void what_is_ours_is_not_paid_again() {
        const Found of = found(owned(today));
        QVERIFY(of.evaluation.feasible);
        const Capital& capital = *of.evaluation.capital;
        QVERIFY(capital.buys_nothing() && capital.has_price() && capital.is_complete());
        QCOMPARE(of.increment.added.likely, 0.0);
        QCOMPARE(of.increment.added.high, 0.0);
        QCOMPARE(of.evaluation.building.si(), 0.0);
        QCOMPARE(of.evaluation.cost.capital, 0.0);
        QCOMPARE(of.evaluation.cost.space, 0.0); // the hall is ours, too
        QVERIFY(of.evaluation.cost.power > 0);
        // Operation is 5 % a year of what all of it would cost today.
        const double replacement = parts_of(capital, Procurement::owned) * capital.overhead();
        QVERIFY(is_within(of.evaluation.cost.operation, 0.05 * replacement / 8760, 1e-9));
        QCOMPARE(of.increment.lead_weeks.likely, 0.0);
        QCOMPARE(of.increment.no_million, std::string("nothing is added"));
        QVERIFY(std::isnan(of.increment.dollars_per_million));
        QVERIFY(is_within(of.increment.replacement_per_million,
                          of.increment.replacement_hour.total() / 3600 / of.increment.useful_rate * 1e6,
                          1e-12));
        QVERIFY(of.increment.replacement_hour.total() > of.evaluation.cost.total());
        QVERIFY(of.increment.replacement_hour.space > 0); // a building would be bought, too
    }

    /// A hyperscale build stands elsewhere: the room that is ours houses none of it, and its building is paid
    /// for in the capital and in each hour, whether the site builds so or it is one of the ways.
    void a_hyperscale_build_pays_for_its_building() {
        Scenario scenario = owned(today);
        const Found of = found(scenario);
        const auto& terms = Defaults::built_in().ownership;
        const double kilowatts = critical_power(of.evaluation.power).si() / 1e3,
                     building = 1e3 * kilowatts * terms.building_hyperscale,
                     space =
                         12 / 8760.0 * kilowatts *
                         own_building(1e3 * terms.building_hyperscale, terms.interest, terms.building_life);
        const auto paths = deployment_paths(of.prepared, of.evaluation, {});
        const auto path = std::ranges::find(paths, Deployment::hyperscale_build, &DeploymentPath::deployment);
        QVERIFY(path != paths.end());
        QVERIFY(is_within(path->building.si(), building, 1e-9));
        QVERIFY2(is_within(path->hour.space, space, 1e-9),
                 qPrintable(QStringLiteral("%1, not %2").arg(path->hour.space).arg(space)));
        QVERIFY(is_within(path->per_hour.si(), of.evaluation.cost.total() + space, 1e-9));
        scenario.site.money.deployment = Deployment::hyperscale_build;
        const Found built = found(scenario);
        QVERIFY(is_within(built.evaluation.building.si(), building, 1e-9));
        QVERIFY(is_within(built.evaluation.cost.space, space, 1e-9));
        const auto why = explain(built.prepared, "cost_per_hour");
        QVERIFY(why && is_within((*why)->value, built.evaluation.cost_per_hour.si(), 1e-9));
    }

    /// Racks that are there already stand somewhere: no building is bought for them, whether or not a room is
    /// drawn.
    void what_is_there_has_its_space() {
        for (const std::optional<double> positions : {std::optional<double>(), std::optional(28.0)}) {
            const Found of = found(without_room(today, positions));
            QVERIFY(of.evaluation.capital->buys_nothing() && !of.evaluation.capital->needs_space);
            QCOMPARE(of.evaluation.building.si(), 0.0);
            QCOMPARE(of.increment.added.likely, 0.0);
            QCOMPARE(of.evaluation.cost.space, 0.0);
        }
        // In a room that is to be bought they have none yet.
        Scenario moved = owned(today);
        element(moved, "room").procurement = Procurement::buy;
        element(moved, "pod").procurement = Procurement::owned;
        const Found of = found(moved);
        QCOMPARE(power_to_house(of.evaluation.power, *of.evaluation.capital, moved.site.money.deployment),
                 critical_power(of.evaluation.power));
        QVERIFY(of.evaluation.building.si() > 0);
    }

    /// What is added needs a building by its share of the racks' power.
    void what_is_added_needs_a_building_of_its_own_alone() {
        const Scenario scenario = without_room(add, {});
        const Found of = found(scenario);
        const PowerState& power = of.evaluation.power;
        double all = 0, bought = 0;
        for (const RackState& rack : power.racks) {
            all += rack.count * rack.peak.si();
            if (rack.id == "rack-new") bought += rack.count * rack.peak.si();
        }
        QVERIFY(bought > 0 && bought < 0.7 * all);
        const double share = bought / all, price = Defaults::built_in().ownership.building;
        QVERIFY(is_within(of.evaluation.building.si(), share * critical_power(power).si() * price, 1e-9));
        QVERIFY(of.evaluation.capital->needs_space);
        const auto waits_for_building = [](const Increment& increment) {
            return std::ranges::find(increment.waits, "building", &LeadItem::what) != increment.waits.end();
        };
        QVERIFY(waits_for_building(of.increment));
        for (const char* figure : {"capital", "cost_per_hour"}) {
            const auto why = explain(of.prepared, figure);
            QVERIFY2(why && is_recomputed(**why), figure);
        }
        // The half of a group that is there has its space.
        Scenario half = without_room(today, {});
        element(half, "rack").owned_count = element(half, "rack").count / 2;
        const Found partly = found(half);
        QVERIFY(is_within(partly.evaluation.building.si(),
                          0.5 * critical_power(partly.evaluation.power).si() * price, 1e-9));
        // A room that stands already has space for all that it holds, and lacks places for the rest.
        const Found held = found(without_room(add, 100));
        QCOMPARE(held.evaluation.building.si(), 0.0);
        QVERIFY(!waits_for_building(held.increment) && held.evaluation.capital->missing_places.empty());
        const Found short_of = found(without_room(add, 28));
        QCOMPARE(short_of.evaluation.building.si(), 0.0);
        QVERIFY(waits_for_building(short_of.increment));
        QVERIFY(!short_of.evaluation.capital->missing_places.empty());
        // As where that room is drawn, to the last digit.
        QCOMPARE(short_of.increment.added.likely, found(owned(add)).increment.added.likely);
    }

    /// Racks that are there already pay rent where nothing is said of the space: on what that rests is said.
    void rented_space_says_on_what_it_rests() {
        Scenario scenario = owned(today);
        const auto terms = [&] {
            const Prepared prepared = test::prepared(scenario);
            return run_cost(prepared, evaluate(prepared)).space_terms;
        };
        QVERIFY(terms().empty()); // a hall of its own
        scenario.site.money.deployment = SiteMoney{}.deployment;
        QVERIFY(found(scenario).evaluation.cost.space > 0);
        const double price = Defaults::built_in().ownership.colocation;
        QVERIFY(is_within(price, 184));
        QCOMPARE(terms(), std::string("space is rented at 184 $/kW a month: no other deployment and no price "
                                      "of space is given"));
        scenario.site.money.space_price = 150;
        QVERIFY(terms().empty());
        scenario.site.money.space_price.reset();
        scenario.site.money.deployment = Deployment::reserved_cloud;
        QVERIFY(terms().empty());
    }

    /// What is there already trains until the added runs, and all of it the rest: by hand at each length.
    void what_is_there_trains_meanwhile() {
        const double week = 7 * 86400;
        const auto with_tokens = [](Which which, double tokens) {
            Scenario out = owned(which);
            out.workload.token_budget = tokens;
            return out;
        };
        const Found first = found(with_tokens(add, 1e12));
        const double rate = first.increment.today.useful_rate, all = first.increment.useful_rate,
                     lead = first.increment.lead_weeks.likely;
        QVERIFY(rate > 0 && all > rate && lead > 0);
        QCOMPARE(first.increment.meanwhile.useful_rate, rate);
        // It is done long before the added runs.
        QVERIFY(1e12 < rate * lead * week);
        QVERIFY(is_within(first.increment.done_weeks.likely, 1e12 / rate / week, 1e-4));
        // The rest is left to all of it.
        const double tokens = 3 * rate * lead * week;
        const Found longer = found(with_tokens(add, tokens));
        QVERIFY(is_within(longer.increment.done_weeks.likely,
                          lead + (tokens - rate * lead * week) / all / week, 1e-4));
        QVERIFY(longer.increment.done_weeks.low < longer.increment.done_weeks.likely &&
                longer.increment.done_weeks.likely < longer.increment.done_weeks.high);
        const double alone = tokens / rate / week;
        QVERIFY(longer.increment.done_weeks.likely < alone);
        // The site's own way says the same, and no cloud does.
        for (const DeploymentPath& path :
             deployment_paths(longer.prepared, longer.evaluation,
                              meanwhile_of(longer.prepared, longer.evaluation, Catalog::built_in()))) {
            if (path.is_sites_own) QCOMPARE(path.done_weeks.likely, longer.increment.done_weeks.likely);
            if (!path.is_sites_own && is_rented(path.deployment))
                QVERIFY(is_within(path.done_weeks.likely - path.lead_weeks.likely,
                                  weeks_of_run(longer.evaluation).likely, 0.5));
        }
        // Nobody says when what is sold goes: the run begins with what replaces it.
        const Found sold = found(with_tokens(replace, 1e12));
        QVERIFY(sold.increment.today.runs());
        QCOMPARE(sold.increment.meanwhile.useful_rate, 0.0);
        QVERIFY(is_within(sold.increment.done_weeks.likely,
                          sold.increment.lead_weeks.likely + weeks_of_run(sold.evaluation).likely, 1e-9));
        // That is said of it alone, and of its ways that have such a date.
        const std::string none = "what is there already trains none of the run, as some of it is sold";
        QCOMPARE(sold.increment.trains_none(), none);
        QVERIFY(first.increment.trains_none().empty());
        const std::vector<DeploymentPath> ways =
            deployment_paths(sold.prepared, sold.evaluation,
                             meanwhile_of(sold.prepared, sold.evaluation, Catalog::built_in()));
        const auto says_none = [](const DeploymentPath& path) { return !path.trains_none().empty(); };
        QVERIFY(std::ranges::any_of(ways, says_none) && !std::ranges::all_of(ways, says_none));
        for (const DeploymentPath& path : ways)
            QCOMPARE(path.trains_none(),
                     path.done_weeks.likely > 0 && (path.is_sites_own || !is_rented(path.deployment))
                         ? none
                         : std::string());
        QVERIFY(found(with_tokens(today, 1e12)).increment.trains_none().empty());
        // Nothing that is bought waits for nothing.
        const Found same = found(with_tokens(today, 1e12));
        QVERIFY(is_within(same.increment.done_weeks.likely, first.increment.done_weeks.likely, 0.02));
    }

    /// Weeks and tokens of the two together, by hand.
    void weeks_and_tokens_with_what_trains_meanwhile() {
        Evaluation evaluation;
        evaluation.step_time = evaluation.step_time_low = evaluation.step_time_high = Seconds(1);
        evaluation.time_to_budget = Seconds(10 * 7 * 86400.0);
        const PriceBand lead{20, 30, 40};
        const Meanwhile slow{1, PriceBand::exactly(100)}, quick{5, PriceBand::exactly(25)};
        QCOMPARE(done_weeks_after(lead, evaluation).likely, 40.0);
        QVERIFY(is_within(done_weeks_after(lead, evaluation, slow).likely, 30 + 10 * 0.7, 1e-12));
        QVERIFY(is_within(done_weeks_after(lead, evaluation, quick).likely, 25, 1e-12));
        QVERIFY(is_within(done_weeks_after(lead, evaluation, quick).low, 20 + 10 * 0.2, 1e-12));
        evaluation.time_to_budget = Seconds(0);
        QCOMPARE(done_weeks_after(lead, evaluation, quick).likely, 0.0);
        QVERIFY(is_within(trained_after(40, 30, 7, 2), 7 * 86400.0 * (30 * 2 + 10 * 7), 1e-12));
        QVERIFY(is_within(trained_after(10, 30, 7, 2), 7 * 86400.0 * 10 * 2, 1e-12));
        QCOMPARE(trained_after(0, 30, 7, 2), 0.0);
    }

    /// Who does a run that is done before what is bought is ready is said wherever its date stands, and
    /// nowhere else.
    void a_run_that_is_done_before_says_by_whom() {
        const Meanwhile quick{5, PriceBand::exactly(6), 512};
        QCOMPARE(
            quick.does_all_text({20, 32, 60}),
            std::string("by the 512 GPUs that are there already, 26 weeks before what is bought is ready"));
        QCOMPARE(
            quick.does_all_text({6, 7, 8}),
            std::string("by the 512 GPUs that are there already, 7 days before what is bought is ready"));
        QVERIFY(quick.does_all_text({5, 6, 60}).empty());
        QVERIFY(quick.does_all_text({}).empty());                          // nothing is bought
        QVERIFY(Meanwhile{}.does_all_text({20, 32, 60}).empty());          // nothing trains
        QVERIFY((Meanwhile{5, {}, 512}.does_all_text({1, 2, 3}).empty())); // there is no budget
        const Found of = found(owned(add));
        const Increment& added = of.increment;
        QVERIFY(added.done_weeks.likely < added.lead_weeks.likely);
        QVERIFY(added.done_meanwhile().starts_with("by the 512 GPUs that are there already, "));
        for (const DeploymentPath& path : deployment_paths(of.prepared, of.evaluation, added.meanwhile)) {
            const bool is_before =
                path.meanwhile.useful_rate > 0 && path.done_weeks.likely < path.lead_weeks.likely;
            QCOMPARE(path.done_meanwhile().empty(), !is_before);
            if (path.is_sites_own) QCOMPARE(path.done_meanwhile(), added.done_meanwhile());
        }
        for (const Which which : {today, replace})
            QVERIFY(found(owned(which)).increment.done_meanwhile().empty());
        Scenario longer = owned(add);
        longer.workload.token_budget = 1e14;
        QVERIFY(found(longer).increment.done_meanwhile().empty());
    }

    /// 256 B200 beside 512 H100: by hand, from the rows of the bill.
    void what_is_added_is_paid() {
        const Found was = found(owned(today)), of = found(owned(add));
        QVERIFY(of.evaluation.feasible);
        const Capital& capital = *of.evaluation.capital;
        QCOMPARE(capital.gpus, 768.0);
        QCOMPARE(capital.gpus_bought, 256.0);
        // 32 DGX B200 at their catalogue price, with switches, optics, cables, racks, circuits and, in a hall
        // that stands already, the units of its air.
        const double parts = parts_of(capital, Procurement::buy), overhead = capital.overhead();
        double servers = 0, air = 0;
        for (const CapitalRow& row : capital.rows) {
            if (row.part == "dgx-b200") servers = row.price.likely;
            if (row.group == BillGroup::cooling && row.procurement == Procurement::buy) {
                air = row.price.likely;
                QVERIFY(!row.with_space);
            }
        }
        QVERIFY(is_within(servers, 32 * 515410.0)); // list price of a DGX B200
        QVERIFY(air > 0 && parts > servers + air);
        QVERIFY(is_within(of.increment.added.likely, parts * overhead, 1e-9));
        QVERIFY(is_within(of.increment.owned.likely, parts_of(capital, Procurement::owned) * overhead, 1e-9));
        QCOMPARE(of.evaluation.building.si(), 0.0);
        // An hour: recovery less 20 % left at the end (sinking fund 0.301921 − 0.08), of what is bought
        // alone.
        const double factor = recovery - 0.2 * (recovery - 0.08);
        QVERIFY(is_within(of.evaluation.cost.capital, parts * overhead * factor / 8760, 1e-9));
        QVERIFY(is_within(of.evaluation.cost.operation,
                          0.05 * (of.increment.added.likely + of.increment.owned.likely) / 8760, 1e-9));
        QCOMPARE(of.evaluation.cost.sales, 0.0);
        // The increment is what both scenarios, each evaluated by itself, differ in.
        const RunCost before = run_cost(was.prepared, was.evaluation),
                      after = run_cost(of.prepared, of.evaluation);
        QVERIFY(of.increment.today.runs());
        // Half the cables of each leaf go to the new spines: until these come they lead to those that are
        // there, as in the drawing of what is there.
        QVERIFY(is_within(of.increment.today.useful_rate, before.useful_rate, 1e-9));
        const double hour = after.per_hour.si() - of.increment.today.per_hour.si(),
                     rate = after.useful_rate - of.increment.today.useful_rate;
        QVERIFY(is_within(of.increment.dollars_per_million, hour / 3600 / rate * 1e6, 1e-9));
        // It waits for its GPUs and switches, for cooling of the hall, and for the places that the hall
        // lacks; no UPS, and its circuits are no switchgear.
        std::vector<std::string> waits;
        for (const LeadItem& item : of.increment.waits) waits.push_back(item.what);
        std::ranges::sort(waits);
        QCOMPARE(waits, (std::vector<std::string>{"building", "cooling", "gpus.blackwell", "optics"}));
    }

    /// By what it is: only a switchboard waits as switchgear does.
    void each_unit_of_the_supply_waits_by_its_kind() {
        const PriceList& prices = PriceList::built_in();
        for (const SupplyKind kind : supply_kinds) {
            const std::string_view wait = lead_of_supply(kind);
            QCOMPARE(wait == "switchgear", kind == SupplyKind::switchgear);
            QVERIFY(wait.empty() || find_price(prices.lead_times, wait));
        }
        for (const SupplyKind kind :
             {SupplyKind::feed, SupplyKind::shelf, SupplyKind::pdu, SupplyKind::busway})
            QVERIFY(lead_of_supply(kind).empty());
        QVERIFY(lead_of_supply(SupplyKind::ups) == "ups");
        QVERIFY(lead_of_supply(SupplyKind::utility) == "power");
    }

    /// Rented space brings the coolers that its price has, and new space its feeds; all else that is bought
    /// for it is waited for as in a hall of one's own.
    void in_rented_space_what_is_bought_is_waited_for() {
        using Waits = std::vector<std::string>;
        const auto waits_of = [](const Increment& increment) {
            Waits out;
            for (const LeadItem& item : increment.waits) out.push_back(item.what);
            std::ranges::sort(out);
            return out;
        };
        const auto rented = [](Which which) {
            Scenario out = owned(which);
            out.site.money.deployment = Deployment::colocation;
            return out;
        };
        // CDUs come with no space: 34 weeks and four of commissioning, longer than the 28 of the GPUs.
        const Increment liquid = found(rented(replace)).increment;
        QCOMPARE(waits_of(liquid), (Waits{"cooling", "gpus.blackwell", "optics"}));
        QCOMPARE(liquid.lead_weeks.likely, 38.0);
        // CRAH units and feeds do where the racks stand in new space: 28 weeks and four.
        Scenario elsewhere = rented(add);
        element(elsewhere, "room").procurement = Procurement::inherited;
        for (const char* const id : {"spine", "pod", "feed", "air"})
            element(elsewhere, id).procurement = Procurement::owned;
        const Increment air = found(elsewhere).increment;
        QCOMPARE(waits_of(air), (Waits{"colocation", "gpus.blackwell", "optics"}));
        QCOMPARE(air.lead_weeks.likely, 32.0);
        // In space that is there already they are bought by the piece.
        QCOMPARE(waits_of(found(rented(add)).increment),
                 (Waits{"colocation", "cooling", "gpus.blackwell", "optics"}));
        // Circuits of racks alone are no switchgear of 47 weeks: commissioning alone.
        Scenario feeds = rented(today);
        element(feeds, "feed").procurement = Procurement::buy;
        const Increment circuits = found(feeds).increment;
        QCOMPARE(waits_of(circuits), Waits{});
        QCOMPARE(circuits.lead_weeks.likely, 4.0);
        // A drawing that does not say what is bought waits for its machines and the space.
        Scenario silent = rented(today);
        element(silent, "room").procurement = Procurement::inherited;
        QCOMPARE(waits_of(found(silent).increment), (Waits{"colocation", "gpus.hopper", "optics"}));
    }

    /// 16 racks of four DGX H100 at $380,000 and 24 switches at $5,000: 16·380,000 + 24·5,000 = $6.2M.
    void what_is_sold_is_income() {
        const Found of = found(owned(replace));
        QVERIFY(of.evaluation.feasible);
        QCOMPARE(of.prepared.fabric().gpus, 576.0); // nothing runs on what is sold
        QVERIFY(of.increment.has_sales() && of.increment.unknown.empty());
        QCOMPARE(of.increment.income, 6.2e6);
        QVERIFY(is_within(of.increment.net.likely, of.increment.added.likely - 6.2e6, 1e-12));
        // Over four years at 8 %: 6.2e6 · 0.301921 / 8760 = $213.69 an hour less to pay.
        QVERIFY(is_within(of.evaluation.cost.sales, 6.2e6 * recovery / 8760, 1e-9));
        QVERIFY(is_within(of.evaluation.cost.sales, 213.69));
        const OwnershipCost& hour = of.evaluation.cost;
        QVERIFY(is_within(hour.total(),
                          hour.capital + hour.space + hour.power + hour.operation + hour.software +
                              hour.water + hour.demand - hour.sales,
                          1e-12));
        // Sold things are no part of what stays, and feeds and air of the hall are not bought again.
        for (const CapitalRow& row : of.evaluation.capital->rows) {
            QVERIFY(row.part != "dgx-h100");
            if (row.group == BillGroup::feed) QCOMPARE(row.procurement, Procurement::owned);
        }
        // Today is what was sold: 512 H100.
        QCOMPARE(of.increment.today.gpus, 512.0);
        QVERIFY(of.increment.today.runs());
    }

    /// Where 8 of 16 spines are there, 8 are bought, with the cables to them, and today has 8.
    void what_is_beyond_the_owned_count_is_bought() {
        Scenario scenario = owned(today);
        const auto count_of = [&](const Capital& capital, BillGroup group, Procurement procurement) {
            double out = 0;
            for (const CapitalRow& row : capital.rows)
                if (row.group == group && row.procurement == procurement) out += row.count;
            return out;
        };
        const auto capital_now = [&] {
            const auto capital = capital_of(scenario.cluster, scenario.site, Catalog::built_in());
            if (!capital) qFatal("%s", capital.error().text().c_str());
            return *capital;
        };
        Element& spine = element(scenario, "spine");
        const Capital as_drawn = capital_now();
        QVERIFY(as_drawn.buys_nothing());
        // Twice as many, and all of them owned: what the drawing says.
        spine.count = 16;
        QVERIFY(capital_now().buys_nothing());
        spine.owned_count = 8;
        const Capital half = capital_now();
        QVERIFY(!half.buys_nothing());
        QCOMPARE(count_of(half, BillGroup::switch_, Procurement::buy), 8.0);
        QCOMPARE(count_of(half, BillGroup::switch_, Procurement::owned),
                 count_of(as_drawn, BillGroup::switch_, Procurement::owned));
        QVERIFY(count_of(half, BillGroup::optic, Procurement::buy) > 0);
        // No piece is lost: both together are what is drawn.
        Scenario all = scenario;
        element(all, "spine").owned_count.reset();
        const auto whole = capital_of(all.cluster, all.site, Catalog::built_in());
        QVERIFY(whole);
        for (const BillGroup group : {BillGroup::server, BillGroup::switch_, BillGroup::optic,
                                      BillGroup::cable, BillGroup::rack, BillGroup::feed})
            QCOMPARE(count_of(half, group, Procurement::buy) + count_of(half, group, Procurement::owned),
                     count_of(*whole, group, Procurement::owned));
        QCOMPARE(cluster_of_today(scenario.cluster, Catalog::built_in()).find("spine")->count, 8);
        const std::vector<double> there = owned_shares_of(scenario.cluster);
        for (size_t i = 0; i < there.size(); ++i)
            QCOMPARE(there[i], scenario.cluster.elements[i].id == "spine" ? 0.5 : 1.0);
        // As many owned as drawn, or more, is all of them.
        spine.owned_count = 20;
        QVERIFY(capital_now().buys_nothing());
    }

    /// Twice as many spines share the cables of each leaf. Until the others come, those that are there have
    /// all of them, as far as they have ports: nothing that is bought makes what is there slower.
    void cables_to_what_is_bought_lead_to_what_is_there() {
        const auto cables_of = [](const Scenario& scenario) {
            return cluster_of_today(scenario.cluster, Catalog::built_in()).find_link("leaf-spine")->count;
        };
        QCOMPARE(cables_of(owned(today)), 4); // 16 leaves, 8 spines
        QCOMPARE(owned(add).cluster.find_link("leaf-spine")->count, 2);
        QCOMPARE(cables_of(owned(add)), 4);
        Scenario twice = owned(today);
        element(twice, "spine").count = 16;
        element(twice, "spine").owned_count = 8;
        for (Link& link : twice.cluster.links)
            if (link.id == "leaf-spine") link.count = 2;
        QCOMPARE(cables_of(twice), 4);
        QVERIFY(is_within(
            found(twice).increment.today.useful_rate,
            run_cost(test::prepared(owned(today)), evaluate(test::prepared(owned(today)))).useful_rate,
            1e-9));
        // 40 ports bear two cables to each of 16 leaves, and no third.
        element(twice, "spine").part.id = "qm8700";
        QCOMPARE(cables_of(twice), 2);
        // What was drawn with fewer cables than it has ports stays as it is drawn.
        Scenario sparse = owned(today);
        for (Link& link : sparse.cluster.links)
            if (link.id == "leaf-spine") link.count = 1;
        QCOMPARE(cables_of(sparse), 1);
    }

    /// What leaves a group is there already only where the others are all there.
    void a_divided_group_keeps_how_many_are_there() {
        const auto divided = [](int stay, int leave) {
            Element stays, leaves;
            stays.procurement = leaves.procurement = Procurement::owned;
            stays.owned_count = leaves.owned_count = 8;
            stays.count = stay;
            leaves.count = leave;
            divide_owned(stays, leaves);
            return std::pair(stays, leaves);
        };
        const auto half = divided(8, 8);
        QVERIFY(!half.first.owned_count && half.first.procurement == Procurement::owned);
        QVERIFY(!half.second.owned_count && half.second.procurement == Procurement::buy);
        const auto one = divided(15, 1);
        QCOMPARE(one.first.owned_count, std::optional(8));
        QVERIFY(one.second.procurement == Procurement::buy);
        const auto most = divided(4, 12);
        QVERIFY(!most.first.owned_count);
        QCOMPARE(most.second.owned_count, std::optional(4));
        QVERIFY(most.second.procurement == Procurement::owned);
    }

    void a_price_that_is_not_known_is_not_nothing() {
        Scenario scenario = owned(replace);
        element(scenario, "rack").sale_price.reset();
        const Found of = found(scenario);
        QCOMPARE(of.increment.unknown,
                 std::string("what is paid for “H100 rack” and 1 more is not known, and not counted"));
        // What the figures call complete counts all that it pays and brings.
        const Answers without = answers_of(scenario), with = answers_of(owned(replace));
        for (const char* const figure : {"money.increment.is_complete", "money.capital.is_complete"}) {
            QCOMPARE(ask_figure(without, figure)->text, std::string("no"));
            QCOMPARE(ask_figure(with, figure)->text, std::string("yes"));
        }
        QVERIFY(of.increment.gaps.empty()); // it would only make it less
        QCOMPARE(of.increment.income, 24 * 5000.0);
        const auto sale = std::ranges::find(of.increment.sales, std::string("DGX H100"), &Sale::name);
        QVERIFY(sale != of.increment.sales.end() && !sale->price);
        QCOMPARE(sale->count, 64.0);
    }

    void mistaken_sales_are_found() {
        Scenario below = owned(replace);
        element(below, "rack").sale_price = -1;
        QVERIFY(has_finding(check_drawing(below.cluster, Catalog::built_in()).open, "sale-price-below-zero"));
        QCOMPARE(found(below).increment.income, 24 * 5000.0); // it counts as not known
        Scenario above = owned(replace);
        const Answers right = answers_of(above);
        QVERIFY(!has_finding(right.value<Verdict>()->evaluation.findings, "sale-price-above-new"));
        element(above, "rack").sale_price = 2e6; // four at $450,000 are $1.8M
        const Answers wrong = answers_of(above);
        QVERIFY(has_finding(wrong.value<Verdict>()->evaluation.findings, "sale-price-above-new"));
        Scenario unused = owned(today);
        element(unused, "server").sale_price = 1e5;
        QVERIFY(has_finding(check_drawing(unused.cluster, Catalog::built_in()).open, "sale-price-unused"));
        Scenario inside = owned(replace);
        element(inside, "server").procurement = Procurement::owned;
        QVERIFY(has_finding(check_drawing(inside.cluster, Catalog::built_in()).open, "sold-with-container"));
    }

    /// What a rack is sold for is with its servers: their own price is not counted, and that is said. The
    /// bill has no other prices.
    void a_price_inside_of_another_is_found() {
        const auto income = [](const Scenario& scenario) {
            double out = 0;
            for (const Sale& sale : sales_of(scenario.cluster)) out += sale.count * sale.price.value_or(0);
            return out;
        };
        const auto in_bill = [](const Scenario& scenario, BillGroup group) {
            const auto bill = bill_of_materials(scenario.cluster, Catalog::built_in());
            double out = bill ? 0 : std::nan("");
            for (const BillRow& row : bill ? bill->rows : std::vector<BillRow>())
                if (row.group == group) out += row.sale.value_or(0);
            return out;
        };
        const auto said = [](const Scenario& scenario) {
            std::vector<std::vector<std::string>> out;
            for (const Finding& each : check_drawing(scenario.cluster, Catalog::built_in()).open)
                if (each.id == "sale-price-inside") out.push_back(each.where);
            return out;
        };
        using Places = std::vector<std::vector<std::string>>;
        Scenario scenario = owned(replace);
        QCOMPARE(said(scenario), Places());
        element(scenario, "server").sale_price = 120e3;
        QCOMPARE(income(scenario), income(owned(replace)));
        QCOMPARE(in_bill(scenario, BillGroup::server), 0.0);
        QCOMPARE(in_bill(scenario, BillGroup::rack), 16 * 380e3);
        QCOMPARE(said(scenario), (Places{{"server", "rack"}}));
        element(scenario, "rack").sale_price.reset();
        QCOMPARE(income(scenario), 24 * 5000.0 + 64 * 120e3);
        QCOMPARE(in_bill(scenario, BillGroup::server), 64 * 120e3);
        QCOMPARE(said(scenario), Places());
        element(scenario, "pod").sale_price = 1e6; // the nearest that has one
        QCOMPARE(income(scenario), 8 * 5000.0 + 2 * 1e6);
        QCOMPARE(said(scenario), (Places{{"server", "pod"}, {"leaf", "pod"}}));
        // A price of what stays is not that of what is sold out of it.
        Scenario alone = owned(replace);
        for (const char* id : {"pod", "rack"}) element(alone, id).procurement = Procurement::owned;
        element(alone, "server").procurement = Procurement::sell;
        element(alone, "server").sale_price = 120e3;
        QVERIFY(element(alone, "rack").sale_price);
        QCOMPARE(income(alone), 8 * 5000.0 + 64 * 120e3);
        QCOMPARE(in_bill(alone, BillGroup::server), 64 * 120e3);
        QCOMPARE(in_bill(alone, BillGroup::rack), 0.0);
        QCOMPARE(said(alone), Places());
    }

    /// A price of a slot is that of the GPUs that are bought.
    void a_given_price_is_of_what_is_bought() {
        Scenario scenario = owned(add);
        scenario.site.capex_per_gpu = 50e3;
        const auto of = found(scenario);
        const Capital& capital = *of.evaluation.capital;
        QCOMPARE(capital.total().likely, 256 * 50e3);
        QCOMPARE(capital.replacement().likely, 768 * 50e3);
        QVERIFY(is_within(capital.bought_share(768), 256.0 / 768, 1e-12));
        // Twice the GPUs: what is ours stays 512, all others are bought.
        QVERIFY(is_within(capital.bought_share(1536), 1024.0 / 1536, 1e-12));
        QVERIFY(is_within(capital.needed(1536, Dollars(0)).likely, 1024 * 50e3, 1e-12));
    }

    /// The reasons of "why" are the evaluation's figures.
    void why_says_the_same_data() {
        QTest::addColumn<int>("which");
        QTest::newRow("ours") << int(today);
        QTest::newRow("added") << int(add);
        QTest::newRow("replaced") << int(replace);
    }
    void why_says_the_same() {
        QFETCH(int, which);
        const Scenario scenario = owned(static_cast<Which>(which));
        const Prepared prepared = test::prepared(scenario);
        const Evaluation evaluation = evaluate(prepared);
        for (const char* figure : {"cost_per_hour", "capital", "cost_per_million", "lead_time"}) {
            const auto why = explain(prepared, figure);
            QVERIFY2(why, figure);
            const double expected =
                std::string_view(figure) == "cost_per_hour" ? evaluation.cost_per_hour.si()
                : std::string_view(figure) == "capital"
                    ? evaluation.capital->needed(evaluation.gpus, evaluation.building).likely
                    : (*why)->value;
            QVERIFY2(std::abs((*why)->value - expected) <= 1e-9 * std::abs(expected), figure);
        }
    }

    /// What is changed keeps what is sold.
    void a_mitigation_loses_nothing() {
        const Scenario scenario = owned(replace);
        const Prepared prepared = test::prepared(scenario);
        const auto found = mitigations(prepared, evaluate(prepared), Catalog::built_in());
        QVERIFY(found);
        for (const Mitigation& each : found->found)
            for (const Element& element : scenario.cluster.elements)
                QVERIFY2(each.scenario.cluster.find(element.id), each.id.c_str());
        Cluster aside = scenario.cluster;
        set_sold_aside(aside);
        QVERIFY(!aside.find("server") && !aside.find_link("server-leaf") && aside.sold.size() == 5);
        put_sold_back(aside);
        QCOMPARE(aside.elements.size(), scenario.cluster.elements.size());
        QCOMPARE(aside.links.size(), scenario.cluster.links.size());
    }

    /// The bill has all rows, and its sums those that stay.
    void the_bill_has_what_is_sold() {
        const Answers answers = answers_of(owned(replace));
        const PricedBill* priced = answers.value<PricedBill>();
        QVERIFY(priced);
        QCOMPARE(priced->bill.totals.gpus, 576.0);
        QCOMPARE(priced->bill.totals.servers, 8.0);
        // Cables of what stays are as long as if nothing else had been drawn.
        const auto evaluation = evaluate(test::prepared(owned(replace)));
        QCOMPARE(priced->capital.total().likely, evaluation.capital->total().likely);
        QCOMPARE(priced->bill.links.size(), answers.scenario().cluster.links.size() - 5); // power and heat
        double sold = 0;
        for (const BillRow& row : priced->bill.rows)
            if (row.part == "dgx-h100") {
                QCOMPARE(row.procurement, Procurement::sell);
                QVERIFY(!row.sale); // with its rack
            } else if (row.group == BillGroup::rack && row.procurement == Procurement::sell) {
                sold = row.sale.value_or(0);
            }
        QCOMPARE(sold, 16 * 380e3);
    }

    /// Feeds and coolers of a template are new in a room that stands already.
    void a_templates_supply_is_not_there_yet() {
        Scenario from = test::sample("dgx-h100-su");
        from.site.room.rack_positions = 100;
        const Scenario made = scenario_on(from, from.cluster, Catalog::built_in());
        const auto study = room_study(test::prepared(made), Catalog::built_in());
        QVERIFY(study);
        QVERIFY(study->says_procurement && study->buys_units());
        double units = 0;
        for (const RoomRow& row : study->rows) {
            if (row.need.key.id.empty()) continue;
            QVERIFY(row.is_new() && row.buy && row.buy->count >= row.need.instances);
            ++units;
        }
        QVERIFY(units > 0 && study->price.likely > 0);
        const auto before = room_study(test::prepared(from), Catalog::built_in());
        QVERIFY(before && !before->buys_units() && !before->says_procurement);
        QCOMPARE(before->price.likely, 0.0);
    }

    /// A plan that what is there cannot run alone is replaced by one that surely fits, as a drawing of a
    /// template has it: nothing is to look late or early because of a plan that may not run.
    void what_is_there_trains_by_a_plan_that_surely_fits() {
        Scenario scenario = owned(add);
        scenario.plan.dp = 48; // all GPUs that are drawn
        const TodaysDrawing drawing = todays_drawing(test::prepared(scenario), Catalog::built_in());
        QVERIFY2(drawing.prepared && drawing.is_other_plan, drawing.reason.c_str());
        const Evaluation evaluation = evaluate(*drawing.prepared);
        QVERIFY(evaluation.feasible && evaluation.memory.verdict == MemoryVerdict::fits);
        // The same GPUs of a drawing without anything to be bought open with the same plan.
        const Evaluation alone =
            evaluate(test::prepared(with_opening_plan(owned(today), Catalog::built_in())));
        QVERIFY(is_within(evaluation.step_time.si(), alone.step_time.si(), 1e-9));
    }

    /// A plan that surely fits on what is there stays, on as many replicas as that makes: as a scenario that
    /// draws nothing else has it.
    void what_is_there_keeps_a_plan_that_surely_fits() {
        Scenario alone = owned(today), scenario = owned(add);
        alone.plan.tp = scenario.plan.tp = 8;
        scenario.plan.dp = 24; // all GPUs that are drawn
        const Evaluation same = evaluate(test::prepared(alone));
        QVERIFY(same.feasible && same.memory.verdict == MemoryVerdict::fits);
        const TodaysDrawing drawing = todays_drawing(test::prepared(scenario), Catalog::built_in());
        QVERIFY2(drawing.prepared && !drawing.is_other_plan, drawing.reason.c_str());
        QVERIFY(is_within(evaluate(*drawing.prepared).step_time.si(), same.step_time.si(), 1e-9));
    }

    /// Asked by the best plan found, the same GPUs train alike whether or not more are drawn beside them.
    void by_the_best_plan_what_is_there_has_its_own() {
        const auto answers_by_best = [](Which which) {
            return Answers({.scenario = std::make_shared<const Scenario>(owned(which)), .best_plan = true},
                           Catalog::built_in());
        };
        const Answers alone = answers_by_best(today), more = answers_by_best(add);
        const MoneyStudy* const first = alone.value<MoneyStudy>();
        const MoneyStudy* const then = more.value<MoneyStudy>();
        const TrainsMeanwhile* const meanwhile = more.value<TrainsMeanwhile>();
        QVERIFY(first && then && meanwhile);
        QVERIFY(is_within(then->increment.today.useful_rate, first->increment.useful_rate, 1e-9));
        QVERIFY(is_within(then->increment.done_weeks.likely, first->increment.done_weeks.likely, 1e-9));
        QCOMPARE(meanwhile->meanwhile.useful_rate, then->increment.today.useful_rate);
        const Scenario asked = planned(owned(add), Catalog::built_in(), true);
        const ScenarioColumn column = scenario_column(asked, Catalog::built_in(), {}, true);
        QVERIFY(is_within(column.path.done_weeks.likely, then->increment.done_weeks.likely, 1e-9));
        const SiteAlternatives* const fills = more.value<SiteAlternatives>();
        QVERIFY(fills && !fills->clusters.empty());
        const std::vector<DeploymentPath>& ways = fills->clusters.front().paths;
        const auto own = std::ranges::find(ways, true, &DeploymentPath::is_sites_own);
        QVERIFY(own != ways.end());
        QVERIFY(is_within(own->done_weeks.likely, then->increment.done_weeks.likely, 1e-9));
    }

    /// 512 H100 and 256 B200 are held against rents of both: $2.95 and $5.5 of the cheapest cloud.
    void what_is_mixed_is_held_against_rents_of_all_kinds() {
        const Evaluation evaluation = evaluate(test::prepared(owned(add)));
        QVERIFY(evaluation.capital);
        const auto nebius =
            std::ranges::find(evaluation.capital->on_demand, "Nebius, mixed", &PriceRow::name);
        QVERIFY(nebius != evaluation.capital->on_demand.end());
        QVERIFY(is_within(nebius->band.likely, (512 * 2.95 + 256 * 5.5) / 768, 1e-9));
        const auto has_name = [&](const std::string& name) {
            return std::ranges::find(evaluation.capital->on_demand, name, &PriceRow::name) !=
                   evaluation.capital->on_demand.end();
        };
        QVERIFY(!has_name("Nebius") && !has_name("Azure ND H100 v5"));
    }

    void the_project_keeps_what_is_said() {
        for (const Which which : {today, add, replace}) {
            Project project;
            project.scenarios.push_back(owned(which));
            const std::string text = project_text(project, Catalog::built_in());
            const auto read = parse_project(text, Catalog::built_in());
            QVERIFY2(read, read ? "" : read.error().text().c_str());
            QVERIFY(read->project.scenarios.front().cluster == project.scenarios.front().cluster);
        }
    }
};

QTEST_GUILESS_MAIN(TestIncrement)
#include "test_increment.moc"
