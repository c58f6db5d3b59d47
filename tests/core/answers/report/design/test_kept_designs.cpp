// SPDX-License-Identifier: GPL-3.0-or-later
// Designs that were found are there again as they were, or not at all.
#include "core/answers/report/design/kept_designs.h"
#include "core/base/files/companion_name.h"
#include "tests/support/sample.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

using namespace roofrack;

namespace fs = std::filesystem;

namespace {

const Catalog& catalog() { return Catalog::built_in(); }

DesignAsked question() {
    return {"step.tokens_per_s", {"power.metered_w<=600 kW"}, {"server=drawn,hgx-h200", "gpus=64,128"}, {}};
}

Snapshot snapshot_of(const Scenario& scenario, const fs::path& folder) {
    return {.scenario = std::make_shared<const Scenario>(scenario), .folder = folder};
}

DesignStudy searched(const Answers& base, const DesignAsked& asked) {
    auto study = asked_designs(base, asked);
    if (!study) qFatal("%s", study.error().text().c_str());
    auto rows = search_designs(base, study->space, study->question);
    if (!rows) qFatal("%s", rows.error().text().c_str());
    // No JSON says the numbers behind it.
    rows->rows.front().cautions = {{CautionKind::memory, "may not fit in memory", {}, "needs 83 GB"}};
    judge_found(*study, base, std::move(*rows));
    return std::move(*study);
}

QByteArray bytes_of(const fs::path& path) {
    QFile file(QString::fromStdString(path.string()));
    return file.open(QFile::ReadOnly) ? file.readAll() : QByteArray();
}

void put(const fs::path& path, const QByteArray& bytes) {
    QFile file(QString::fromStdString(path.string()));
    if (!file.open(QFile::WriteOnly) || file.write(bytes) != bytes.size()) qFatal("cannot write");
}

std::vector<fs::path> files_in(const fs::path& folder) {
    std::vector<fs::path> out;
    for (const auto& each : fs::directory_iterator(folder)) out.push_back(each.path());
    return out;
}

} // namespace

class TestKeptDesigns : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    fs::path m_root;
    int m_number = 0;
    Scenario m_scenario;
    std::unique_ptr<const Answers> m_base;
    DesignStudy m_study;
    DesignsFolder m_kept;
    fs::path m_project;

    Result<void> keep(const fs::path& project, const Answers& base, const DesignAsked& asked,
                      const DesignStudy& study, double seconds) {
        return keep_designs(m_kept, project, base, asked, study, seconds,
                            designs_digest(m_kept, base.snapshot(), asked, catalog()));
    }
    RecalledDesigns recall(const Scenario& scenario, const DesignAsked& asked) {
        return recall_designs(m_kept, m_project, {snapshot_of(scenario, m_root)}, asked, catalog());
    }

