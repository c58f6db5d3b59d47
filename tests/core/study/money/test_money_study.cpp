// SPDX-License-Identifier: GPL-3.0-or-later
// Money of the run: the hour, the million, the tornado, the next racks, ways to buy, build or rent it, export
// rules, what could be ready by a date, scenarios beside each other.
#include "core/study/money/cost_tornado.h"
#include "core/study/money/hour_rows.h"
#include "core/study/money/money_study.h"
#include "core/study/money/paid_shares.h"

#include "core/answers/explain/explain.h"
#include "core/base/catalog/catalog.h"
#include "core/base/units/calendar_date.h"
#include "core/drawing/rack_layout.h"
#include "core/drawing/templates/templates.h"
#include "core/step/search/fastest.h"
#include "core/study/money/ready_by_date.h"
#include "core/study/money/side_by_side.h"
#include "core/study/scaling.h"
#include "core/study/scenario_like.h"
#include "core/study/year/year.h"
#include "tests/support/sample.h"

#include <QTest>

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>
#include <tuple>

using namespace roofrack;

namespace {

const Element* element_of(const Cluster& cluster, ElementKind kind) {
    const auto at = std::ranges::find(cluster.elements, kind, &Element::kind);
    return at == cluster.elements.end() ? nullptr : &*at;
}

bool is_near(double value, double expected, double within = 1e-9) {
    if (std::abs(value - expected) <= within * std::abs(expected)) return true;
    qWarning("%.17g is not %.17g", value, expected);
    return false;
}

Evaluation quick(const Prepared& prepared) {
    EvaluateOptions options;
    options.findings = false;
    return evaluate(prepared, options);
}

struct Studied {
    Prepared prepared;
    Evaluation evaluation;
    MoneyStudy money;
};
Studied study_of(const Scenario& scenario) {
    const Prepared prepared = test::prepared(scenario);
    const Evaluation evaluation = quick(prepared);
    const Catalog& catalog = Catalog::built_in();
    return {prepared, evaluation,
            money_study(prepared, evaluation, todays_drawing(prepared, catalog), catalog)};
}

Scenario with_budget(const char* name) {
    Scenario scenario = test::sample(name);
    scenario.workload.token_budget = 1e12;
    return scenario;
}

const DeploymentPath& path_of(const MoneyStudy& study, Deployment deployment) {
    return *std::ranges::find(study.paths, deployment, &DeploymentPath::deployment);
}

const TornadoBar* bar_of(const MoneyStudy& study, CostAssumption what) {
    const auto found = std::ranges::find(study.tornado.bars, what, &TornadoBar::what);
    return found == study.tornado.bars.end() ? nullptr : &*found;
}

} // namespace

class TestMoneyStudy : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// What charts of money and slides list: machines by what they are, the dearest first, each in its band.
    void the_hour_is_told_by_what_it_pays_for() {
        for (const char* name : {"dgx-h100-su", "llama3-405b-16k"}) {
            const MoneyStudy study = study_of(test::sample(name)).money;
            const std::vector<HourRow> rows = hour_rows(study);
            QVERIFY2(rows.size() > 3, name);
            // As the tornado beside it calls the same thing.
            const std::string_view extras = label_of(CostAssumption::extras);
            QVERIFY2(std::ranges::count(rows, extras, &HourRow::name) == 1, name);
            QVERIFY(rows.front().name == "servers" && rows.front().low < rows.front().dollars);
            double sum = 0;
            for (const HourRow& row : rows) {
                QVERIFY(row.low <= row.dollars && row.dollars <= row.high);
                sum += row.dollars;
            }
            QVERIFY(std::ranges::is_sorted(rows, std::ranges::greater{}, &HourRow::dollars));
            const double all = study.run.hour.total();
            QVERIFY(sum <= all * (1 + 1e-9) && sum > 0.99 * all);
        }
        QVERIFY(hour_rows(MoneyStudy()).empty());
    }

    /// Prices beside each other are written in one style.
    void prices_of_one_chart_are_all_in_thousands_or_none() {
        QCOMPARE(dollars_beside(4797, 17343), std::string("$4.8k"));
        QCOMPARE(dollars_beside(17343, 17343), std::string("$17.3k"));
        QCOMPARE(dollars_beside(1000, 17343), std::string("$1k"));
        QCOMPARE(dollars_beside(307.1, 17343), std::string("$307"));
        QCOMPARE(dollars_beside(-2620, 17343), std::string("-$2.62k"));
        QCOMPARE(dollars_beside(4797, 9000), std::string("$4797"));
        const std::vector<HourRow> rows{{.name = "servers", .dollars = 17343},
                                        {.name = "space", .dollars = 4797}};
        QCOMPARE(hour_text(rows[1], rows, 34700), std::string("$4.8k · 14 %"));
        QCOMPARE(hour_text(rows[1], rows, -1), std::string("$4.8k"));
    }

    void ends_of_assumptions_are_read_in_their_units() {
        const auto bar = [](const char* unit, CostAssumption what = CostAssumption::servers) {
            TornadoBar out;
            out.unit = unit;
            out.what = what;
            return out;
        };
        QCOMPARE(assumption_text(bar("$"), 5.08e8), std::string("$508M"));
        QCOMPARE(assumption_text(bar("a"), 6), std::string("6 years"));
        QCOMPARE(assumption_text(bar("s"), 6.24), std::string("6.24 s"));
        QCOMPARE(assumption_text(bar("x"), 0.5), std::string("× 0.5"));
        QCOMPARE(assumption_text(bar("", CostAssumption::pue), 1.1), std::string("1.10"));
        QCOMPARE(assumption_text(bar("", CostAssumption::interest), 0.13), std::string("13 %"));
        QCOMPARE(assumption_text(bar("", CostAssumption::interest), 0.04), std::string("4.0 %"));
        QCOMPARE(assumption_text(bar("$/kWh"), 0.16), std::string("0.16 $/kWh"));
    }

    void the_run_is_the_evaluations_data();
    void the_run_is_the_evaluations();
    void each_bar_is_what_the_scenario_would_cost();
    void a_rented_cluster_rests_on_its_rent();
    void the_next_racks_are_evaluated();
    void next_racks_that_cannot_be_cabled_say_so();
    void a_path_is_the_scenario_with_that_deployment();
    void shares_of_an_hour_are_all_of_it();
    void the_longest_wait_decides();
    void a_site_with_a_connection_waits_for_no_utility();
    void racks_that_bring_nothing_say_why();
    void an_own_building_is_part_of_the_capital_everywhere();
    void a_rack_of_trays_writes_to_all_their_drives();
    void no_offer_is_no_figure();
    void export_rules_by_region();
    void a_site_is_filled_with_evaluated_drawings();
    void a_cluster_is_called_by_what_is_in_it();
    void a_fill_has_the_plan_of_a_new_drawing();
    void no_fill_draws_more_than_the_site_has();
    void a_room_that_stands_binds_what_fits();
    void machines_terms_stay_with_their_machines();
    void what_runs_by_a_date_is_what_was_ordered_in_time();
    void a_cloud_without_an_offer_never_runs();
    void more_than_is_to_be_had_has_no_day();
    void another_way_and_what_holds_a_fill_are_said();
    void of_equal_ways_the_sites_own_comes_first();
    void a_sites_limit_does_not_reach_a_cloud();
    void storage_goes_along_with_air_for_its_heat();
    void columns_are_the_scenarios_own();
    void a_column_counts_the_hours_of_its_climate();
    void another_work_is_named();
    void what_is_less_sure_is_named();
    void other_terms_are_named();
};

