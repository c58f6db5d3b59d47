// SPDX-License-Identifier: GPL-3.0-or-later
// Servers as scenarios: as many of each as one power feeds, for the same work.
#include "core/answers/compare/equal_size.h"
#include "core/answers/design/fills_as_compared.h"
#include "core/answers/design/owned_servers.h"
#include "core/answers/design/server_scenarios.h"
#include "core/base/catalog/catalog.h"
#include "core/base/units/quantity_text.h"
#include "core/drawing/bill/procurement.h"
#include "core/drawing/check/port_shortages.h"
#include "core/drawing/drawn_parts.h"
#include "core/drawing/templates/server_template.h"
#include "core/step/engine/evaluate.h"
#include "core/step/search/fastest.h"
#include "core/study/scenario_like.h"
#include "tests/support/sample.h"

#include <QTest>

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>

using namespace roofrack;

namespace {

const Catalog& built_in() { return Catalog::built_in(); }

ServersAsked asked_of(std::vector<std::string> servers) {
    ServersAsked out;
    out.servers = std::move(servers);
    out.power = "2 MW";
    out.model = "llama3-70b";
    out.tokens = "1T";
    return out;
}

/// W at the meter.
double power_of_scenario(const Scenario& scenario) {
    Snapshot snapshot;
    snapshot.scenario = std::make_shared<const Scenario>(scenario);
    const auto power = amount_of(Answers(std::move(snapshot), built_in()), EqualBy::power);
    return power ? *power : std::nan("");
}

bool has_server(const Scenario& scenario, const std::string& id) {
    return std::ranges::any_of(scenario.cluster.elements, [&](const Element& each) {
        const Part* const part = drawn_part(each, built_in());
        return each.kind == ElementKind::server && part && part->id == id;
    });
}

} // namespace