private Q_SLOTS:
    void initTestCase() {
        m_root = m_folder.path().toStdString();
        m_scenario = test::sample("dgx-h100-su");
        m_scenario.site.climate = "year.csv"; // a file beside the project, which these figures do not read
        m_base = std::make_unique<const Answers>(snapshot_of(m_scenario, m_root), catalog());
        m_study = searched(*m_base, question());
        m_project = m_root / "a.roofrack.json";
    }
    void init() {
        put(m_root / "year.csv", "warm");
        m_kept = {m_root / "cache" / std::to_string(++m_number), "program"};
        const auto written = keep(m_project, *m_base, question(), m_study, 41);
        QVERIFY2(written, written ? "" : written.error().text().c_str());
        QCOMPARE(files_in(m_kept.path).size(), size_t(1));
    }

    void all_is_as_it_was() {
        QVERIFY(!m_study.verdict.ranked.empty());
        const RecalledDesigns recalled = recall(m_scenario, question());
        QVERIFY(recalled.study && recalled.base && !recalled.older_s);
        QCOMPARE(recalled.seconds, 41.0);
        QVERIFY(recalled.base->scenario() == m_scenario);
        QCOMPARE(design_json(*recalled.study).dump(1), design_json(m_study).dump(1));
        QCOMPARE(recalled.study->found.rows.size(), size_t(4));
        for (size_t i = 0; i < m_study.found.rows.size(); ++i) {
            const DesignRow &row = recalled.study->found.rows[i], &was = m_study.found.rows[i];
            QCOMPARE(row.server, was.server);
            QVERIFY(!row.server.empty());
            QVERIFY(row.cautions == was.cautions);
            for (size_t k = 0; k < row.cautions.size(); ++k)
                QCOMPARE(row.cautions[k].detail, was.cautions[k].detail);
        }
        QCOMPARE(recalled.study->found.rows.front().cautions.front().detail, std::string("needs 83 GB"));
        // One that was kept becomes a scenario as one that was just found.
        const auto& best = m_study.found.rows[m_study.verdict.ranked.front()];
        QVERIFY(designed_scenario(*recalled.base, recalled.study->space, best.design));
    }

    void a_stopped_search_is_known_as_such() {
        DesignStudy stopped = m_study;
        stopped.found.rows.pop_back();
        stopped.found.is_cancelled = true;
        judge_found(stopped, *m_base, stopped.found);
        // All that is kept of the same stays.
        QVERIFY(keep(m_project, *m_base, question(), stopped, 0));
        QCOMPARE(recall(m_scenario, question()).study->found.rows.size(), size_t(4));
        fs::remove_all(m_kept.path);
        QVERIFY(keep(m_project, *m_base, question(), stopped, 0));
        const RecalledDesigns recalled = recall(m_scenario, question());
        QVERIFY(recalled.study && recalled.study->found.is_cancelled);
        QCOMPARE(recalled.study->found.rows.size(), size_t(3));
    }

    void the_file_may_lie_elsewhere() {
        m_project = m_root / "b.roofrack.json";
        const RecalledDesigns recalled = recall(m_scenario, question());
        m_project = m_root / "a.roofrack.json";
        QVERIFY(recalled.study);
    }

    void dates_count_from_the_order_of_today() {
        using namespace std::chrono;
        DesignAsked asked = question();
        asked.limits = {"money.increment.lead_weeks<=2027-09"};
        asked.order = sys_days(2027y / 9 / 2);
        const DesignStudy study = searched(*m_base, asked);
        QCOMPARE(study.question.limits.front().bound, 4.0);
        QVERIFY(keep(m_project, *m_base, asked, study, 41));
        asked.order = sys_days(2027y / 8 / 5);
        const RecalledDesigns recalled = recall(m_scenario, asked);
        QVERIFY(recalled.study);
        QCOMPARE(recalled.study->order, std::string("2027-08-05"));
        QCOMPARE(recalled.study->question.limits.front().bound, 8.0);
        asked.order = sys_days(2028y / 1 / 1); // the limit is over
        QVERIFY(!recall(m_scenario, asked).study);
    }

    void another_state_is_said_and_not_shown_data() {
        QTest::addColumn<QString>("changed");
        for (const char* each : {"scenario", "limit", "goal", "what varies", "program", "weather"})
            QTest::newRow(each) << QString::fromLatin1(each);
    }
    void another_state_is_said_and_not_shown() {
        QFETCH(QString, changed);
        Scenario scenario = m_scenario;
        DesignAsked asked = question();
        if (changed == u"scenario") scenario.workload.global_batch *= 2;
        if (changed == u"limit") asked.limits = {"power.metered_w<=601 kW"};
        if (changed == u"goal") asked.goal = "step.mfu";
        if (changed == u"what varies") asked.vary.pop_back();
        if (changed == u"program") m_kept.program = "another";
        if (changed == u"weather") put(m_root / "year.csv", "cold");
        const RecalledDesigns recalled = recall(scenario, asked);
        QVERIFY(!recalled.study && !recalled.base);
        QCOMPARE(recalled.older_s, std::optional<double>(41));
        m_project = m_root / "b.roofrack.json"; // nothing is known of another file
        const RecalledDesigns elsewhere = recall(scenario, asked);
        m_project = m_root / "a.roofrack.json";
        QVERIFY(!elsewhere.study && !elsewhere.older_s);
    }

    /// What was found with a file as it was says nothing of the file as it is.
    void what_changes_while_it_is_searched_is_not_kept() {
        const auto keep_found_since = [this](const std::string& digest) {
            return keep_designs(m_kept, m_project, *m_base, question(), m_study, 41, digest);
        };
        const std::string before = designs_digest(m_kept, m_base->snapshot(), question(), catalog());
        put(m_root / "year.csv", "cold");
        QVERIFY(!keep_found_since(before));
        QVERIFY(!recall(m_scenario, question()).study);
        put(m_root / "year.csv", "warm");
        QVERIFY(keep_found_since(before));
        // One of two files that an axis names is not the other one.
        DesignAsked asked = question();
        asked.vary.push_back("/site/climate=a.csv,b.csv");
        put(m_root / "a.csv", "mild");
        const std::string of_first = designs_digest(m_kept, m_base->snapshot(), asked, catalog());
        fs::rename(m_root / "a.csv", m_root / "b.csv");
        QVERIFY(of_first != designs_digest(m_kept, m_base->snapshot(), asked, catalog()));
    }

    void what_is_broken_is_passed_over_data() {
        QTest::addColumn<QByteArray>("put_in");
        QTest::addColumn<int>("flipped"); // a byte at so many thousandths of the file; −1: none
        QTest::addColumn<int>("kept");    // so many thousandths of it stay
        QTest::newRow("empty") << QByteArray("") << -1 << 0;
        QTest::newRow("an object") << QByteArray("{}") << -1 << 0;
        QTest::newRow("another version") << QByteArray("{\"roofrack_designs\":2}\n") << -1 << 0;
        QTest::newRow("no text") << QByteArray("\xff\xfe\x00\n\n", 5) << -1 << 0;
        QTest::newRow("nested") << QByteArray(100'000, '[') << -1 << 0;
        for (const int share : {1, 100, 400, 700, 999}) {
            QTest::addRow("flipped at %d", share) << QByteArray() << share << 1000;
            QTest::addRow("cut at %d", share) << QByteArray() << -1 << share;
        }
    }
    void what_is_broken_is_passed_over() {
        QFETCH(QByteArray, put_in);
        QFETCH(int, flipped);
        QFETCH(int, kept);
        const fs::path file = files_in(m_kept.path).front();
        QByteArray bytes = bytes_of(file);
        if (flipped >= 0) {
            char& byte = bytes[bytes.size() * flipped / 1000];
            byte = static_cast<char>(byte ^ 1);
        }
        put(file, put_in.isNull() ? bytes.left(bytes.size() * kept / 1000) : put_in);
        const RecalledDesigns recalled = recall(m_scenario, question());
        QVERIFY(!recalled.study && !recalled.older_s);
        QVERIFY(keep(m_project, *m_base, question(), m_study, 41)); // it is replaced
        QVERIFY(recall(m_scenario, question()).study);
    }

    /// A whole file under the name of another search.
    void what_is_of_another_scenario_is_not_taken() {
        const fs::path mine = files_in(m_kept.path).front();
        Scenario other = m_scenario;
        other.workload.global_batch *= 2;
        const Answers base(snapshot_of(other, m_root), catalog());
        QVERIFY(keep({}, base, question(), searched(base, question()), 1));
        for (const fs::path& each : files_in(m_kept.path))
            if (each != mine) fs::rename(each, mine);
        QVERIFY(!recall(m_scenario, question()).study);
        // One of this scenario for another question, with one limit more.
        DesignAsked more = question();
        more.limits.push_back("power.peak_w<=700 kW");
        QVERIFY(keep({}, *m_base, more, searched(*m_base, more), 1));
        for (const fs::path& each : files_in(m_kept.path))
            if (each != mine) fs::rename(each, mine);
        QVERIFY(!recall(m_scenario, question()).study);
        fs::remove(mine);
        fs::create_directory(mine);
        const RecalledDesigns recalled = recall(m_scenario, question());
        QVERIFY(!recalled.study && !recalled.older_s);
    }

    void files_are_few_and_the_users_own() {
        for (size_t i = 0; i < DesignsFolder::most_files + 5; ++i) {
            m_kept.program = fmt::format("program {}", i);
            QVERIFY(keep(m_project, *m_base, question(), m_study, 41));
        }
        const std::vector<fs::path> files = files_in(m_kept.path);
        QCOMPARE(files.size(), DesignsFolder::most_files);
        QVERIFY(recall(m_scenario, question()).study); // the newest stays
        for (const fs::path& each : files)
            QCOMPARE(fs::status(each).permissions(), fs::perms::owner_read | fs::perms::owner_write);
        QCOMPARE(fs::status(m_kept.path).permissions(), fs::perms::owner_all);
        m_kept.program.clear(); // not known which program this is
        QVERIFY(!keep(m_project, *m_base, question(), m_study, 41));
        QVERIFY(!recall(m_scenario, question()).study);
    }

    void the_folder_is_the_users_cache() {
        const QByteArray home = qgetenv("HOME"), cache = qgetenv("XDG_CACHE_HOME");
        const bool is_set = qEnvironmentVariableIsSet("XDG_CACHE_HOME");
        qputenv("HOME", "/home/me");
        qputenv("XDG_CACHE_HOME", "/caches");
        const fs::path named = cache_folder();
        qunsetenv("XDG_CACHE_HOME");
        const fs::path usual = cache_folder();
        qputenv("HOME", home);
        if (is_set) qputenv("XDG_CACHE_HOME", cache);
        QCOMPARE(named, fs::path("/caches/roofrack"));
        QCOMPARE(usual, fs::path("/home/me/.cache/roofrack"));
    }
};

QTEST_GUILESS_MAIN(TestKeptDesigns)
#include "test_kept_designs.moc"