const std::chrono::sys_days order_day = std::chrono::sys_days(std::chrono::year(2026) / 11 / 23);

SiteAlternatives fills_of(const Scenario& scenario) {
    const Prepared prepared = test::prepared(scenario);
    return site_fills(prepared, quick(prepared), Catalog::built_in());
}

const SiteAlternative& fill_with(const SiteAlternatives& fills, const char* accelerator) {
    const auto found = std::ranges::find(fills.clusters, accelerator, &SiteAlternative::accelerator);
    if (found == fills.clusters.end()) qFatal("no %s", accelerator);
    return *found;
}

const ReadyByDate& way_of(const SiteAlternatives& fills, const std::vector<ReadyByDate>& rows,
                          const char* accelerator, Deployment deployment) {
    for (const ReadyByDate& row : rows)
        if (fills.clusters[row.cluster].accelerator == accelerator && row.path &&
            fills.clusters[row.cluster].paths[*row.path].deployment == deployment)
            return row;
    qFatal("no such way");
}

void TestMoneyStudy::the_run_is_the_evaluations_data() {
    QTest::addColumn<QString>("name");
    for (const std::string& name : test::sample_names())
        QTest::newRow(name.c_str()) << QString::fromStdString(name);
}

void TestMoneyStudy::the_run_is_the_evaluations() {
    QFETCH(QString, name);
    const Studied all = study_of(test::sample(name.toStdString()));
    const Evaluation& e = all.evaluation;
    if (!(e.step_time > Seconds(0))) {
        QVERIFY(!all.money.capital);
        return;
    }
    const RunCost& run = all.money.run;
    QCOMPARE(run.per_hour.si(), e.cost_per_hour.si());
    QVERIFY(is_near(run.hour.total(), e.cost_per_hour.si()));
    const double rate = run.counts_samples ? e.samples_per_s : e.tokens_per_s;
    QVERIFY(is_near(run.dollars_per_million, e.cost_per_hour.si() / 3600 / rate * 1e6));
    const double hours = e.time_to_budget.si() / 3600;
    QVERIFY(is_near(run.dollars.si(), e.cost_per_hour.si() * hours));
    QVERIFY(is_near(run.carbon,
                    e.power.run_facility.si() / 1e3 * hours * all.prepared.scenario().site.carbon_intensity));
    QVERIFY(is_near(run.energy.si(), e.power.run_facility.si() * e.time_to_budget.si()));
    if (std::isfinite(run.petaflop_day) && std::isfinite(e.mfu)) // 24 p/(peak · MFU), of the useful time
        QVERIFY(run.petaflop_day > 0);
    QVERIFY(is_near(all.money.tornado.dollars_per_million, run.dollars_per_million));
    for (size_t i = 1; i < all.money.tornado.bars.size(); ++i)
        QVERIFY(all.money.tornado.bars[i - 1].width() >= all.money.tornado.bars[i].width());
}

// Ends that were turned in place are those of a scenario that says so itself.
void TestMoneyStudy::each_bar_is_what_the_scenario_would_cost() {
    const Scenario scenario = with_budget("dgx-h100-su");
    const MoneyStudy money = study_of(scenario).money;
    const auto million = [&](auto change) {
        Scenario other = scenario;
        change(other);
        return study_of(other).money.run.dollars_per_million;
    };
    const TornadoBar* energy = bar_of(money, CostAssumption::electricity);
    QVERIFY(energy && energy->low < energy->now && energy->now < energy->high);
    QVERIFY(is_near(energy->at_high, million([&](Scenario& s) { s.site.electricity_price = energy->high; })));
    const TornadoBar* life = bar_of(money, CostAssumption::book_life);
    QVERIFY(life->at_low > life->at_high); // a longer life is cheaper
    QVERIFY(is_near(life->at_low, million([&](Scenario& s) { s.site.book_life_years = life->low; })));
    const TornadoBar* interest = bar_of(money, CostAssumption::interest);
    QVERIFY(
        is_near(interest->at_high, million([&](Scenario& s) { s.site.money.interest = interest->high; })));
    const TornadoBar* space = bar_of(money, CostAssumption::space);
    QVERIFY(is_near(space->at_low, million([&](Scenario& s) { s.site.money.space_price = space->low; })));
    const TornadoBar* pue = bar_of(money, CostAssumption::pue);
    QVERIFY(is_near(pue->at_high, million([&](Scenario& s) { s.site.pue = pue->high; })));
    // Servers at the dear end: what the rows come to.
    const TornadoBar* servers = bar_of(money, CostAssumption::servers);
    const double more = (servers->high - servers->now) * money.capital->overhead();
    QVERIFY(is_near(servers->at_high / money.run.dollars_per_million,
                    1 + more / money.capital->total().likely *
                            (money.run.hour.capital + money.run.hour.operation) / money.run.hour.total(),
                    1e-6));
    const TornadoBar* failures = bar_of(money, CostAssumption::failures);
    QVERIFY(failures->at_low < money.run.dollars_per_million &&
            failures->at_high > money.run.dollars_per_million);
}

void TestMoneyStudy::a_rented_cluster_rests_on_its_rent() {
    Scenario scenario = with_budget("dgx-h100-su");
    scenario.site.gpu_hour_price = 3.99;
    const MoneyStudy money = study_of(scenario).money;
    QVERIFY(bar_of(money, CostAssumption::rent));
    QVERIFY(!bar_of(money, CostAssumption::servers) && !bar_of(money, CostAssumption::electricity));
    QVERIFY(is_near(money.run.hour.rent, 3.99 * money.run.gpus));
    for (const RentOffer& offer : money.run.offers) QVERIFY(std::isnan(offer.break_even));
    QVERIFY(path_of(money, Deployment::reserved_cloud).is_sites_own);
    QVERIFY(is_near(path_of(money, Deployment::reserved_cloud).per_hour.si(), 3.99 * money.run.gpus));
    QVERIFY(path_of(money, Deployment::colocation).hour.rent == 0);
}

