// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/cli.h"
#include "tests/support/project_sample.h"

#include <QFloat16>
#include <QTest>
#include <nlohmann/json.hpp>

using Json = nlohmann::json;

/// `split` and `merge` as their users call them.
class TestMultiplicityCli : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        QFile file(m_folder.filePath("p.roofrack.json"));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(small_project) > 0);
        file.close();
        m_project = file.fileName();
        // As the program writes it, to compare with.
        QCOMPARE(run({"merge", m_project, "-o", path("plain")}), 0);
    }

    void split_and_merge_are_inverse() {
        QCOMPARE(run({"split", m_project, "rack", "--count", "2", "-o", path("odd"), "--json"}), 0);
        const Json said = Json::parse(m_said.out.toStdString());
        QCOMPARE(said["id"], Json("rack-2"));
        QCOMPARE(said["pieces"][0], Json({{"from", "rack"}, {"id", "rack-2"}, {"count", 2}, {"left", 2}}));
        QCOMPARE(run({"merge", path("odd"), "rack", "rack-2", "-o", path("back")}), 0);
        QVERIFY(m_said.out.contains("rack now stands for 4 instances; merged into it: rack-2."));
        QCOMPARE(text("back"), text("plain"));
        QCOMPARE(run({"evaluate", path("odd"), "--json"}), 0);
        const double odd = Json::parse(m_said.out.toStdString())["step_time_s"];
        QCOMPARE(run({"evaluate", m_project, "--json"}), 0);
        const double whole = Json::parse(m_said.out.toStdString())["step_time_s"];
        QVERIFY(std::abs(odd - whole) < 1e-9 * whole);
    }

    void a_server_opens_its_rack() {
        QCOMPARE(run({"split", m_project, "node", "-o", path("one"), "--json"}), 0);
        const Json said = Json::parse(m_said.out.toStdString());
        QCOMPARE(said["pieces"].size(), size_t(2));
        QCOMPARE(said["pieces"][0]["from"], Json("rack"));
        QCOMPARE(run({"split", m_project, "rack", "--all", "-o", path("all"), "--json"}), 0);
        QCOMPARE(Json::parse(m_said.out.toStdString())["pieces"].size(), size_t(3));
        QCOMPARE(run({"merge", path("all"), "-o", path("back"), "--force"}), 0);
        QCOMPARE(text("back"), text("plain"));
    }

    void faults_say_what_to_do() {
        QCOMPARE(run({"split", m_project, "rack", "--count", "4", "-o", path("no")}), 3);
        QVERIFY2(m_said.err.contains("take 1 to 3"), m_said.err.constData());
        QCOMPARE(run({"split", m_project, "nothing", "-o", path("no")}), 3);
        QCOMPARE(run({"split", m_project, "rack", "--count", "0", "-o", path("no")}), 2);
        QCOMPARE(run({"split", m_project, "rack"}), 2);
        QCOMPARE(run({"merge", m_project, "rack", "leaf", "-o", path("no")}), 3);
        QVERIFY2(m_said.err.contains("a rack against a switch"), m_said.err.constData());
        QVERIFY(!QFile::exists(path("no")));
    }

private:
    int run(const QStringList& arguments) {
        m_said = roofrack::test::run_cli(arguments);
        return m_said.exit_code;
    }
    QString path(const char* name) const { return m_folder.filePath(QString(name) + ".roofrack.json"); }
    QString text(const char* name) const {
        QFile file(path(name));
        return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString("unread");
    }

    QTemporaryDir m_folder;
    QString m_project;
    roofrack::test::ProgramRun m_said;
};

QTEST_GUILESS_MAIN(TestMultiplicityCli)
#include "test_multiplicity_cli.moc"
