// SPDX-License-Identifier: GPL-3.0-or-later
// Mitigations keep what they promise, and are offered only where they help.
#include "core/base/catalog/catalog.h"
#include "core/drawing/bill/procurement.h"
#include "core/drawing/check/check.h"
#include "core/drawing/project/project_file.h"
#include "core/facility/economics/capital.h"
#include "core/step/engine/evaluate.h"
#include "core/step/search/fastest.h"
#include "core/study/losses/slow_groups.h"
#include "tests/support/mitigations_of.h"
#include "tests/support/sample.h"

#include <QDir>
#include <QTest>

#include <algorithm>
#include <fmt/format.h>

using namespace roofrack;

namespace {

Scenario sample(const QString& name) {
    const std::string path =
        (QStringLiteral(ROOFRACK_SOURCE_DIR "/samples/") + name + ".roofrack.json").toStdString();
    const auto loaded = read_project(path, Catalog::built_in());
    if (!loaded) qFatal("%s", loaded.error().text().c_str());
    return loaded->project.scenarios.front();
}

Evaluation evaluated(const Scenario& scenario) {
    const auto prepared = Prepared::make(scenario, Catalog::built_in());
    if (!prepared) qFatal("%s", prepared.error().text().c_str());
    return evaluate(*prepared);
}

Mitigations of(const Scenario& scenario) {
    auto found = test::mitigations_of(scenario);
    if (!found) qFatal("%s", found.error().text().c_str());
    return std::move(*found);
}

const Mitigation* mitigation(const Mitigations& all, std::string_view id) {
    const auto found = std::ranges::find(all.found, id, &Mitigation::id);
    return found == all.found.end() ? nullptr : &*found;
}

} // namespace

class TestMitigations : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void samples_data();
    void samples();
    void a_slow_server_is_repaired();
    void what_is_drawn_beyond_its_ports_is_not_offered();
    void what_is_done_already_is_not_offered();
    void the_best_plan_surely_fits_where_that_is_hardly_slower();
    void the_best_plan_says_that_it_may_not_fit();
    void spares_help_only_where_they_are_short();
    void a_plan_that_does_not_run_has_none();
    void links_that_others_and_faults_slow_are_mitigated();
    void what_is_refused_says_why();
    void a_slow_rack_is_replaced_by_what_most_are();
    void what_replaces_owned_servers_is_bought();
    void more_than_what_is_owned_is_bought();
    void cables_that_no_bill_has_say_so();
    void restarts_are_halved();
    void launches_are_captured_where_the_host_is_slow();
    void oversubscription_ends_on_all_links_that_hold_the_level();
};

/// What evaluate says of them is what they are worth: one figure in the findings, the stragglers and here.
void TestMitigations::what_is_refused_says_why() {
    const Scenario scenario = sample(QStringLiteral("shared-a100-hot-rack"));
    const Mitigations all = of(scenario);
    const auto refused = std::ranges::find_if(all.refused, [](const RefusedMitigation& each) {
        return each.action.starts_with("No oversubscription");
    });
    QVERIFY(refused != all.refused.end());
    QVERIFY2(refused->reason.find("ports") != std::string::npos, refused->reason.c_str());
    for (const Mitigation& each : all.found) QVERIFY(each.action != refused->action);
    const std::string said = fmt::format("without oversubscription: {:.1f} % faster", 100 * refused->gain);
    const Evaluation now = evaluated(scenario);
    QVERIFY2(std::ranges::count(now.findings, said, &Finding::mitigation) == 1, said.c_str());
}

void TestMitigations::a_slow_rack_is_replaced_by_what_most_are() {
    const Scenario scenario = sample(QStringLiteral("shared-a100-hot-rack"));
    const Mitigations all = of(scenario);
    const Mitigation* replaced = mitigation(all, "like-most");
    QVERIFY(replaced);
    const auto prepared = Prepared::make(scenario, Catalog::built_in());
    const auto slow = slow_groups(*prepared, evaluate(*prepared), Catalog::built_in());
    QVERIFY(slow && slow->groups.size() == 1);
    QCOMPARE(replaced->gain, slow->groups.front().replaced.gain);
    QVERIFY(!mitigation(of(replaced->scenario), "like-most"));
    QVERIFY(replaced->gain > mitigation(all, "slow-servers")->gain);
}