void TestMoneyStudy::the_next_racks_are_evaluated() {
    const Studied all = study_of(with_budget("llama3-405b-16k"));
    const NextRacks& next = all.money.next;
    QVERIFY(next.racks > 0 && next.gain > 1);
    const double drawn = all.prepared.fabric().gpus;
    const ScaleResult study =
        scale(all.prepared, {{drawn, drawn + next.gpus}}, {.metric = ScaleMetric::goodput});
    const ScalePoint &now = *study.at(drawn), &then = *study.at(drawn + next.gpus);
    QVERIFY(is_near(next.gain, then.useful / now.useful));
    QVERIFY(is_near(next.dollars_per_million, (then.running.per_hour - now.running.per_hour).si() / 3600 /
                                                  (then.useful - now.useful) * 1e6));
}

/// Two tiers of these switches take 72 racks; more would need a third one. Those of the other drawing take
/// more.
void TestMoneyStudy::next_racks_that_cannot_be_cabled_say_so() {
    for (const auto& [server, racks, is_full] :
         {std::tuple("vr200-nvl72", "72", true), std::tuple("gb200-nvl72", "152", false)}) {
        const auto built =
            make_template("nvl72-pods", {{"server", server}, {"racks", racks}, {"racks_per_pod", "8"}},
                          Catalog::built_in());
        QVERIFY(built);
        Scenario scenario = built->scenarios.front();
        scenario.workload.global_batch = 1 << 16;
        scenario.plan.shard = 0;
        const Prepared prepared = test::prepared(scenario);
        const NextRacks next = next_racks(prepared, quick(prepared), Catalog::built_in());
        QVERIFY2(next.racks > 0, next.reason.c_str());
        QVERIFY2(next.uncabled.starts_with("Leaf needs ") == is_full, next.uncabled.c_str());
        QVERIFY2(next.uncabled.empty() != is_full, next.uncabled.c_str());
    }
}

void TestMoneyStudy::a_path_is_the_scenario_with_that_deployment() {
    const Scenario scenario = with_budget("dgx-h100-su");
    const MoneyStudy money = study_of(scenario).money;
    QCOMPARE(money.paths.size(), size_t(5));
    for (const DeploymentPath& path : money.paths) {
        Scenario other = scenario;
        other.site.money.deployment = path.deployment;
        const Studied alone = study_of(other);
        QVERIFY(is_near(path.per_hour.si(), alone.evaluation.cost_per_hour.si()));
        QVERIFY(is_near(path.run.si(), alone.money.run.dollars.si()));
        QCOMPARE(path.is_sites_own, path.deployment == Deployment::colocation);
        QVERIFY(!path.exit.empty() && path.lead_weeks.likely > 0);
        QVERIFY(is_near(path.done_weeks.likely - path.lead_weeks.likely,
                        alone.evaluation.time_to_budget.si() / (7 * 86400)));
    }
    const DeploymentPath& own = path_of(money, Deployment::own_hall);
    QVERIFY(own.building > Dollars(0));
    QVERIFY(is_near(own.capital.likely - own.building.si(), money.capital->total().likely));
    QCOMPARE(path_of(money, Deployment::on_demand_cloud).capital.likely, 0.0);
    // u* against the median of what clouds ask for an H100: 6.16 $.
    const DeploymentPath& rented_space = path_of(money, Deployment::colocation);
    QVERIFY(is_near(rented_space.break_even, rented_space.per_hour.si() / money.run.gpus / 6.16));
}

void TestMoneyStudy::shares_of_an_hour_are_all_of_it() {
    const OwnershipCost hour{5, 2, 1, 0.5, 0.25, 0.125, 0.125, 0};
    const PaidShares shares = paid_shares(hour);
    QCOMPARE(shares.machines, 5.0 / 9);
    QCOMPARE(shares.energy, 1.25 / 9);
    QVERIFY(std::abs(shares.machines + shares.space + shares.energy + shares.operation - 1) < 1e-12);
    QCOMPARE(shares.sales, 0.0);
    QCOMPARE(paid_shares({}).machines, 0.0);
    OwnershipCost sold = hour;
    sold.sales = 3;
    const PaidShares less = paid_shares(sold);
    QCOMPARE(less.machines, 5.0 / 6);
    QCOMPARE(less.sales, 3.0 / 6);
    QVERIFY(std::abs(less.machines + less.space + less.energy + less.operation - less.sales - 1) < 1e-12);
}

void TestMoneyStudy::the_longest_wait_decides() {
    const MoneyStudy money = study_of(with_budget("dgx-h100-su")).money;
    for (const DeploymentPath& path : money.paths) {
        double most = 0;
        for (const LeadItem& item : path.lead.items) {
            most = std::max(most, item.weeks.likely);
            QVERIFY(!item.source.empty());
        }
        QCOMPARE(path.lead.items.front().weeks.likely, most);
        const double commissioning = path.hour.rent > 0 ? 0 : 4;
        QCOMPARE(path.lead_weeks.likely, most + commissioning);
    }
    // "Why" of the site's own way says the same, wait by wait.
    const auto prepared = Prepared::make(with_budget("dgx-h100-su"), Catalog::built_in());
    const auto why = explain(*prepared, "lead_time");
    QVERIFY(why);
    const auto own = std::ranges::find_if(money.paths, &DeploymentPath::is_sites_own);
    QCOMPARE((*why)->value, own->lead_weeks.likely);
    // A site of its own waits for its transformers: 128 weeks.
    QCOMPARE(path_of(money, Deployment::hyperscale_build).lead.items.front().what,
             std::string("transformers"));
    QCOMPARE(path_of(money, Deployment::hyperscale_build).lead.items.front().weeks.likely, 128.0);
}

void TestMoneyStudy::a_site_with_a_connection_waits_for_no_utility() {
    Scenario scenario = with_budget("llama3-405b-16k"); // 20 MW
    const auto waits = [&](Deployment deployment) {
        const MoneyStudy money = study_of(scenario).money;
        const DeploymentPath& path = path_of(money, deployment);
        return std::pair(
            std::ranges::any_of(path.lead.items, [](const LeadItem& item) { return item.what == "power"; }),
            path.lead.connection);
    };
    QVERIFY(waits(Deployment::own_hall).first);
    QVERIFY(waits(Deployment::own_hall).second.empty());
    scenario.site.power_limit = Watts(25e6);
    QVERIFY(!waits(Deployment::own_hall).first);
    QCOMPARE(waits(Deployment::own_hall).second,
             std::string("the grid gives the site 25 MW already; only more than that would wait"));
    QVERIFY(waits(Deployment::hyperscale_build).first); // another site
    QCOMPARE(waits(Deployment::colocation).second,
             std::string("stands elsewhere: the 25 MW of this site spare an own hall alone the wait"));
    QVERIFY(waits(Deployment::reserved_cloud).second.empty());
    // The building is what is left: 70 weeks, and 4 to set it up.
    const MoneyStudy money = study_of(scenario).money;
    QCOMPARE(path_of(money, Deployment::own_hall).lead_weeks.likely, 74.0);
}

