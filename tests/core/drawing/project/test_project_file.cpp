// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/catalog.h"
#include "core/drawing/project/project_file.h"
#include "core/measured/measure/curves/scaling_curve.h"
#include "tests/support/project_sample.h"

#include <QProcess>
#include <QTest>
#include <clocale>
#include <random>

using namespace roofrack;

namespace {

Project sample() {
    const auto loaded = parse_project(sample_project, Catalog::built_in());
    if (!loaded) qFatal("%s", loaded.error().text().c_str());
    return loaded->project;
}

} // namespace

class TestProjectFile : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void reads_every_kind_of_key();
    void defaults_are_those_of_the_structs();
    void reading_back_gives_the_same();
    void saving_is_stable();
    void defaults_are_left_out();
    void keys_keep_their_order();
    void measured_curves_are_kept();
    void numbers_survive_to_the_last_bit();
    void unknown_keys_are_kept_and_named();
    void own_parts_carry_only_their_changes();
    void missing_link_ids_are_made_up();
    void newer_schema_is_read_only();
    void samples_are_read_saved_and_read_unchanged();
    void the_locale_does_not_matter();
};

void TestProjectFile::reads_every_kind_of_key() {
    const Project project = sample();
    QCOMPARE(project.scenarios.size(), size_t(3));
    const Scenario& scenario = *project.find_scenario("as built");
    const Cluster& cluster = scenario.cluster;
    QCOMPARE(cluster.elements.size(), size_t(7));
    const Element& node = *cluster.find("node");
    QCOMPARE(node.kind, ElementKind::server);
    QCOMPARE(node.parent, std::string("rack"));
    QCOMPARE(node.part.id, std::string("dgx-h100"));
    QCOMPARE(node.gpu_power_cap->si(), 650.0);
    QCOMPARE(cluster.instances(node), 16.0); // 4 racks of 4
    QCOMPARE(cluster.find("rack")->power_limit->si(), 40800.0);
    QCOMPARE(cluster.find("hall")->supply->degrees(), 22.0);
    QCOMPARE(cluster.find("hall")->size->y, 600.0);
    QCOMPARE(cluster.find("memo")->text, std::string("Grüße: „quoted“ \"text\"\n2nd line"));
    const PartRef& own = cluster.find("own")->part;
    QCOMPARE(own.base, std::string("dgx-h100"));
    QCOMPARE(own.id, std::string("dgx-slow"));
    QCOMPARE(*own.inline_part->value("nic_rate"), 25e9); // 200 Gb/s
    QVERIFY(own.inline_part->figures.size() >= Catalog::built_in().part("dgx-h100")->figures.size());
    const Link& uplink = *cluster.find_link("uplink");
    QCOMPARE(uplink.pattern, LinkPattern::rail);
    QCOMPARE(uplink.bandwidth->si(), 50e9); // 400 Gb/s
    QCOMPARE(cluster.links[1].background_load, 0.1);
    QCOMPARE(scenario.workload.token_budget, 15.6e12);
    QCOMPARE(scenario.plan.schedule, Schedule::interleaved);
    QCOMPARE(scenario.plan.recompute, Recompute::selective);
    QCOMPARE(scenario.plan.precision, Precision::fp8);
    QCOMPARE(scenario.plan.checkpoint_interval.si(), 1800.0);
    QCOMPARE(scenario.site.power_limit->si(), 2e6);
    QCOMPARE(scenario.site.routing, Routing::adaptive);
    QCOMPARE(scenario.calibration.compute_factor, 0.97);
    QCOMPARE(scenario.calibration.gemm_factor.value_or(0), 1.04);
    QCOMPARE(scenario.calibration.optimizer_factor.value_or(0), 0.8);
    QVERIFY(!scenario.calibration.attention_factor && !scenario.calibration.elementwise_factor);
    const GenericProfile& profile = *project.scenarios[1].workload.inline_model->generic;
    QCOMPARE(profile.flops_per_sample.si(), 6e9);
    QCOMPARE(profile.serial_per_step.si(), 0.002);
    const TransformerShape& shape = *project.scenarios[2].workload.inline_model->transformer;
    QCOMPARE(shape.kv_heads, 4); // as many as heads
    QCOMPARE(shape.moe.experts, 8);
}

void TestProjectFile::defaults_are_those_of_the_structs() {
    const auto loaded = parse_project(R"({"scenarios":[{}]})", Catalog::built_in());
    QVERIFY(loaded);
    QVERIFY(loaded->project.scenarios.front() == Scenario());
    QVERIFY(loaded->warnings.empty());
}

