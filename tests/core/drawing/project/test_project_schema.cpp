// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/catalog.h"
#include "core/drawing/project/project_file.h"
#include "core/drawing/project/project_schema.h"
#include "tests/support/json_schema.h"
#include "tests/support/project_sample.h"

#include <QTest>
#include <nlohmann/json.hpp>

using namespace roofrack;
using Json = nlohmann::json;

class TestProjectSchema : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void projects_are_valid();
    void broken_projects_are_not();
    void names_every_enumeration();

private:
    /// Project files: every key that nobody knows is kept, so objects are open but for those that say not.
    static std::map<QString, QStringList> faults(const std::map<QString, QByteArray>& projects) {
        test::SchemaCheck check;
        check.add_schema("project", project_schema(Catalog::built_in()), test::SchemaCheck::Keys::open);
        for (const auto& [label, text] : projects) check.add_document(label, "project", text);
        return check.faults();
    }
};

void TestProjectSchema::projects_are_valid() {
    std::map<QString, QByteArray> projects{{"sample", sample_project}, {"small", small_project}};
    const auto loaded = parse_project(sample_project, Catalog::built_in());
    QVERIFY(loaded);
    projects["saved"] = QByteArray::fromStdString(project_text(loaded->project, Catalog::built_in()));
    const QDir samples(QStringLiteral(ROOFRACK_SOURCE_DIR "/samples"));
    for (const QString& name : samples.entryList({"*.roofrack.json"})) {
        QFile file(samples.filePath(name));
        QVERIFY(file.open(QIODevice::ReadOnly));
        projects[name] = file.readAll();
    }
    QVERIFY(projects.size() > 8);
    for (const auto& [label, found] : faults(projects))
        QVERIFY2(found.isEmpty(), qPrintable(label + ": " + found.join('\n')));
}

void TestProjectSchema::broken_projects_are_not() {
    struct Broken {
        const char *pointer, *value, *fault;
    };
    const Broken all[] = {
        {"/scenarios/0/cluster/elements/0/kind", "\"hall\"", "is not one of"},
        {"/scenarios/0/plan/tp", "\"eight\"", "is not of type 'integer'"},
        {"/scenarios/0/plan/zero", "4", "greater than the maximum"},
        {"/scenarios/0/cluster/elements/3/part/nic_rat", "1", "'nic_rat' was unexpected"},
        {"/scenarios", "[]", "[]"},
    };
    std::map<QString, QByteArray> projects;
    for (const Broken& each : all) {
        Json json = Json::parse(sample_project);
        json[Json::json_pointer(each.pointer)] = Json::parse(each.value);
        projects[each.pointer] = QByteArray::fromStdString(json.dump());
    }
    auto found = faults(projects);
    for (const Broken& each : all) {
        const QString said = found[each.pointer].join('\n');
        QVERIFY2(said.contains(each.fault), qPrintable(each.pointer + (": " + said)));
    }
}

void TestProjectSchema::names_every_enumeration() {
    const Json schema = Json::parse(project_schema(Catalog::built_in()));
    const Json& scenario = schema["properties"]["scenarios"]["items"]["properties"];
    const Json& element = scenario["cluster"]["properties"]["elements"]["items"]["properties"];
    QCOMPARE(element["kind"]["enum"].size(), size_t(11));
    QCOMPARE(scenario["cluster"]["properties"]["links"]["items"]["properties"]["pattern"]["enum"].dump(),
             std::string(R"(["each","rail","mesh","torus"])"));
    QCOMPARE(scenario["plan"]["properties"]["schedule"]["enum"].dump(),
             std::string(R"(["1f1b","interleaved","zb-1p","zb-2p"])"));
}

QTEST_GUILESS_MAIN(TestProjectSchema)
#include "test_project_schema.moc"