void TestMoneyStudy::racks_that_bring_nothing_say_why() {
    Scenario scenario = with_budget("dgx-h100-su");
    const NextRacks some = study_of(with_budget("llama3-405b-16k")).money.next;
    QVERIFY(some.racks > 0 && some.reason.empty());
    // As many sequences as replicas: more GPUs find nothing to do.
    const Plan plan = quick(test::prepared(scenario)).plan;
    scenario.workload.global_batch = plan.dp * plan.micro_batch;
    const Studied all = study_of(scenario);
    if (!(all.evaluation.step_time > Seconds(0))) QFAIL(all.evaluation.binds.c_str());
    QCOMPARE(all.money.next.racks, 0.0);
    QVERIFY2(!all.money.next.reason.empty(), all.money.next.reason.c_str());
    // The site has power for what is drawn alone; some sizes between have a plan, others divide badly.
    Scenario limited = with_budget("llama3-405b-16k");
    limited.site.power_limit = Watts(20e6);
    const NextRacks none = study_of(limited).money.next;
    QCOMPARE(none.racks, 0.0);
    QVERIFY2(none.reason.starts_with("site supply lowers the clocks of "), none.reason.c_str());
}

// One figure of the bill, the comparison, ways to buy, build or rent it, the verdict and "why".
void TestMoneyStudy::an_own_building_is_part_of_the_capital_everywhere() {
    Scenario scenario = with_budget("llama3-405b-16k");
    const double machines = study_of(scenario).evaluation.capital->total().likely;
    scenario.site.money.deployment = Deployment::own_hall;
    const Prepared prepared = test::prepared(scenario);
    const Studied all = study_of(scenario);
    const double building = all.evaluation.building.si();
    QVERIFY(building > 0.1 * machines);
    QCOMPARE(all.evaluation.capital->needed(all.evaluation.gpus, all.evaluation.building).likely,
             machines + building);
    QCOMPARE(all.money.needed.likely, machines + building);
    QCOMPARE(path_of(all.money, Deployment::own_hall).capital.likely, machines + building);
    QCOMPARE(path_of(all.money, Deployment::colocation).capital.likely, machines);
    const auto explainer = Explainer::of(prepared);
    QVERIFY(explainer.has_value());
    QCOMPARE((*explainer->explain("capital"))->value, machines + building);
}

// 18 trays of a GB200 NVL72, each with drives of its own: a checkpoint takes a sixteenth or less.
void TestMoneyStudy::a_rack_of_trays_writes_to_all_their_drives() {
    Scenario scenario = with_budget("gb200-nvl72-x8");
    std::erase_if(scenario.cluster.elements,
                  [](const Element& element) { return element.kind == ElementKind::storage; });
    scenario.plan.async_checkpoint = scenario.plan.memory_checkpoint = false;
    scenario.plan.checkpoint_interval = Seconds(3600);
    const auto checkpoints = [&](std::optional<double> trays) {
        Scenario other = scenario;
        for (Element& element : other.cluster.elements) {
            if (element.kind != ElementKind::server || !trays) continue;
            Part own = *Catalog::built_in().part(PartKind::server, element.part.id);
            own.figures["trays"].value = *trays;
            element.part.inline_part = own;
        }
        return quick(test::prepared(other)).parts[static_cast<size_t>(StepPart::checkpoint)];
    };
    QVERIFY(checkpoints({}) > 0);
    QVERIFY(is_near(checkpoints(1) / checkpoints({}), 18, 0.01));
}

void TestMoneyStudy::no_offer_is_no_figure() {
    Scenario scenario = with_budget("dgx-h100-su");
    for (Element& element : scenario.cluster.elements)
        if (element.kind == ElementKind::server) element.part = {"mi300x-8", {}, {}};
    const MoneyStudy money = study_of(scenario).money;
    const DeploymentPath& cloud = path_of(money, Deployment::on_demand_cloud);
    QVERIFY(!cloud.has_price());
    QVERIFY(!std::isfinite(cloud.dollars_per_million));
    QVERIFY(std::isnan(path_of(money, Deployment::colocation).break_even));
    QVERIFY(path_of(money, Deployment::colocation).has_price());
}

void TestMoneyStudy::export_rules_by_region() {
    const auto flags = [](const char* server, const char* region) {
        Scenario scenario = test::sample("dgx-h100-su");
        scenario.site.money.region = region;
        for (Element& element : scenario.cluster.elements)
            if (element.kind == ElementKind::server) element.part = {server, {}, {}};
        return export_flags(test::prepared(scenario));
    };
    // 1,979 dense FP8 TFLOP/s × 8 bits = 15,832; 600 GB/s and more: both rules.
    const auto h100 = flags("dgx-h100", "CN");
    QCOMPARE(h100.size(), size_t(2));
    QVERIFY(is_near(h100.front().tpp, 15832));
    QVERIFY(h100[0].applies && h100[1].applies);
    // The H800 was made for the first rule's 600 GB/s: only the second names it.
    const auto h800 = flags("hgx-h800", "CN");
    QCOMPARE(h800.size(), size_t(1));
    QCOMPARE(h800.front().rule.id, std::string("ear-2023"));
    QVERIFY(!flags("dgx-h100", "DE")[1].applies);
    QVERIFY(!flags("dgx-h100", "")[1].applies);
    QVERIFY(flags("dgx-1", "CN").empty()); // 2,000
    // 312 × 16 = 4,992.
    QVERIFY(is_near(flags("dgx-a100", "CN").front().tpp, 4992));
    // 353 × 16 = 5,648, but nothing that the US would license.
    QVERIFY(flags("atlas-800t-a2", "CN").empty());
}