void TestProjectFile::reading_back_gives_the_same() {
    const Project project = sample();
    const auto again = parse_project(project_text(project, Catalog::built_in()), Catalog::built_in());
    QVERIFY2(again, again ? "" : again.error().text().c_str());
    QVERIFY(again->project == project);
}

void TestProjectFile::saving_is_stable() {
    const std::string once = project_text(sample(), Catalog::built_in());
    const auto again = parse_project(once, Catalog::built_in());
    QVERIFY(again);
    QCOMPARE(project_text(again->project, Catalog::built_in()), once);
    QVERIFY(once.ends_with("}\n"));
}

void TestProjectFile::defaults_are_left_out() {
    Project project;
    project.scenarios.emplace_back();
    QCOMPARE(project_text(project, Catalog::built_in()),
             std::string("{\n  \"schema\": 1,\n  \"scenarios\": [\n    {}\n  ]\n}\n"));
}

void TestProjectFile::keys_keep_their_order() {
    const std::string text = project_text(sample(), Catalog::built_in());
    size_t last = 0;
    for (const char* const key :
         {"\"schema\"", "\"name\": \"sample\"", "\"cluster\"", "\"id\": \"hall\"", "\"id\": \"rack\"",
          "\"id\": \"node\"", "\"links\"", "\"workload\"", "\"plan\"", "\"tp\"", "\"pp\"", "\"future_key\"",
          "\"site\"", "\"calibration\"", "\"name\": \"profile\"", "\"edited_by\""}) {
        const size_t at = text.find(key);
        QVERIFY2(at != std::string::npos && at > last, key);
        last = at;
    }
    QVERIFY(text.find("\"400 Gb/s\"") != std::string::npos); // as it was written, not in bytes
    QVERIFY(text.find("\"position\": [10, 20.5]") != std::string::npos);
}

void TestProjectFile::measured_curves_are_kept() {
    auto curves =
        parse_scaling_curves("curve,gpus,tokens_per_s,gpus_per_node,val_loss\n"
                             "a,8,800,8,2.1\na,8,810,8,2.2\na,16,1500.5,8,nan\nb,1,1,4,\nb,4,2.5,4,\n",
                             "run.csv");
    QVERIFY(curves);
    for (MeasuredCurve& curve : *curves) curve.file = "run.csv";
    Project project = sample();
    QVERIFY(attach_curves(project.scenarios.front().measured_curves, *curves).empty());
    const std::vector<MeasuredCurve> kept = project.scenarios.front().measured_curves;
    QCOMPARE(kept.size(), size_t(2));
    QVERIFY(kept.front().points.back().diverged && kept.front().metric_scatter > 0);
    QVERIFY(!kept.front().notes.empty());
    const auto again = parse_project(project_text(project, Catalog::built_in()), Catalog::built_in());
    QVERIFY2(again, again ? "" : again.error().text().c_str());
    QVERIFY(again->project.scenarios.front().measured_curves == kept);
    QCOMPARE(project_text(again->project, Catalog::built_in()), project_text(project, Catalog::built_in()));
}

void TestProjectFile::numbers_survive_to_the_last_bit() {
    Project project = sample();
    Scenario& scenario = project.scenarios.front();
    std::mt19937_64 random(7);
    std::uniform_real_distribution<double> exponent(0, 9);
    for (int round = 0; round < 200; ++round) {
        scenario.cluster.elements[1].power_limit = Watts(std::pow(10, exponent(random)));
        scenario.cluster.elements[1].supply = Celsius(exponent(random) * 7 / 3);
        scenario.cluster.links[0].bandwidth = ByteRate(std::pow(10, exponent(random)));
        scenario.plan.checkpoint_interval = Seconds(std::pow(10, exponent(random)));
        scenario.site.electricity_price = exponent(random) / 3;
        const auto again = parse_project(project_text(project, Catalog::built_in()), Catalog::built_in());
        QVERIFY(again);
        QVERIFY(again->project == project);
    }
}