class TestServerScenarios : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void each_fills_the_power_and_does_the_same_work() {
        const std::vector<std::string> ids{"dgx-h100", "gb200-nvl72", "mi355x-8", "vr200-nvl72"};
        const auto project = compared_servers(asked_of(ids), built_in());
        QVERIFY2(project, project ? "" : project.error().text().c_str());
        QCOMPARE(project->scenarios.size(), ids.size());
        const Scenario& first = project->scenarios.front();
        QCOMPARE(first.workload.model, std::string("llama3-70b"));
        QCOMPARE(first.workload.token_budget, 1e12);
        QVERIFY(std::has_single_bit(static_cast<unsigned>(first.workload.global_batch)));
        for (size_t i = 0; i < ids.size(); ++i) {
            const Scenario& each = project->scenarios[i];
            QCOMPARE(each.name, built_in().part(PartKind::server, ids[i])->name);
            QVERIFY2(has_server(each, ids[i]), ids[i].c_str());
            QVERIFY2(each.workload == first.workload, ids[i].c_str());
            // The power set their number only; no clock is held down by it.
            QVERIFY2(!each.site.power_limit, ids[i].c_str());
            const double power = power_of_scenario(each);
            QVERIFY2(power <= 2e6 * (1 + 1e-9) && power > 1.4e6,
                     (ids[i] + ": " + format_quantity(power, Dimension::power)).c_str());
        }
        QCOMPARE(project->comparison.at_equal, std::string("power"));
        QCOMPARE(project->comparison.at, std::string("2 MW"));
        QCOMPARE(project->comparison.reference, first.name);
    }

    /// The fastest plan of these H100 may not fit, and one that surely does is 0.3 % slower.
    void a_plan_that_surely_fits_stands_for_one_that_is_hardly_faster() {
        ServersAsked asked = asked_of({"dgx-h100", "gb200-nvl72"});
        asked.power = "300 kW";
        asked.model = "llama3-8b";
        const auto project = compared_servers(asked, built_in());
        QVERIFY2(project, project ? "" : project.error().text().c_str());
        int replaced = 0;
        for (const Scenario& each : project->scenarios) {
            const Evaluation found = evaluate_or_explain(each, built_in());
            EvaluateOptions by_fastest;
            by_fastest.plan = fastest_plan(test::prepared(each), {}).plan;
            const Evaluation fastest = evaluate(test::prepared(each), by_fastest);
            QVERIFY2(found.memory.verdict == MemoryVerdict::fits, each.name.c_str());
            QVERIFY2(found.step_time.si() <= 1.02 * fastest.step_time.si(), each.name.c_str());
            replaced += fastest.memory.verdict == MemoryVerdict::may_not_fit;
        }
        QVERIFY(replaced > 0);
    }

    /// What may not fit stays only where no plan that surely does is nearly as fast.
    void the_fastest_plan_stays_where_a_sure_one_is_much_slower_data() {
        QTest::addColumn<QString>("power");
        QTest::addColumn<QString>("model");
        QTest::newRow("70B at 1 MW") << "1 MW"
                                     << "llama3-70b";
        QTest::newRow("70B at 2 MW") << "2 MW"
                                     << "llama3-70b";
        QTest::newRow("405B at 20 MW") << "20 MW"
                                       << "llama3-405b";
    }
    void the_fastest_plan_stays_where_a_sure_one_is_much_slower() {
        QFETCH(QString, power);
        QFETCH(QString, model);
        ServersAsked asked = asked_of({"dgx-h100", "gb200-nvl72", "mi355x-8"});
        asked.power = power.toStdString();
        asked.model = model.toStdString();
        const auto project = compared_servers(asked, built_in());
        QVERIFY2(project, project ? "" : project.error().text().c_str());
        const double most = *parse_amount(EqualBy::power, asked.power);
        for (const Scenario& each : project->scenarios) {
            const Evaluation found = evaluate_or_explain(each, built_in());
            QVERIFY2(found.feasible && found.power.metered.si() <= most * (1 + 1e-9), each.name.c_str());
            if (found.memory.verdict == MemoryVerdict::fits) continue;
            const Evaluation sure = evaluate_or_explain(with_sure_plan(each, built_in()), built_in());
            QVERIFY2(sure.memory.verdict != MemoryVerdict::fits || sure.power.metered.si() > most ||
                         sure.step_time.si() > 1.02 * found.step_time.si(),
                     each.name.c_str());
        }
    }

    void the_batch_is_what_was_asked() {
        ServersAsked asked = asked_of({"dgx-h100"});
        asked.batch = "1k";
        const auto project = compared_servers(asked, built_in());
        QVERIFY2(project, project ? "" : project.error().text().c_str());
        QCOMPARE(project->scenarios.front().workload.global_batch, 1000.0);
        asked.batch = "1.5k";
        QCOMPARE(compared_servers(asked, built_in())->scenarios.front().workload.global_batch, 1500.0);
        asked.batch = "12.5";
        const auto part = compared_servers(asked, built_in());
        QVERIFY(!part);
        QCOMPARE(part.error().where, std::string("batch"));
        // Where no batch was asked, none has more tokens than the largest that was published.
        const auto usual = compared_servers(asked_of({"dgx-h100"}), built_in());
        QVERIFY(usual);
        const Workload& work = usual->scenarios.front().workload;
        const double sequence =
            work.sequence > 0 ? work.sequence : built_in().model(work.model)->default_sequence;
        QVERIFY(work.global_batch * sequence <= 16.0 * 1024 * 1024);
    }

    void beside_a_scenario_they_do_its_work() {
        const Scenario open = test::sample("dgx-h100-su");
        ServersAsked asked;
        asked.servers = {"DGX H200", "mi355x-8"};
        const auto made = servers_beside(open, asked, built_in());
        QVERIFY2(made, made ? "" : made.error().text().c_str());
        QCOMPARE(made->size(), size_t(2));
        const double drawn = power_of_scenario(open);
        for (const Scenario& each : *made) {
            QCOMPARE(each.workload.model, open.workload.model);
            QCOMPARE(each.workload.global_batch, open.workload.global_batch);
            QCOMPARE(each.site.electricity_price, open.site.electricity_price);
            QCOMPARE(each.site.power_limit.has_value(), open.site.power_limit.has_value());
            const double most = open.site.power_limit ? open.site.power_limit->si() : drawn;
            QVERIFY2(power_of_scenario(each) <= most * (1 + 1e-9), each.name.c_str());
        }
        QVERIFY(has_server(made->front(), "dgx-h200"));
        asked.tokens = "1T";
        const auto other_work = servers_beside(open, asked, built_in());
        QVERIFY(!other_work);
        QCOMPARE(other_work.error().where, std::string("tokens"));
    }

    void owned_servers_are_named() {
        Cluster cluster = test::sample("decisions/owned-h100").cluster;
        QCOMPARE(owned_servers_text(cluster), std::string("64 × DGX H100"));
        QCOMPARE(owned_servers_text(test::sample("dgx-h100-su").cluster), std::string());
        const auto server = std::ranges::find(cluster.elements, ElementKind::server, &Element::kind);
        QVERIFY(server != cluster.elements.end());
        server->owned_count = server->count / 2; // the others are bought
        QCOMPARE(owned_servers_text(cluster), std::string("32 × DGX H100"));
    }

    /// What is there already is neither kept nor forgotten: the names say what becomes of it.
    void owned_servers_are_left_out_or_sold() {
        const Scenario open = test::sample("decisions/owned-h100");
        ServersAsked asked;
        asked.servers = {"gb200-nvl72"};
        const auto without = servers_beside(open, asked, built_in());
        asked.owned = OwnedServers::sold;
        const auto with = servers_beside(open, asked, built_in());
        QVERIFY(without && with);
        const Scenario &left_out = without->front(), &sold = with->front();
        QCOMPARE(left_out.name, std::string("GB200 NVL72, 64 × DGX H100 left out"));
        QVERIFY(!has_sold(left_out.cluster) && !has_server(left_out, "dgx-h100"));
        QCOMPARE(sold.name, std::string("GB200 NVL72, 64 × DGX H100 sold"));
        QVERIFY(has_sold(sold.cluster) && has_server(sold, "dgx-h100"));
        // The hall stands already, with others in it: none is built.
        for (const Scenario* each : {&left_out, &sold}) {
            const auto hall = std::ranges::find(each->cluster.elements, ElementKind::room, &Element::kind);
            QVERIFY2(hall != each->cluster.elements.end(), each->name.c_str());
            QVERIFY(hall->procurement == Procurement::owned);
            const Evaluation found = evaluate_or_explain(*each, built_in());
            QVERIFY(found.capital && found.capital->gpus_bought > 0 && !found.capital->needs_space);
            QCOMPARE(found.building.si(), 0.0);
        }
        const std::vector<Sale> sales = sales_of(sold.cluster);
        const auto servers = std::ranges::find(sales, "DGX H100", &Sale::name);
        QVERIFY(servers != sales.end());
        QCOMPARE(servers->count, 64.0);
        QVERIFY(!servers->price); // nobody has said it
        // What is sold draws nothing and takes no part in the work.
        QVERIFY(std::abs(power_of_scenario(sold) - power_of_scenario(left_out)) <
                1e-9 * power_of_scenario(sold));
        const Evaluation found = evaluate_or_explain(sold, built_in());
        QVERIFY2(found.feasible, found.binds.c_str());
        QCOMPARE(found.gpus, evaluate_or_explain(left_out, built_in()).gpus);
        // It is a drawing that a project keeps: no id stands twice.
        std::set<std::string> ids;
        for (const Element& each : sold.cluster.elements)
            QVERIFY2(ids.insert(each.id).second, each.id.c_str());
        for (const Link& each : sold.cluster.links)
            QVERIFY2(ids.contains(each.from) && ids.contains(each.to), each.id.c_str());
    }

    /// What is there already trains along, in one network, and what it draws is not for the new ones.
    void owned_servers_are_kept_beside_new_ones() {
        const Scenario open = test::sample("decisions/owned-h100");
        QVERIFY(open.site.power_limit);
        const double limit = open.site.power_limit->si(), alone = power_of_scenario(open);
        ServersAsked asked;
        asked.servers = {"dgx-b200", "gb200-nvl72"};
        asked.owned = OwnedServers::kept;
        const auto made = servers_beside(open, asked, built_in());
        QVERIFY2(made, made ? "" : made.error().text().c_str());
        QCOMPARE(made->size(), asked.servers.size());
        QCOMPARE(made->front().name, std::string("DGX B200, 64 × DGX H100 kept"));
        for (size_t i = 0; i < made->size(); ++i) {
            const Scenario& each = (*made)[i];
            QVERIFY2(has_server(each, "dgx-h100") && has_server(each, asked.servers[i]), each.name.c_str());
            const Evaluation found = evaluate_or_explain(each, built_in());
            QVERIFY2(found.feasible, found.binds.c_str());
            // All that is there trains along, and a part of what it leaves is filled with new ones.
            QVERIFY2(found.gpus > 512 + 64, each.name.c_str());
            const double power = power_of_scenario(each);
            QVERIFY2(power <= limit * (1 + 1e-9) && power > alone + limit / 20, each.name.c_str());
            QVERIFY2(open_port_shortages(each.cluster, built_in()).empty(), each.name.c_str());
            const std::vector<Procurement> procurements = procurements_of(each.cluster);
            for (size_t k = 0; k < procurements.size(); ++k) {
                const Element& element = each.cluster.elements[k];
                const bool is_there = open.cluster.find(element.id) != nullptr;
                QVERIFY2(procurements[k] == (is_there ? Procurement::owned : Procurement::buy),
                         element.id.c_str());
                if (is_there && element.kind == ElementKind::rack)
                    QCOMPARE(element.count, open.cluster.find(element.id)->count);
            }
        }
        // Compared at what it draws by itself nothing could be added.
        QCOMPARE(equal_power_of(open, asked), std::string("1.6 MW"));
        asked.owned = OwnedServers::sold;
        QCOMPARE(equal_power_of(open, asked), std::string());
    }

    void what_is_kept_takes_its_places() {
        const Scenario open = test::sample("decisions/owned-h100");
        QVERIFY(open.site.room.rack_positions);
        const Prepared drawn = test::prepared(open);
        const auto held = RoomCapacity::left_by(drawn, built_in()).fullest(drawn);
        QVERIFY(held && held->limit == RoomLimit::positions && held->is_left);
        QCOMPARE(held->need, 0.0); // nothing stands beside it
        QCOMPARE(held->have, *open.site.room.rack_positions - rack_places(open.cluster, built_in()));
    }

    /// A number that fills no rack would take the places of others.
    void in_few_places_stand_full_racks() {
        const Scenario open = test::sample("decisions/owned-h100");
        ServersAsked asked;
        asked.servers = {"dgx-b200"};
        const auto made = servers_beside(open, asked, built_in());
        QVERIFY2(made, made ? "" : made.error().text().c_str());
        const int in_rack = most_servers_in_rack(*built_in().part(PartKind::server, "dgx-b200"));
        QCOMPARE(in_rack, 3); // each takes 14.3 kW, and contained air 45 kW out of a rack
        const Cluster& cluster = made->front().cluster;
        for (const Element& each : cluster.elements)
            if (each.kind == ElementKind::server) QCOMPARE(each.count, in_rack);
        const double places = rack_places(cluster, built_in()), most = *open.site.room.rack_positions;
        QVERIFY2(places <= most && places > 0.85 * most, std::to_string(places).c_str());
    }

    void there_is_something_to_keep_and_power_beside_it() {
        ServersAsked asked;
        asked.servers = {"dgx-b200"};
        asked.owned = OwnedServers::kept;
        const auto none = servers_beside(test::sample("dgx-h100-su"), asked, built_in());
        QVERIFY(!none);
        QCOMPARE(none.error().where, std::string("owned"));
        asked.power = "400 kW"; // less than what is there draws
        const auto little = servers_beside(test::sample("decisions/owned-h100"), asked, built_in());
        QVERIFY(!little);
        QVERIFY2(little.error().what.find("of which what is there draws 58") != std::string::npos,
                 little.error().what.c_str());
    }

    /// Feeds, coolers and switches follow the racks that are bought; what is sold is none of them.
    void what_is_sold_is_no_part_of_an_equal_size() {
        ServersAsked asked;
        asked.servers = {"gb200-nvl72", "dgx-b200"};
        std::vector<std::vector<Scenario>> made;
        for (const OwnedServers each : {OwnedServers::left_out, OwnedServers::sold}) {
            asked.owned = each;
            auto scenarios = servers_beside(test::sample("decisions/owned-h100"), asked, built_in());
            QVERIFY(scenarios && scenarios->size() == asked.servers.size());
            made.push_back(std::move(*scenarios));
        }
        for (size_t i = 0; i < asked.servers.size(); ++i) {
            std::vector<EqualSize> sizes;
            for (const auto& scenarios : made) {
                Snapshot snapshot;
                snapshot.scenario = std::make_shared<const Scenario>(scenarios[i]);
                const auto size = sized_to(Answers(std::move(snapshot), built_in()), EqualBy::power, 580e3);
                QVERIFY(size && size->meets);
                sizes.push_back(*size);
            }
            QCOMPARE(sizes[1].racks, sizes[0].racks);
            QVERIFY(sizes[0].racks < sizes[0].drawn_racks);
            for (const Element& each : sizes[0].scenario.cluster.elements) {
                const Element* const other = sizes[1].scenario.cluster.find(each.id);
                QVERIFY2(other && other->count == each.count, each.id.c_str());
            }
        }
    }

    /// Where a part of a group is there already, that part is sold.
    void what_is_to_be_bought_is_not_sold() {
        Cluster from = test::sample("decisions/owned-h100").cluster;
        const auto server = std::ranges::find(from.elements, ElementKind::server, &Element::kind);
        QVERIFY(server != from.elements.end());
        server->owned_count = 1;
        const std::vector<Sale> sales = sales_of(with_owned_sold(from, {}));
        const auto servers = std::ranges::find(sales, "DGX H100", &Sale::name);
        QVERIFY(servers != sales.end());
        QCOMPARE(servers->count, 16.0); // one in each rack
        const Cluster bought = test::sample("dgx-h100-su").cluster;
        QVERIFY(with_owned_sold(bought, from) == from);
    }

    void a_comparison_at_that_power_changes_no_size_data() {
        QTest::addColumn<QString>("beside"); // a sample; empty: by themselves
        QTest::addColumn<QStringList>("servers");
        QTest::addColumn<QString>("power");
        QTest::addColumn<QString>("model");
        QTest::newRow("20 MW") << "" << QStringList{"dgx-h100", "mi355x-8"} << "20 MW"
                               << "llama3-405b";
        QTest::newRow("2 MW") << "" << QStringList{"gb200-nvl72", "vr200-nvl72"} << "2 MW"
                              << "llama3-70b";
        QTest::newRow("300 kW") << "" << QStringList{"dgx-h100", "dgx-h200"} << "300 kW"
                                << "llama3-8b";
        QTest::newRow("dgx-h100-su") << "dgx-h100-su" << QStringList{"dgx-h200", "mi355x-8"} << ""
                                     << "";
        QTest::newRow("megatron-1t-3072") << "megatron-1t-3072" << QStringList{"mi355x-8"} << ""
                                          << "";
        QTest::newRow("llama3-405b-16k") << "llama3-405b-16k" << QStringList{"dgx-h200"} << ""
                                         << "";
    }
    /// What is drawn for a power is what a comparison at that power takes.
    void a_comparison_at_that_power_changes_no_size() {
        QFETCH(QString, beside);
        QFETCH(QStringList, servers);
        QFETCH(QString, power);
        QFETCH(QString, model);
        ServersAsked asked;
        for (const QString& each : servers) asked.servers.push_back(each.toStdString());
        asked.power = power.toStdString();
        asked.model = model.toStdString();
        std::vector<Scenario> made;
        double limit = 0;
        if (beside.isEmpty()) {
            auto project = compared_servers(asked, built_in());
            QVERIFY2(project, project ? "" : project.error().text().c_str());
            made = std::move(project->scenarios);
            limit = *parse_amount(EqualBy::power, asked.power);
        } else {
            const Scenario open = test::sample(beside.toStdString());
            auto scenarios = servers_beside(open, asked, built_in());
            QVERIFY2(scenarios, scenarios ? "" : scenarios.error().text().c_str());
            made = std::move(*scenarios);
            limit = open.site.power_limit ? open.site.power_limit->si() : power_of_scenario(open);
        }
        QCOMPARE(made.size(), asked.servers.size());
        for (const Scenario& each : made) {
            const Answers answers(Snapshot{.scenario = std::make_shared<const Scenario>(each)}, built_in());
            const auto size = sized_to(answers, EqualBy::power, limit);
            QVERIFY2(size, size ? "" : size.error().text().c_str());
            const std::string said = size_sentence(*size);
            QVERIFY2(size->meets && size->racks == size->drawn_racks && size->other_plan.empty(),
                     said.c_str());
        }
    }

    void ready_by_date_counts_as_many_data() {
        QTest::addColumn<double>("positions"); // 0: nothing is said of a room
        QTest::addColumn<double>("area");      // m²; 0: it is not said
        QTest::addColumn<bool>("is_held");     // by the room
        QTest::newRow("no room") << 0.0 << 0.0 << false;
        QTest::newRow("80 positions") << 80.0 << 0.0 << false;
        QTest::newRow("100 m²") << 0.0 << 100.0 << false;
        QTest::newRow("30 positions") << 30.0 << 0.0 << true;
    }
    /// How many of a server a site's power feeds and its room bears is one question, whoever asks it: *Add
    /// from servers*, *Ready by date* and, where the room bears all of them, a comparison at that power. No
    /// cooler that is there holds them.
    void ready_by_date_counts_as_many() {
        QFETCH(double, positions);
        QFETCH(double, area);
        QFETCH(bool, is_held);
        constexpr double power = 2e6;
        Scenario open = test::sample("decisions/owned-h100");
        open.site.power_limit = Watts(power);
        open.site.room = {};
        if (positions > 0) open.site.room.rack_positions = positions;
        if (area > 0) open.site.room.area = area;
        const Prepared drawn = test::prepared(open);
        const SiteAlternatives fills = fills_as_compared(drawn, evaluate(drawn), built_in());
        const RoomCapacity room(drawn, built_in());
        int held = 0;
        for (const char* const id : {"dgx-a100-40gb", "hgx-b200", "pcie-8xl40s", "gb200-nvl36"}) {
            const Part* const server = built_in().part(PartKind::server, id);
            QVERIFY2(server, id);
            const auto fill = std::ranges::find(fills.clusters, server->name, &SiteAlternative::server);
            QVERIFY2(fill != fills.clusters.end() && fill->runs(), id);
            ServersAsked asked;
            asked.servers = {id};
            asked.power = "2 MW";
            const auto made = servers_beside(open, asked, built_in());
            QVERIFY2(made, made ? "" : made.error().text().c_str());
            const Evaluation found = evaluate_or_explain(made->front(), built_in());
            QCOMPARE(fill->gpus, found.gpus);
            QCOMPARE(fill->servers, found.gpus / server->value_or("gpus", 1));
            QCOMPARE(fill->metered.si(), found.power.metered.si());
            // What stands in the list is what a click keeps as a scenario.
            QCOMPARE(evaluate_or_explain(*fill->scenario, built_in()).gpus, fill->gpus);
            const auto fullest = room.fullest(test::prepared(made->front()));
            QVERIFY2(!fullest || fullest->share() <= 1 + 1e-9, id);
            held += fill->held_by != RoomLimit::grid;
            if (is_held) continue;
            const Answers answers(Snapshot{.scenario = std::make_shared<const Scenario>(made->front())},
                                  built_in());
            const auto compared = sized_to(answers, EqualBy::power, power);
            QVERIFY2(compared, compared ? "" : compared.error().text().c_str());
            QVERIFY2(compared->meets && compared->racks == compared->drawn_racks,
                     size_sentence(*compared).c_str());
        }
        if (is_held)
            QVERIFY(held > 0);
        else
            QCOMPARE(held, 0);
    }

    void a_reference_that_was_chosen_stays() {
        ComparisonChoice kept;
        kept.figures = {"step.mfu"};
        const ComparisonChoice first = at_equal_power(kept, "A", "20 MW");
        QCOMPARE(first.reference, std::string("A"));
        QCOMPARE(first.figures, kept.figures);
        const ComparisonChoice again = at_equal_power(first, "B", {});
        QCOMPARE(again.reference, std::string("A"));
        QCOMPARE(again.at, std::string());
        QCOMPARE(again.at_equal, std::string("power"));
    }

    void what_is_wrong_is_said_data() {
        QTest::addColumn<QStringList>("servers");
        QTest::addColumn<QString>("power");
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("tokens");
        QTest::addColumn<QString>("batch");
        QTest::addColumn<QString>("where");
        const QString none, some = QStringLiteral("1 MW");
        const QStringList one{QStringLiteral("dgx-h100")};
        QTest::newRow("no server") << QStringList() << some << none << none << none << "servers";
        QTest::newRow("unknown") << QStringList{"dgx-h1000"} << some << none << none << none << "servers";
        QTest::newRow("twice") << QStringList{"dgx-h100", "DGX H100"} << some << none << none << none
                               << "servers";
        QTest::newRow("a tray") << QStringList{"gb200-tray"} << some << none << none << none << "servers";
        QTest::newRow("no GPU") << QStringList{"ufm-appliance"} << some << none << none << none << "servers";
        QTest::newRow("seven") << QStringList{"dgx-h100", "dgx-h200",    "dgx-b200",   "dgx-b300",
                                              "mi355x-8", "gb200-nvl72", "gb300-nvl72"}
                               << some << none << none << none << "servers";
        QTest::newRow("no power") << one << none << none << none << none << "power";
        QTest::newRow("no unit") << one << "20" << none << none << none << "power";
        QTest::newRow("pears") << one << "20 pears" << none << none << none << "power";
        QTest::newRow("negative") << one << "-1 MW" << none << none << none << "power";
        QTest::newRow("too much") << one << "1e20 W" << none << none << none << "power";
        QTest::newRow("too little") << one << "1 kW" << none << none << none << "power";
        QTest::newRow("no such model") << one << some << "llama9" << none << none << "model";
        QTest::newRow("no tokens") << one << some << none << "0" << none << "tokens";
        QTest::newRow("many tokens") << one << some << none << "many" << none << "tokens";
        QTest::newRow("more tokens than are kept") << one << some << none << "1e30" << none << "tokens";
        QTest::newRow("half a batch") << one << some << none << none << "0.5"
                                      << "batch";
        QTest::newRow("below 0") << one << some << none << none << "-0.5"
                                 << "batch";
        QTest::newRow("a batch that is never done") << one << some << none << none << "1e30"
                                                    << "batch";
    }
    void what_is_wrong_is_said() {
        QFETCH(QStringList, servers);
        QFETCH(QString, power);
        QFETCH(QString, model);
        QFETCH(QString, tokens);
        QFETCH(QString, batch);
        QFETCH(QString, where);
        ServersAsked asked;
        for (const QString& each : servers) asked.servers.push_back(each.toStdString());
        asked.power = power.toStdString();
        asked.model = model.toStdString();
        asked.tokens = tokens.toStdString();
        asked.batch = batch.toStdString();
        const auto made = compared_servers(asked, built_in());
        QVERIFY(!made);
        QCOMPARE(QString::fromStdString(made.error().where), where);
        QVERIFY(!made.error().what.empty() && !made.error().fix.empty());
    }

    void a_name_that_is_proposed_can_be_compared() {
        const auto fix_of = [](const char* name) {
            const auto made = compared_servers(asked_of({name}), built_in());
            return made ? std::string("it can be compared") : made.error().fix;
        };
        QCOMPARE(fix_of("dgx-h1000"), std::string("did you mean 'dgx-h100'?"));
        // A GPU of the catalogue is no server, and so not what was meant.
        QVERIFY(built_in().part("b200-sxm"));
        for (const char* const each : {"b200", "b200-sxm"}) {
            const std::string fix = fix_of(each);
            QVERIFY2(fix.find("b200-sxm") == std::string::npos, fix.c_str());
            QVERIFY2(fix.find("catalog list --kind server") != std::string::npos, fix.c_str());
        }
    }

    void those_offered_can_be_named() {
        const auto offered = servers_to_compare(built_in());
        QVERIFY(offered.size() > 10);
        for (const Part* each : offered) {
            QVERIFY2(is_sold_server(*each, built_in()), each->id.c_str());
            QCOMPARE(built_in().part(PartKind::server, each->id), each);
        }
    }

    void it_can_be_stopped() {
        std::stop_source stop;
        stop.request_stop();
        const auto made = compared_servers(asked_of({"dgx-h100"}), built_in(), stop.get_token());
        QVERIFY(!made);
        QCOMPARE(made.error().what, std::string("stopped"));
    }
};

QTEST_GUILESS_MAIN(TestServerScenarios)
#include "test_server_scenarios.moc"