// All kinds of GPUs of a mixed drawing are named, and the server that a fill stands in.
void TestMoneyStudy::a_cluster_is_called_by_what_is_in_it() {
    const SiteAlternatives fills = fills_of(test::sample("decisions/owned-h100", 1));
    const SiteAlternative& drawn = fills.clusters.front();
    QCOMPARE(drawn.kinds.size(), size_t(2));
    QCOMPARE(drawn.kinds[0].gpus + drawn.kinds[1].gpus, drawn.gpus);
    QVERIFY(drawn.kinds[0].gpus >= drawn.kinds[1].gpus);
    QVERIFY2(drawn.gpus_text() == "512 × H100 + 256 × B200", drawn.gpus_text().c_str());
    QCOMPARE(drawn.name, std::string("H100 + B200"));
    QVERIFY(drawn.servers_text().empty());
    Project beside;
    beside.scenarios = {test::sample("decisions/owned-h100"), test::sample("decisions/owned-h100", 1)};
    const auto columns = compare_scenarios(beside, Catalog::built_in());
    QCOMPARE(columns[1].gpus, drawn.gpus_text());
    QCOMPARE(columns[1].accelerator, drawn.name);
    QVERIFY2(columns[0].accelerator.starts_with("H100 ") &&
                 columns[0].accelerator.find('+') == std::string::npos,
             columns[0].accelerator.c_str());
    QVERIFY2(columns[0].gpus.starts_with("512 × H100"), columns[0].gpus.c_str());
    const SiteAlternative& fill = fill_with(fills, "gb200");
    QVERIFY2(fill.runs(), fill.reason.c_str());
    QVERIFY(fill.kinds.empty());
    QCOMPARE(fill.gpus_text(), fill.scenario->name);
    const auto& parts = Catalog::built_in().parts();
    const auto server = std::ranges::find(parts, fill.server, &Part::name);
    QVERIFY(server != parts.end());
    QCOMPARE(fill.servers * server->value_or("gpus", 0), fill.gpus);
    QVERIFY2(fill.servers_text().ends_with(" × " + fill.server), fill.servers_text().c_str());
}

// The drawing anew, by the template and plan that a fill names.
void TestMoneyStudy::a_site_is_filled_with_evaluated_drawings() {
    const Scenario scenario = with_budget("llama3-405b-16k");
    const SiteAlternatives fills = fills_of(scenario);
    QVERIFY(!fills.is_limit && fills.power == quick(test::prepared(scenario)).power.metered);
    const SiteAlternative& drawn = fills.clusters.front();
    QVERIFY(drawn.is_drawn && drawn.runs());
    QCOMPARE(drawn.gpus, 16384.0);
    const SiteAlternative& fill = fill_with(fills, "gb200");
    QVERIFY2(fill.runs(), fill.reason.c_str());
    QCOMPARE(fill.built, std::string("nvl72-pods"));
    const double racks = fill.gpus / 72;
    int pod = 8;
    while (static_cast<int>(racks) % pod != 0) --pod;
    // On the drawn network: RoCE, as Meta builds it.
    const auto& parts = Catalog::built_in().parts();
    const auto server = std::ranges::find(parts, fill.server, &Part::name);
    QCOMPARE(server->id, std::string("catalina"));
    TemplateSettings settings{{"server", server->id},
                              {"racks", std::to_string(static_cast<int>(racks))},
                              {"racks_per_pod", std::to_string(pod)}};
    auto made = make_template("nvl72-pods", settings, Catalog::built_in());
    QVERIFY(made);
    Scenario other = made->scenarios.front();
    // The drawn storage goes along, with air for its heat: 1.6 MW, 500 kW a fan wall.
    const Element* const own = element_of(scenario.cluster, ElementKind::storage);
    const Element* const storage = element_of(fill.scenario->cluster, ElementKind::storage);
    QVERIFY(own && storage);
    QCOMPARE(storage->name, own->name);
    QCOMPARE(storage->count, own->count);
    QVERIFY(storage->part == own->part);
    other.cluster.elements.push_back(*storage);
    other.cluster.waivers.push_back(fill.scenario->cluster.waivers.back());
    std::ranges::find(other.cluster.elements, "air", &Element::id)->count += 4;
    other.workload = scenario.workload;
    other.site = scenario.site;
    other.site.capex_per_gpu.reset();
    other.site.gpu_hour_price.reset();
    other.site.fabric.clear();
    other.plan = fill.plan;
    QVERIFY(fill.scenario->cluster == other.cluster);
    QVERIFY(fill.scenario->workload == other.workload);
    QVERIFY(fill.scenario->site == other.site);
    const Studied alone = study_of(*fill.scenario);
    QVERIFY(is_near(fill.useful_rate, alone.money.run.useful_rate));
    QVERIFY(is_near(fill.useful_rate, quick(test::prepared(other)).tokens_per_s));
    QVERIFY(is_near(fill.metered.si(), alone.evaluation.power.metered.si()));
    for (size_t i = 0; i < fill.paths.size(); ++i) {
        QVERIFY(is_near(fill.paths[i].capital.likely, alone.money.paths[i].capital.likely));
        QVERIFY(fill.paths[i].lead_weeks == alone.money.paths[i].lead_weeks);
    }
    // Neither bought nor rented anywhere that is known.
    QVERIFY(!fill_with(fills, "tpu-v5p").runs());
    QVERIFY(fill_with(fills, "tpu-v5p").paths.empty());
}

// As in a comparison of servers: a plan that surely fits stands for one that may not and is hardly faster.
void TestMoneyStudy::a_fill_has_the_plan_of_a_new_drawing() {
    const Catalog& catalog = Catalog::built_in();
    const auto made = make_template("rail-optimised", {{"servers", "32"}, {"model", "llama3-8b"}}, catalog);
    QVERIFY(made);
    Scenario scenario = with_prudent_plan(made->scenarios.front(), catalog);
    double& batch = scenario.workload.global_batch;
    batch = std::bit_ceil(static_cast<unsigned>(batch));
    int replaced = 0;
    for (const double power : {150e3, 300e3, 600e3}) {
        scenario.site.power_limit = Watts(power);
        const Prepared prepared = test::prepared(scenario);
        const SiteAlternative fill =
            site_fill(prepared, quick(prepared), *catalog.part(PartKind::server, "dgx-h100"), catalog);
        QVERIFY2(fill.runs() && fill.scenario, fill.reason.c_str());
        Scenario drawn = *fill.scenario;
        drawn.site.power_limit.reset(); // its plan is searched without
        const Prepared alone = test::prepared(drawn);
        const auto step_by = [&](const std::optional<Plan>& plan) {
            EvaluateOptions options;
            options.findings = false;
            options.plan = plan;
            return evaluate(alone, options).step_time.si();
        };
        const FastestPlan prudent = prudent_plan(alone), fastest = fastest_plan(alone, {});
        QVERIFY(prudent.plan && fastest.plan);
        QVERIFY(is_near(step_by(fill.plan), step_by(prudent.plan)));
        replaced += prudent.plan != fastest.plan;
    }
    QVERIFY(replaced > 0);
}

