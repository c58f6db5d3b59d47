// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/catalog.h"
#include "core/drawing/project/project_difference.h"
#include "core/drawing/project/project_file.h"
#include "tests/support/project_sample.h"

#include <QTest>
#include <fstream>

using namespace roofrack;
namespace fs = std::filesystem;

namespace {

Project sample() { return parse_project(small_project, Catalog::built_in())->project; }

Element note(const std::string& id) {
    Element out;
    out.id = id;
    out.kind = ElementKind::note;
    return out;
}

Cluster& cluster_of(Project& project) { return project.scenarios.front().cluster; }

std::string contents(const fs::path& path) {
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

void put(const fs::path& path, const std::string& text) { std::ofstream(path, std::ios::binary) << text; }

} // namespace

class TestProjectDifference : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void equal_projects_do_not_differ() {
        QCOMPARE(difference(sample(), sample(), Catalog::built_in()).count, size_t(0));
        const Project large = parse_project(sample_project, Catalog::built_in())->project;
        QCOMPARE(difference(large, large, Catalog::built_in()).count, size_t(0));
    }

    void changed_values_are_named() {
        Project theirs = sample();
        Element& rack = cluster_of(theirs).elements.at(1);
        rack.count += 5;
        theirs.scenarios.front().plan.tp *= 2;
        const auto found = difference(sample(), theirs, Catalog::built_in());
        QCOMPARE(found.count, size_t(2));
        QCOMPARE(found.values[0].pointer, std::string("/scenarios/0/cluster/elements/1/count"));
        QVERIFY2(found.values[0].place.starts_with("scenario '") &&
                     found.values[0].place.ends_with(" › cluster › rack " + rack.id + " › count"),
                 found.values[0].place.c_str());
        QCOMPARE(found.values[0].theirs, std::to_string(rack.count));
        QVERIFY(found.values[1].place.ends_with(" › plan › tp"));
    }

    void what_one_has_alone() {
        Project mine = sample(), theirs = sample();
        cluster_of(mine).elements.push_back(note("extra"));
        theirs.scenarios.push_back(theirs.scenarios.front());
        theirs.scenarios.back().name = "Another";
        const auto found = difference(mine, theirs, Catalog::built_in());
        QCOMPARE(found.count, size_t(2));
        QVERIFY2(found.values[0].place.ends_with("note extra"), found.values[0].place.c_str());
        QVERIFY(!found.values[0].mine.empty() && found.values[0].theirs.empty());
        QCOMPARE(found.values[1].place, std::string("scenario 'Another'"));
        QCOMPARE(found.values[1].pointer, std::string("/scenarios/1"));
        QVERIFY(found.values[1].mine.empty() && !found.values[1].theirs.empty());
    }

    void members_are_matched_by_id() {
        Project theirs = sample();
        auto& elements = cluster_of(theirs).elements;
        QVERIFY(elements.size() >= 2);
        elements.insert(elements.begin(), note("first"));
        QCOMPARE(difference(sample(), theirs, Catalog::built_in()).count,
                 size_t(1)); // not all that moved by one
        Project turned = sample();
        std::ranges::reverse(cluster_of(turned).elements);
        const auto found = difference(sample(), turned, Catalog::built_in());
        QCOMPARE(found.count, size_t(1));
        QVERIFY(found.values[0].pointer.ends_with("/elements/order"));
    }

    void a_long_list_is_cut() {
        Project theirs = sample();
        for (int i = 0; i < 50; ++i) cluster_of(theirs).elements.push_back(note("n" + std::to_string(i)));
        const auto found = difference(sample(), theirs, Catalog::built_in(), 10);
        QCOMPARE(found.count, size_t(50));
        QCOMPARE(found.values.size(), size_t(10));
    }

    void an_older_version_is_kept() {
        const QTemporaryDir folder;
        const fs::path path = fs::path(folder.path().toStdString()) / "p.roofrack.json";
        const auto kept = [&](const char* suffix) { return fs::path(path.string() + suffix); };
        QVERIFY(keep_older_version(path, 2)); // there is none
        QVERIFY(write_project(sample(), path, Catalog::built_in()));
        const std::string old = contents(path);
        QVERIFY(keep_older_version(path, Project::current_schema));
        QVERIFY(!fs::exists(kept(".v1.bak")));
        QVERIFY(keep_older_version(path, Project::current_schema + 1));
        QCOMPARE(contents(kept(".v1.bak")), old);
        QVERIFY(keep_older_version(path, Project::current_schema + 1)); // the same is kept once
        QVERIFY(!fs::exists(kept(".v1.2.bak")));
        put(path, old + " ");
        QVERIFY(keep_older_version(path, Project::current_schema + 1));
        QCOMPARE(contents(kept(".v1.bak")), old);
        QCOMPARE(contents(kept(".v1.2.bak")), old + " ");
    }

    void saving_keeps_the_older_version() {
        const QTemporaryDir folder;
        const fs::path path = fs::path(folder.path().toStdString()) / "p.roofrack.json";
        put(path, "{\n  \"schema\": 0, \"scenarios\": []}");
        QVERIFY(write_project(sample(), path, Catalog::built_in()));
        QCOMPARE(contents(path.string() + ".v0.bak"), std::string("{\n  \"schema\": 0, \"scenarios\": []}"));
        QVERIFY(contents(path) == project_text(sample(), Catalog::built_in()));
    }
};

QTEST_APPLESS_MAIN(TestProjectDifference)
#include "test_project_difference.moc"