/// New servers where owned ones stand are paid for and train nothing before they are there; of the old ones
/// nothing is left, their name neither. A fault that was drawn already keeps none of it back.
void TestMitigations::what_replaces_owned_servers_is_bought() {
    Scenario scenario = test::sample("decisions/owned-h100", 1);
    for (const char* id : {"rack-new", "leaf-new", "feed-new", "air-new"})
        scenario.cluster.find(id)->count *= 3; // most GPUs are B200
    scenario.cluster.find("server")->sale_price = 120000;
    const auto link = std::ranges::find(scenario.cluster.links, "server-leaf", &Link::id);
    link->bandwidth = ByteRate(100e9); // twice that of the ports: a finding names the servers
    const Mitigations all = of(scenario);
    const Mitigation* replaced = mitigation(all, "like-most");
    QVERIFY(replaced);
    const Cluster& then = replaced->scenario.cluster;
    QCOMPARE(then.find("server")->part.id, std::string("dgx-b200"));
    QCOMPARE(then.find("server")->name, std::string("DGX B200"));
    QCOMPARE(then.find("server")->procurement, Procurement::buy);
    QVERIFY(!then.find("server")->sale_price);
    QCOMPARE(then.find("rack")->procurement, scenario.cluster.find("rack")->procurement); // it stays
    const auto price = [](const Scenario& of_scenario) {
        const Evaluation evaluation = evaluated(of_scenario);
        return evaluation.capital->total().likely;
    };
    QVERIFY(price(replaced->scenario) - price(scenario) > 64 * 400e3);
    const Cluster today = cluster_of_today(then, Catalog::built_in());
    QVERIFY(!today.find("server") && today.find("rack"));
    // Where all of it is bought, the new ones are as well.
    for (Element& element : scenario.cluster.elements) element.procurement = Procurement::inherited;
    const Mitigations unsaid = of(scenario);
    QVERIFY(mitigation(unsaid, "like-most"));
    QVERIFY(!says_procurement(mitigation(unsaid, "like-most")->scenario.cluster));
}

void TestMitigations::more_than_what_is_owned_is_bought() {
    Scenario scenario = test::sample("megatron-1t-3072");
    const int drawn = scenario.cluster.find("storage")->count;
    for (const bool is_owned : {true, false}) {
        scenario.cluster.find("storage")->procurement =
            is_owned ? Procurement::owned : Procurement::inherited;
        const Mitigations all = of(scenario);
        const Mitigation* twice = mitigation(all, "storage");
        QVERIFY(twice);
        const Element& storage = *twice->scenario.cluster.find("storage");
        QCOMPARE(storage.count, 2 * drawn);
        QCOMPARE(storage.owned_count, is_owned ? std::optional(drawn) : std::nullopt);
    }
}

/// Between things that are there already all cables count as such.
void TestMitigations::cables_that_no_bill_has_say_so() {
    Scenario scenario = sample(QStringLiteral("generic-100m-256gpu-1nic"));
    const auto caution = [&] {
        const Mitigations all = of(scenario);
        const Mitigation* cables = mitigation(all, "cables-leaf--spine");
        return cables ? cables->caution : std::string("none");
    };
    QCOMPARE(caution(), std::string("ports and optics at both ends"));
    for (const char* id : {"leaf", "spine"}) scenario.cluster.find(id)->procurement = Procurement::owned;
    QCOMPARE(caution(), std::string("ports and optics at both ends; the bill leaves them out, as what they "
                                    "join is there already"));
    scenario.cluster.find("leaf")->owned_count = 3; // one of the four is new
    QCOMPARE(caution(), std::string("ports and optics at both ends"));
}

void TestMitigations::restarts_are_halved() {
    Scenario scenario = sample(QStringLiteral("llama3-405b-16k"));
    const Mitigations all = of(scenario);
    const Mitigation* restart = mitigation(all, "restart");
    QVERIFY(restart);
    QVERIFY(scenario.site.restart_time.si() > 0);
    QCOMPARE(restart->scenario.site.restart_time.si(), scenario.site.restart_time.si() / 2);
    scenario.site.failures_per_1000_node_days = 0;
    scenario.site.other_interruptions_per_1000_node_days = 0;
    scenario.site.planned_stops_per_1000_node_days = 0;
    scenario.site.spare_servers = {};
    QVERIFY(!mitigation(of(scenario), "restart"));
}

/// A small MoE on fast GPUs waits for its host: graphs of whole layers help, until they are there.
void TestMitigations::launches_are_captured_where_the_host_is_slow() {
    Scenario scenario = sample(QStringLiteral("llama3-405b-16k"));
    QVERIFY(!mitigation(of(scenario), "graphs")); // hidden behind its products
    scenario.workload.model = "qwen3-30b-a3b";
    scenario.workload.sequence = 1024;
    scenario.workload.global_batch = 131072;
    scenario.plan.software = "megatron-core";
    scenario.plan.tp = scenario.plan.pp = scenario.plan.vpp = scenario.plan.cp = 1;
    scenario.plan.dp = 0, scenario.plan.ep = 8, scenario.plan.micro_batch = 1;
    const Mitigations all = of(scenario);
    const Mitigation* captured = mitigation(all, "graphs");
    QVERIFY(captured);
    QCOMPARE(captured->scenario.plan.graphs, LaunchGraphs::layers);
    QVERIFY(captured->then.step < all.now.step);
    QVERIFY(!mitigation(of(captured->scenario), "graphs"));
}