void TestMoneyStudy::no_fill_draws_more_than_the_site_has() {
    Scenario scenario = with_budget("dgx-h100-su");
    const auto most_used = [&](double watts) {
        if (watts > 0) scenario.site.power_limit = Watts(watts);
        const SiteAlternatives fills = fills_of(scenario);
        double most = 0;
        for (const SiteAlternative& fill : fills.clusters) {
            if (fill.is_drawn || !fill.runs()) continue;
            if (fill.metered > fills.power * (1 + 1e-9)) qFatal("%s", fill.name.c_str());
            most = std::max(most, fill.metered / fills.power);
        }
        return most;
    };
    QVERIFY(most_used(0) > 0.95); // and it is filled
    QVERIFY(most_used(2e5) > 0.9);
    QVERIFY(most_used(2e6) > 0.95);
    // Not a server's worth.
    scenario.site.power_limit = Watts(1e3);
    const SiteAlternatives none = fills_of(scenario);
    QCOMPARE(fill_with(none, "b200-sxm").reason, std::string("one server draws more than the site has"));
}

/// A drawn fill by hand: each rack is a place, all that stands in none fills racks of 40 units.
double places_of(const Scenario& scenario) {
    double out = 0;
    for (const Element& each : scenario.cluster.elements) {
        if (each.kind == ElementKind::rack) out += scenario.cluster.instances(each);
        if (each.kind != ElementKind::server && each.kind != ElementKind::switch_ &&
            each.kind != ElementKind::storage)
            continue;
        bool racked = false;
        for (const Element* at = scenario.cluster.find(each.parent); at;
             at = scenario.cluster.find(at->parent))
            racked |= at->kind == ElementKind::rack;
        if (!racked)
            out +=
                std::ceil(scenario.cluster.instances(each) * device_height_u(each, Catalog::built_in()) / 40);
    }
    return out;
}

void TestMoneyStudy::a_room_that_stands_binds_what_fits() {
    Scenario scenario = with_budget("dgx-h100-su");
    scenario.site.power_limit = Watts(2e6);
    const SiteAlternatives open = fills_of(scenario);
    const double most = places_of(*fill_with(open, "b200-sxm").scenario);
    QVERIFY(most > 30 && fill_with(open, "b200-sxm").held_by == RoomLimit::grid);

    // Half of the places; as many m² of 0.6 m by 2.1 m are the same.
    const auto bound = [&](RoomLimit limit) {
        const SiteAlternatives fills = fills_of(scenario);
        int held = 0;
        for (const SiteAlternative& fill : fills.clusters) {
            if (fill.is_drawn || !fill.runs()) continue;
            if (places_of(*fill.scenario) > most / 2) qFatal("%s", fill.name.c_str());
            held += fill.held_by == limit;
        }
        const SiteAlternative& b200 = fill_with(fills, "b200-sxm");
        if (b200.held_by != limit || places_of(*b200.scenario) < most / 4) qFatal("%s", b200.name.c_str());
        return held;
    };
    scenario.site.room.rack_positions = std::floor(most / 2);
    const int by_places = bound(RoomLimit::positions);
    QVERIFY(by_places > 1);
    scenario.site.room = {};
    scenario.site.room.area = std::floor(most / 2) * 0.6 * 2.1;
    QCOMPARE(bound(RoomLimit::area), by_places);

    // No rack stands on 50 kg/m².
    scenario.site.room = {};
    scenario.site.room.floor_load = 50;
    for (const SiteAlternative& fill : fills_of(scenario).clusters)
        if (!fill.is_drawn) QVERIFY2(!fill.runs(), fill.name.c_str());
    QVERIFY2(fill_with(fills_of(scenario), "b200-sxm").reason.find("kg/m² of floor loading") !=
                 std::string::npos,
             fill_with(fills_of(scenario), "b200-sxm").reason.c_str());

    // Four row coolers of 120 kW are drawn. Others come with coolers of their own, so that in a room with
    // places enough there are as many of them as where nothing is said of a room.
    scenario.site.room = {};
    scenario.site.room.area = 1e6;
    const SiteAlternatives roomy = fills_of(scenario);
    QCOMPARE(roomy.clusters.size(), open.clusters.size());
    for (size_t i = 0; i < roomy.clusters.size(); ++i) {
        const SiteAlternative& fill = roomy.clusters[i];
        QVERIFY2(fill.is_drawn || !fill.runs() || fill.held_by == RoomLimit::grid, fill.name.c_str());
        QCOMPARE(fill.gpus, open.clusters[i].gpus);
    }
    QVERIFY(fill_with(roomy, "b200-sxm").metered > Watts(360e3));
}

void TestMoneyStudy::machines_terms_stay_with_their_machines() {
    Scenario scenario = with_budget("dgx-h100-su");
    scenario.site.power_limit = Watts(4e5); // the same for all
    const auto bought_for = [](const SiteAlternatives& fills) {
        const std::vector<DeploymentPath>& paths = fill_with(fills, "b200-sxm").paths;
        return std::ranges::find(paths, Deployment::colocation, &DeploymentPath::deployment)->capital.likely;
    };
    const double bought = bought_for(fills_of(scenario));
    scenario.site.capex_per_gpu = 1;
    scenario.calibration.compute_factor = 2;
    const SiteAlternatives fills = fills_of(scenario);
    QCOMPARE(fills.clusters.front().paths[1].capital.likely, 256.0);
    QVERIFY(is_near(bought_for(fills), bought));
    scenario.calibration = {};
    const double rate = fill_with(fills_of(scenario), "b200-sxm").useful_rate;
    QCOMPARE(fill_with(fills, "b200-sxm").gpus, fill_with(fills_of(scenario), "b200-sxm").gpus);
    QCOMPARE(fill_with(fills, "b200-sxm").useful_rate, rate);
}