void TestProjectFile::unknown_keys_are_kept_and_named() {
    const auto loaded = parse_project(R"({"scenarios":[{"plan":{"tpp":8,"x":{"z":1,"a":[]}},"later":true}]})",
                                      Catalog::built_in(), "p.json");
    QVERIFY(loaded);
    QCOMPARE(loaded->warnings.size(), size_t(3));
    QCOMPARE(
        loaded->warnings[0].text(),
        std::string("p.json: /scenarios/0/plan/tpp: unknown key 'tpp': kept, not used: did you mean 'tp'?"));
    const Plan& plan = loaded->project.scenarios[0].plan;
    QCOMPARE(plan.tp, 1);
    QCOMPARE(plan.unknown.at("x"), std::string(R"({"z":1,"a":[]})"));
    const std::string text = project_text(loaded->project, Catalog::built_in());
    QVERIFY(text.find("\"tpp\": 8") != std::string::npos);
    QVERIFY(text.find("\"later\": true") != std::string::npos);
}

void TestProjectFile::own_parts_carry_only_their_changes() {
    const std::string text = project_text(sample(), Catalog::built_in());
    const size_t begin = text.find("\"base\": \"dgx-h100\"");
    QVERIFY(begin != std::string::npos);
    const std::string own = text.substr(begin, text.find('}', begin) - begin);
    QVERIFY(own.find("\"nic_rate\": \"200 Gb/s\"") != std::string::npos);
    QVERIFY2(own.find("max_power") == std::string::npos, own.c_str());
}

void TestProjectFile::missing_link_ids_are_made_up() {
    const auto loaded = parse_project(R"({"scenarios":[{"cluster":{
        "elements":[{"id":"a","kind":"switch"},{"id":"b","kind":"switch"}],
        "links":[{"from":"a","to":"b"},{"id":"link-1","from":"a","to":"b"},{"from":"b","to":"a"}]}}]})",
                                      Catalog::built_in());
    QVERIFY(loaded);
    const auto& links = loaded->project.scenarios[0].cluster.links;
    QCOMPARE(links[0].id, std::string("link-2"));
    QCOMPARE(links[1].id, std::string("link-1"));
    QCOMPARE(links[2].id, std::string("link-3"));
}

void TestProjectFile::newer_schema_is_read_only() {
    const auto loaded = parse_project(R"({"schema":2,"scenarios":[{"climate":{"model":"b"}}]})",
                                      Catalog::built_in(), "n.json");
    QVERIFY(loaded);
    QVERIFY(loaded->read_only);
    QVERIFY(!loaded->warnings.empty());
    QVERIFY(loaded->warnings[0].text().find("schema 2") != std::string::npos);
    const auto refused = write_project(loaded->project, "never-written.roofrack.json", Catalog::built_in());
    QVERIFY(!refused);
    QVERIFY(!QFile::exists("never-written.roofrack.json"));
}

void TestProjectFile::samples_are_read_saved_and_read_unchanged() {
    const QDir samples(QString(ROOFRACK_SOURCE_DIR) + "/samples");
    const QStringList names = samples.entryList({"*.roofrack.json"});
    QVERIFY2(!names.isEmpty(), "samples/ holds no project");
    QTemporaryDir folder;
    for (const QString& name : names) {
        const auto loaded = read_project(samples.filePath(name).toStdString(), Catalog::built_in());
        QVERIFY2(loaded, loaded ? "" : loaded.error().text().c_str());
        QVERIFY2(loaded->warnings.empty(),
                 loaded->warnings.empty() ? "" : loaded->warnings[0].text().c_str());
        const std::string saved = folder.filePath(name).toStdString();
        QVERIFY(write_project(loaded->project, saved, Catalog::built_in()));
        const auto again = read_project(saved, Catalog::built_in());
        QVERIFY(again);
        QVERIFY(again->project == loaded->project);
    }
}

void TestProjectFile::the_locale_does_not_matter() {
    const std::string text = project_text(sample(), Catalog::built_in());
    // Made here: few machines have it.
    const QTemporaryDir folder;
    QProcess localedef;
    localedef.start("localedef", {"-i", "de_DE", "-f", "UTF-8", folder.filePath("de_DE.UTF-8")});
    QVERIFY2(localedef.waitForFinished(120000) && localedef.exitCode() == 0,
             "localedef with de_DE (package locales)");
    qputenv("LOCPATH", QFile::encodeName(folder.path()));
    const auto restore = qScopeGuard([] {
        qunsetenv("LOCPATH");
        std::setlocale(LC_ALL, "C.UTF-8");
    });
    QVERIFY(std::setlocale(LC_ALL, "de_DE.UTF-8"));
    QCOMPARE(std::localeconv()->decimal_point, ",");
    const Project project = sample();
    QCOMPARE(project_text(project, Catalog::built_in()), text);
    QVERIFY(project == sample());
}

QTEST_GUILESS_MAIN(TestProjectFile)
#include "test_project_file.moc"