void TestMitigations::oversubscription_ends_on_all_links_that_hold_the_level() {
    Scenario scenario = sample(QStringLiteral("generic-100m-256gpu-1nic"));
    // With 30 % taken by other jobs twice the uplinks carry more than a server's one NIC, which then holds
    // the ring back: more of them gain no more. With 70 % taken twice as many are still the tighter.
    for (const double background : {0.3, 0.7}) {
        std::ranges::find(scenario.cluster.links, "leaf--spine", &Link::id)->background_load = background;
        const Mitigations all = of(scenario);
        const Mitigation* without = mitigation(all, "nonblocking-leaf--spine");
        const Mitigation* twice = mitigation(all, "cables-leaf--spine");
        QVERIFY(without && twice);
        const auto then = Prepared::make(without->scenario, Catalog::built_in());
        for (const FabricLevel& level : then->fabric().levels) QVERIFY(level.oversubscription < 1.01);
        if (background > 0.5)
            QVERIFY(without->gain > 1.05 * twice->gain);
        else
            QVERIFY(std::abs(without->gain / twice->gain - 1) < 1e-6);
    }
}

/// Each takes back what it says and nothing else; where the level is not crossed, neither is offered.
void TestMitigations::links_that_others_and_faults_slow_are_mitigated() {
    Scenario scenario = sample("generic-100m-256gpu-8nic");
    scenario.plan.dp_overlap = false;
    scenario.site.fabric = {{"leaf", 0.4, 0.01, 0.5, {}}};
    const Mitigations slowed = of(scenario);
    const Mitigation* replaced = mitigation(slowed, "degraded-leaf");
    const Mitigation* own = mitigation(slowed, "own-share-leaf");
    QVERIFY(replaced && own);
    QCOMPARE(replaced->scenario.site.fabric[0].degraded_links, 0.0);
    QCOMPARE(replaced->scenario.site.fabric[0].background, 0.4);
    QCOMPARE(own->scenario.site.fabric[0].background, 0.0);
    QVERIFY(replaced->then.step < slowed.now.step && own->then.step < slowed.now.step);
    scenario.site.fabric = {{"core", 0.4, 0.01, 0.5, {}}};
    const Mitigations none = of(scenario);
    QVERIFY(!mitigation(none, "degraded-core") && !mitigation(none, "own-share-core"));
}

void TestMitigations::samples_data() {
    QTest::addColumn<QString>("name");
    const QDir folder(QStringLiteral(ROOFRACK_SOURCE_DIR "/samples"));
    for (QString file : folder.entryList({"*.roofrack.json"}, QDir::Files))
        QTest::newRow(qPrintable(file)) << file.remove(QStringLiteral(".roofrack.json"));
    QVERIFY(folder.exists());
}

/// Each promise is what the command line says of the changed project; none is of other work, or does harm.
void TestMitigations::samples() {
    QFETCH(QString, name);
    const Scenario scenario = sample(name);
    const Evaluation now = evaluated(scenario);
    const Mitigations all = of(scenario);
    QCOMPARE(all.now.step.si(), now.step_time.si());
    double before = std::numeric_limits<double>::infinity();
    for (const Mitigation& each : all.found) {
        const Evaluation then = evaluated(each.scenario);
        const std::string what =
            fmt::format("{}: {} then, {} said", each.id, then.step_time.si(), each.then.step.si());
        QVERIFY2(then.feasible, each.id.c_str());
        QVERIFY2(then.step_time.si() == each.then.step.si(), what.c_str());
        QVERIFY2(then.power.facility.si() == each.then.facility.si(), what.c_str());
        QVERIFY2(std::abs(now.step_time / then.step_time - 1 - each.gain) < 1e-12, what.c_str());
        QVERIFY2(each.gain >= worth_mitigation && each.gain <= before, what.c_str());
        QCOMPARE(then.gpus, now.gpus);
        QCOMPARE(each.scenario.workload, scenario.workload);
        QVERIFY(!(each.scenario == scenario));
        before = each.gain;
    }
}

void TestMitigations::a_slow_server_is_repaired() {
    const Scenario scenario = sample(QStringLiteral("mechanisms/one-slow-gpu"));
    const Mitigations all = of(scenario);
    const Mitigation* repaired = mitigation(all, "slow-servers");
    QVERIFY(repaired);
    QVERIFY(std::abs(repaired->gain - (240.0 / 180 - 1)) < 0.01);
    for (const Element& element : repaired->scenario.cluster.elements) QVERIFY(!element.speed);
}