void TestMoneyStudy::what_runs_by_a_date_is_what_was_ordered_in_time() {
    const SiteAlternatives fills = fills_of(with_budget("dgx-h100-su"));
    const std::chrono::sys_days by = order_day + std::chrono::weeks(40);
    const std::vector<ReadyByDate> rows = ready_by_date(fills, order_day, by);
    const SiteAlternative& drawn = fills.clusters.front();
    const ReadyByDate& way = way_of(fills, rows, "h100-sxm5", Deployment::colocation);
    const DeploymentPath& path = drawn.paths[*way.path];
    // 26 weeks of space and 4 of commissioning leave ten weeks.
    QCOMPARE(path.lead_weeks.likely, 30.0);
    QVERIFY(way.runs_by_then() && way.from == order_day + std::chrono::weeks(30));
    QVERIFY(is_near(way.tokens, drawn.useful_rate * 10 * 7 * 86400));
    QVERIFY(way.tokens_low < way.tokens && way.tokens < way.tokens_high);
    QCOMPARE(way.tokens_low, 0.0); // 52 + 8 weeks: not by then
    QVERIFY(is_near(way.tokens_high, drawn.useful_rate * (drawn.step / drawn.step_low) * 30 * 7 * 86400));
    QVERIFY(way.done.has_value());
    QVERIFY(std::abs(static_cast<double>((*way.done - order_day).count()) - 7 * path.done_weeks.likely) <=
            0.5);
    // A hall of one's own is not there by then, and says what it waits for.
    const ReadyByDate& hall = way_of(fills, rows, "h100-sxm5", Deployment::own_hall);
    QVERIFY(!hall.runs_by_then() && hall.tokens == 0);
    QVERIFY2(hall.reason.find("building") != std::string::npos, hall.reason.c_str());
    QVERIFY(way_of(fills, ready_by_date(fills, order_day, hall.from + std::chrono::days(1)), "h100-sxm5",
                   Deployment::own_hall)
                .runs_by_then());
    for (size_t i = 1; i < rows.size(); ++i) {
        QVERIFY(!rows[i - 1].never || rows[i].never);
        if (!rows[i].never) QVERIFY(rows[i - 1].tokens >= rows[i].tokens);
    }
    // One way in each of the two worlds a cluster.
    const std::vector<ReadyByDate> best = best_deployments(fills, rows);
    std::set<std::pair<size_t, bool>> seen;
    for (const ReadyByDate& row : best) {
        QVERIFY(seen.emplace(row.cluster, is_rented(fills, row)).second);
        for (const ReadyByDate& other : rows)
            if (other.cluster == row.cluster && !other.never &&
                is_rented(fills, other) == is_rented(fills, row))
                QVERIFY(other.tokens <= row.tokens);
    }
    // The day itself, and no time at all.
    for (const ReadyByDate& row : ready_by_date(fills, order_day, order_day)) QCOMPARE(row.tokens, 0.0);
}

void TestMoneyStudy::another_way_and_what_holds_a_fill_are_said() {
    Scenario scenario = with_budget("dgx-h100-su");
    scenario.site.power_limit = Watts(2e6);
    scenario.site.money.deployment = Deployment::own_hall;
    QCOMPARE(filled_text(fills_of(scenario), "2 MW"),
             std::string("the site's 2 MW filled with each other accelerator"));
    // No more racks of three DGX B200 stand on so many places.
    scenario.site.room.rack_positions = 30;
    const SiteAlternatives fills = fills_of(scenario);
    const auto rows = ready_by_date(fills, order_day, order_day + std::chrono::weeks(40));
    QCOMPARE(other_way_text(fills, way_of(fills, rows, "b200-sxm", Deployment::own_hall)), "");
    QCOMPARE(other_way_text(fills, way_of(fills, rows, "b200-sxm", Deployment::colocation)), "colocation");
    QCOMPARE(other_way_text(fills, way_of(fills, rows, "b200-sxm", Deployment::on_demand_cloud)),
             "on-demand cloud");
    const std::string text = filled_text(fills, "2 MW");
    QVERIFY2(text.starts_with("each other accelerator until the site's 2 MW (") &&
                 text.find(") or the room's rack positions (") != std::string::npos &&
                 text.ends_with(" hold it"),
             text.c_str());
    SiteAlternatives held;
    held.is_limit = true;
    held.clusters.emplace_back().held_by = RoomLimit::positions;
    QCOMPARE(filled_text(held, "2 MW"),
             std::string("each other accelerator until the site's 2 MW (none of them) or the room's rack "
                         "positions (1) hold it"));
}

void TestMoneyStudy::of_equal_ways_the_sites_own_comes_first() {
    SiteAlternatives fills;
    SiteAlternative& fill = fills.clusters.emplace_back();
    fill.useful_rate = 1;
    fill.step = fill.step_low = fill.step_high = Seconds(1);
    for (const Deployment deployment : {Deployment::colocation, Deployment::own_hall}) {
        DeploymentPath& path = fill.paths.emplace_back();
        path.deployment = deployment;
        path.is_sites_own = deployment == Deployment::own_hall;
        path.lead_weeks = {10, 10, 10};
    }
    const auto rows = ready_by_date(fills, order_day, order_day + std::chrono::weeks(40));
    QCOMPARE(rows.size(), size_t(2));
    QCOMPARE(rows.front().tokens, rows.back().tokens);
    QCOMPARE(other_way_text(fills, rows.front()), "");
    QCOMPARE(other_way_text(fills, best_deployments(fills, rows).front()), "");
}

void TestMoneyStudy::a_sites_limit_does_not_reach_a_cloud() {
    Scenario scenario = with_budget("dgx-h100-su");
    const Studied free = study_of(scenario);
    scenario.site.power_limit = 0.9 * free.evaluation.power.metered;
    const Studied held = study_of(scenario);
    QVERIFY(held.evaluation.step_time > 1.01 * free.evaluation.step_time);
    const auto million = [](const Studied& of, Deployment deployment) {
        return path_of(of.money, deployment).dollars_per_million;
    };
    QVERIFY(is_near(million(held, Deployment::reserved_cloud), million(free, Deployment::reserved_cloud)));
    QVERIFY(million(held, Deployment::colocation) > 1.005 * million(free, Deployment::colocation));
}

void TestMoneyStudy::storage_goes_along_with_air_for_its_heat() {
    const Cluster drawn = test::sample("llama3-405b-16k").cluster;
    const auto made = make_template("nvl72-pods", {}, Catalog::built_in());
    const Cluster bare = made->scenarios.front().cluster;
    const Cluster with = with_storage_of(drawn, bare, Catalog::built_in());
    const Element* const own = element_of(with, ElementKind::storage);
    QVERIFY(own && own->part == element_of(drawn, ElementKind::storage)->part);
    // 1.6 MW on units of 120 kW.
    QCOMPARE(with.find("air")->count, bare.find("air")->count + 14);
    // A drawing that has its own keeps it.
    const Cluster again = with_storage_of(drawn, with, Catalog::built_in());
    QVERIFY(again == with);
}

void TestMoneyStudy::a_cloud_without_an_offer_never_runs() {
    const SiteAlternatives fills = fills_of(with_budget("dgx-h100-su"));
    const auto rows = ready_by_date(fills, order_day, order_day + std::chrono::weeks(400));
    const ReadyByDate& way = way_of(fills, rows, "mi300x", Deployment::on_demand_cloud);
    QVERIFY(way.never && !way.runs_by_then() && way.tokens == 0);
    QCOMPARE(way.reason, std::string("no offer for these GPUs is known"));
    QVERIFY(!way_of(fills, rows, "mi300x", Deployment::own_hall).never);
}

