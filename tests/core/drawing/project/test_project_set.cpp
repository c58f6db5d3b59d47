// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/catalog.h"
#include "core/drawing/project/address/set_value.h"
#include "core/drawing/project/project_file.h"
#include "tests/support/project_sample.h"

#include <QTest>

using namespace roofrack;

class TestProjectSet : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void sets_values();
    void makes_a_part_the_projects_own();
    void null_restores_the_default();
    void changes_nothing_else();
    void says_what_is_wrong_data();
    void says_what_is_wrong();

private:
    Scenario set(const char* pointer, const char* value) const {
        const auto changed = set_value(m_scenario, pointer, value, Catalog::built_in());
        if (!changed) qFatal("%s", changed.error().text().c_str());
        return *changed;
    }
    Scenario m_scenario;
};

void TestProjectSet::initTestCase() {
    const auto loaded = parse_project(sample_project, Catalog::built_in());
    QVERIFY(loaded);
    m_scenario = loaded->project.scenarios.front();
}

void TestProjectSet::sets_values() {
    QCOMPARE(set("/plan/tp", "4").plan.tp, 4);
    QCOMPARE(set("/plan/cp", "2").plan.cp, 2); // a default, so not in the file
    QCOMPARE(set("/plan/schedule", "zb-1p").plan.schedule, Schedule::zb_1p);
    QCOMPARE(set("/plan/sequence_parallel", "false").plan.sequence_parallel, false);
    QCOMPARE(set("/cluster/elements/2/count", "4").cluster.elements[2].count, 4);
    QCOMPARE(set("/cluster/elements/node/count", "3").cluster.elements[2].count, 3); // by id
    QCOMPARE(set("/cluster/links/0/bandwidth", "800 Gb/s").cluster.links[0].bandwidth->si(), 100e9);
    QCOMPARE(set("/cluster/links/uplink/bandwidth", "25e9").cluster.links[0].bandwidth->si(), 25e9);
    QCOMPARE(set("/site/wet_bulb", "30 C").site.wet_bulb.degrees(), 30.0);
    QCOMPARE(set("/site/pue", "1.2").site.pue.value(), 1.2);
    QCOMPARE(set("/name", "8").name, std::string("8")); // text, though it looks like a number
    QCOMPARE(
        set("/workload/model", "{\"id\":\"t\",\"generic\":{\"parameters\":5}}").workload.inline_model->id,
        std::string("t"));
    QCOMPARE(set("/cluster/elements/0/position", "[5,6]").cluster.elements[0].position.y, 6.0);
    QCOMPARE(set("/cluster/elements/node/position/1", "7").cluster.elements[2].position.y, 7.0);
    QCOMPARE(set("/plan/future_key", "[3]").plan.unknown.at("future_key"), std::string("[3]"));
    QVERIFY(set("/cluster", "{}").cluster.elements.empty());
}

void TestProjectSet::makes_a_part_the_projects_own() {
    const PartRef part = set("/cluster/elements/node/part/nic_rate", "100 Gb/s").cluster.find("node")->part;
    QCOMPARE(part.base, std::string("dgx-h100"));
    QCOMPARE(part.inline_part->value("nic_rate").value(), 12.5e9);
    const Workload workload = set("/workload/model/transformer/layers", "63").workload;
    QCOMPARE(workload.inline_model->transformer->layers, 63);
    QCOMPARE(workload.inline_model->transformer->hidden,
             Catalog::built_in().model("llama3-405b")->transformer->hidden);
}

void TestProjectSet::null_restores_the_default() {
    QCOMPARE(set("/plan/tp", "null").plan.tp, Plan().tp);
    QVERIFY(!set("/site/power_limit", "null").site.power_limit);
}

void TestProjectSet::changes_nothing_else() {
    QVERIFY(set("/plan/tp", "8") == m_scenario);
    Scenario expected = m_scenario;
    expected.plan.tp = 2;
    QVERIFY(set("/plan/tp", "2") == expected);
}

void TestProjectSet::says_what_is_wrong_data() {
    QTest::addColumn<QByteArray>("pointer");
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* pointer, const char* value, const char* expected) {
        QTest::newRow(pointer) << QByteArray(pointer) << QByteArray(value) << QByteArray(expected);
    };
    row("/plan/tpp", "8", "/plan: there is no key 'tpp': did you mean 'tp'?");
    row("/plam/tp", "8", "/: there is no key 'plam': did you mean 'plan'?");
    row("/nothing", "8",
        "/: there is no key 'nothing': it knows name, parts, cluster, workload, plan, site, calibration");
    row("plan/tp", "8", "plan/tp: is not a JSON pointer into the scenario: write it as /plan/tp");
    row("/plan/tp/x", "8", "/plan/tp: is a plain value: set it, not 'x' in it");
    row("/cluster/elements/99/count", "1",
        "/cluster/elements: there is no '99': give a number from 0 to 6, or an id");
    row("/cluster/elements/nod/count", "1", "/cluster/elements: there is no 'nod': did you mean 'node'?");
    row("/cluster/elements/-1/count", "1", "/cluster/elements: there is no '-1'");
    row("/plan/tp", "many", "/plan/tp: ");
    row("/plan/pp", "0", "/plan/pp: 0 is out of range");
    row("/cluster/links/0/bandwidth", "400 kg", "/cluster/links/0/bandwidth: ");
    row("/cluster/elements/2/part", "dgx-h10", "/cluster/elements/2/part: unknown server 'dgx-h10'");
    row("/cluster/links/0/to", "nowhere", "/cluster/links/0/to: there is no element 'nowhere'");
    row("/workload/model", "{\"id\":", "/workload/model: ");
    row("", "1", ": is not a JSON pointer");
}

void TestProjectSet::says_what_is_wrong() {
    QFETCH(QByteArray, pointer);
    QFETCH(QByteArray, value);
    QFETCH(QByteArray, expected);
    const auto changed =
        set_value(m_scenario, pointer.toStdString(), value.toStdString(), Catalog::built_in());
    QVERIFY(!changed);
    const std::string text = changed.error().text();
    QVERIFY2(text.starts_with(expected.toStdString()) ||
                 (pointer.isEmpty() && text.find("is not a JSON pointer") != std::string::npos),
             text.c_str());
}

QTEST_APPLESS_MAIN(TestProjectSet)
#include "test_project_set.moc"