void TestMitigations::what_is_drawn_beyond_its_ports_is_not_offered() {
    Scenario scenario = sample(QStringLiteral("mechanisms/expert-exchange"));
    const Evaluation now = evaluated(scenario);
    QVERIFY(now.gains.front().resource.kind == ResourceKind::fabric);
    const std::string link = now.gains.front().where.front();
    Scenario doubled = scenario;
    doubled.cluster.find_link(link); // it is a link
    for (Link& each : doubled.cluster.links)
        if (each.id == link) each.count *= 2;
    const auto faults = [](const Scenario& drawn) {
        const Findings found = check_drawing(drawn.cluster, Catalog::built_in());
        return std::ranges::count_if(found.open,
                                     [](const Finding& f) { return f.severity != Severity::info; });
    };
    const bool has_ports = faults(doubled) <= faults(scenario);
    QCOMPARE(mitigation(of(scenario), "cables-" + link) != nullptr, has_ports);
    // As many cables more as no switch has ports for.
    for (Link& each : scenario.cluster.links)
        if (each.id == link) each.count *= 4;
    for (const Mitigation& each : of(scenario).found) QVERIFY2(each.id != "cables-" + link, each.id.c_str());
}

void TestMitigations::what_is_done_already_is_not_offered() {
    Scenario scenario = sample(QStringLiteral("llama3-405b-16k"));
    const Mitigations first = of(scenario);
    QVERIFY(!first.found.empty());
    const Mitigation* best = mitigation(first, "best-plan");
    QVERIFY(best);
    for (const Mitigation& each : of(best->scenario).found)
        QVERIFY2(each.id != "best-plan", each.action.c_str());
    scenario.plan.precision = Precision::fp8;
    QVERIFY(!mitigation(of(scenario), "fp8"));
}

/// The fastest plan of these A100 may not fit, and one that surely does is 1.6 % slower.
void TestMitigations::the_best_plan_surely_fits_where_that_is_hardly_slower() {
    const Scenario scenario = sample(QStringLiteral("shared-a100-hot-rack"));
    const Mitigations all = of(scenario);
    const Mitigation* best = mitigation(all, "best-plan");
    QVERIFY(best);
    QVERIFY(evaluated(best->scenario).memory.verdict == MemoryVerdict::fits);
    const auto prepared = Prepared::make(scenario, Catalog::built_in());
    QCOMPARE(std::optional(best->scenario.plan), prudent_plan(*prepared).plan);
    Scenario fastest = scenario;
    fastest.plan = *fastest_plan(*prepared, {}).plan;
    const Evaluation then = evaluated(fastest);
    QVERIFY(then.memory.verdict == MemoryVerdict::may_not_fit);
    QVERIFY(best->then.step.si() <= then.step_time.si() * (1 + most_slower) * (1 + 1e-9));
    // Who has the fastest one keeps it.
    QVERIFY(!mitigation(of(fastest), "best-plan"));
}

/// The fastest plan of 256 H100 with 70B may not fit, and no other is nearly as fast.
void TestMitigations::the_best_plan_says_that_it_may_not_fit() {
    for (const char* const name : {"dgx-h100-su", "shared-a100-hot-rack"}) {
        const Mitigations all = of(sample(QString::fromLatin1(name)));
        const Mitigation* best = mitigation(all, "best-plan");
        QVERIFY2(best, name);
        const bool may_not = evaluated(best->scenario).memory.verdict == MemoryVerdict::may_not_fit;
        QCOMPARE(may_not, name == std::string_view("dgx-h100-su"));
        QCOMPARE(best->caution.find("may not fit in memory") != std::string::npos, may_not);
    }
}

void TestMitigations::spares_help_only_where_they_are_short() {
    Scenario scenario = sample(QStringLiteral("llama3-405b-16k"));
    QVERIFY(!mitigation(of(scenario), "spares")); // as many as it takes
    scenario.site.spare_servers = 0;
    scenario.site.repair_time = Seconds(86400);
    const Mitigations short_of = of(scenario);
    QVERIFY(mitigation(short_of, "spares"));
    scenario.site.spare_servers = 200;
    QVERIFY(!mitigation(of(scenario), "spares"));
}

void TestMitigations::a_plan_that_does_not_run_has_none() {
    Scenario scenario = sample(QStringLiteral("dgx-h100-su"));
    scenario.plan.tp = 7;
    const auto found = test::mitigations_of(scenario);
    QVERIFY(!found);
    QCOMPARE(found.error().where, std::string("/plan"));
}

QTEST_GUILESS_MAIN(TestMitigations)
#include "test_mitigations.moc"