/// 2,048 GPUs: 256 instances of eight, which is what AWS lets a customer have in Capacity Blocks.
void TestMoneyStudy::more_than_is_to_be_had_has_no_day() {
    const auto ways = [](int servers, Deployment own) {
        Scenario scenario = with_budget("dgx-h100-su");
        scenario.site.money.deployment = own;
        for (Element& element : scenario.cluster.elements)
            if (element.kind == ElementKind::rack) element.count = servers / 8;
        return study_of(scenario).money;
    };
    const MoneyStudy few = ways(256, Deployment::colocation), many = ways(264, Deployment::colocation);
    QCOMPARE(few.run.gpus, 2048.0);
    QVERIFY(path_of(few, Deployment::on_demand_cloud).no_days().empty());
    const DeploymentPath& none = path_of(many, Deployment::on_demand_cloud);
    QVERIFY(none.has_price() && none.no_days().starts_with("2,048 GPUs at most are to be had so (AWS"));
    QVERIFY(path_of(many, Deployment::reserved_cloud).no_days().empty());
    // Who says that he has them so has them; the note stays.
    const MoneyStudy said = ways(264, Deployment::on_demand_cloud);
    const DeploymentPath& own = path_of(said, Deployment::on_demand_cloud);
    QVERIFY(own.no_days().empty() && !own.lead.too_many.empty());
}

void TestMoneyStudy::columns_are_the_scenarios_own() {
    Project project;
    project.scenarios = {with_budget("llama3-405b-16k"), with_budget("gb200-nvl72-x8")};
    project.scenarios[0].name = "air";
    project.scenarios[1].name = "liquid";
    Scenario broken = project.scenarios[0];
    broken.name = "broken";
    broken.plan.tp = 5;
    project.scenarios.push_back(broken);
    const auto columns = compare_scenarios(project, Catalog::built_in());
    QCOMPARE(columns.size(), size_t(3));
    for (size_t i = 0; i < 2; ++i) {
        const Studied alone = study_of(project.scenarios[i]);
        const ScenarioColumn& column = columns[i];
        QVERIFY(column.runs());
        QCOMPARE(column.evaluation.gpus, alone.evaluation.gpus);
        QVERIFY(is_near(column.run.dollars_per_million, alone.money.run.dollars_per_million));
        QVERIFY(is_near(column.run.dollars.si(), alone.money.run.dollars.si()));
        QVERIFY(is_near(column.run.energy.si(), alone.money.run.energy.si()));
        QVERIFY(is_near(column.evaluation.power.metered.si(), alone.evaluation.power.metered.si()));
        const DeploymentPath& own = path_of(alone.money, Deployment::colocation);
        QVERIFY(column.path.capital == own.capital && column.path.lead_weeks == own.lead_weeks);
        QVERIFY(!column.evaluation.binds.empty() && !column.verdict.empty());
    }
    QVERIFY(!columns[0].has_liquid && columns[1].has_liquid);
    QVERIFY(!columns[2].runs() && !columns[2].verdict.empty());
}

void TestMoneyStudy::a_column_counts_the_hours_of_its_climate() {
    Project project;
    project.scenarios = {with_budget("llama3-405b-16k"), with_budget("llama3-405b-16k")};
    QVERIFY(!compare_scenarios(project, Catalog::built_in())[0].year);
    Scenario& hot = project.scenarios[1];
    hot.site.climate = "hot-dry";
    hot.site.power_limit = Watts(18e6);
    const auto columns = compare_scenarios(project, Catalog::built_in());
    QVERIFY(!columns[0].year && columns[1].year);
    QVERIFY(columns[1].is_held && columns[1].verdict.find("site supply") != std::string::npos);
    const auto prepared = Prepared::make(hot, Catalog::built_in());
    const auto year = year_of(*prepared, Catalog::built_in(), *built_in_climate("hot-dry"));
    QVERIFY(year && year->total.throttled_hours > 100 && year->total.throttled_hours < 8760);
    QCOMPARE(columns[1].year->held_hours, year->total.throttled_hours);
    QCOMPARE(columns[1].year->rate, year->total.rate);
    QVERIFY(columns[0].year_fault.empty() && columns[1].year_fault.empty());
    hot.site.climate = "nowhere.csv"; // what cannot be read is said
    const ScenarioColumn unread = compare_scenarios(project, Catalog::built_in())[1];
    QVERIFY(!unread.year && unread.year_fault.find("nowhere.csv") != std::string::npos);
}

void TestMoneyStudy::another_work_is_named() {
    Project project;
    project.scenarios = {with_budget("dgx-h100-su"), with_budget("dgx-h100-su")};
    QVERIFY(compare_scenarios(project, Catalog::built_in())[1].differs.empty());
    project.scenarios[1].workload.token_budget = 2e12;
    QCOMPARE(compare_scenarios(project, Catalog::built_in())[1].differs,
             std::vector<std::string>{"token budget"});
}

void TestMoneyStudy::what_is_less_sure_is_named() {
    Project project;
    project.scenarios = {with_budget("gb200-nvl72-x8"), with_budget("gb200-nvl72-x8")};
    for (Element& each : project.scenarios[1].cluster.elements)
        if (each.kind == ElementKind::server) each.part.id = "vr200-nvl72";
    const auto columns = compare_scenarios(project, Catalog::built_in());
    const auto is_announced = [&](size_t i) {
        return std::ranges::find(columns[i].cautions, "announced") != columns[i].cautions.end();
    };
    QVERIFY(!is_announced(0) && is_announced(1));
}

void TestMoneyStudy::other_terms_are_named() {
    Project project;
    project.scenarios = {with_budget("dgx-h100-su"), with_budget("dgx-h100-su")};
    const auto differing = [&] { return compare_scenarios(project, Catalog::built_in())[1].terms_differ; };
    using Names = std::vector<std::string>;
    QCOMPARE(differing(), Names());
    Scenario& other = project.scenarios[1];
    other.site.gpu_hour_price = 3; // the price of its machines
    QCOMPARE(differing(), Names());
    other.site.power_limit = Watts(1e6);
    other.site.money.water_price = 9;
    other.site.repair_time = Seconds(1);
    QCOMPARE(differing(), (Names{"power limit", "prices", "other terms of the site"}));
    QCOMPARE(differ_text(differing()), std::string("power limit, prices, other terms of the site differ"));
    QCOMPARE(differ_text({"power limit"}), std::string("power limit differs"));
    QCOMPARE(differ_text({"prices"}), std::string("prices differ"));
    QCOMPARE(differ_text({"other terms of the site"}), std::string("other terms of the site differ"));
    other.site = project.scenarios[0].site;
    std::erase_if(other.cluster.elements, [](const Element& e) { return e.kind == ElementKind::storage; });
    std::erase_if(other.cluster.links, [&](const Link& link) {
        return !other.cluster.find(link.from) || !other.cluster.find(link.to);
    });
    QCOMPARE(differing(), Names{"storage"});
}

QTEST_GUILESS_MAIN(TestMoneyStudy)
#include "test_money_study.moc"
