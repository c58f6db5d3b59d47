// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/cli.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <charconv>

using namespace roofrack::test;

namespace {

constexpr char project[] = R"({"schema": 1, "name": "render", "scenarios": [
  {"name": "as drawn",
   "cluster": {"elements": [
       {"id": "hall", "kind": "room"},
       {"id": "rack", "kind": "rack", "in": "hall", "count": 4, "power_limit": "60 kW", "cooling_limit": "60 kW"},
       {"id": "node", "kind": "server", "in": "rack", "count": 4, "part": "dgx-h100"},
       {"id": "leaf", "kind": "switch", "in": "hall", "count": 8, "part": "qm9700"}],
     "links": [{"from": "node", "to": "leaf", "pattern": "rail", "count": 8, "bandwidth": "400 Gb/s"}]},
   "workload": {"model": "llama2-13b", "sequence": 4096, "global_batch": 512},
   "plan": {"tp": 4}},
  {"name": "does not fit",
   "cluster": {"elements": [{"id": "node", "kind": "server", "part": "dgx-h100"}]},
   "workload": {"model": "llama3-405b", "sequence": 8192, "global_batch": 8}, "plan": {"tp": 8}}]})";

/// The window's program, without a display.
ProgramRun run_gui(const QStringList& arguments, const QStringList& unset = {}) {
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const QString& name : unset) environment.remove(name);
    return run_program(gui_path(), arguments, environment);
}

/// Rows of a CSV without quoted cells.
QList<QStringList> rows_of(const QString& path) {
    QFile file(path);
    QList<QStringList> out;
    if (!file.open(QIODevice::ReadOnly)) return out;
    for (const QByteArray& line : file.readAll().split('\n'))
        if (!line.trimmed().isEmpty()) out << QString::fromUtf8(line.trimmed()).split(u',');
    return out;
}

/// The numbers that follow `key` in the text of a JSON, in its own digits.
QList<QByteArray> digits_after(const QByteArray& json, const QByteArray& key) {
    QList<QByteArray> out;
    const QByteArray mark = '"' + key + "\":";
    for (qsizetype at = json.indexOf(mark); at >= 0; at = json.indexOf(mark, at)) {
        at += mark.size();
        while (json[at] == ' ') ++at;
        qsizetype end = at;
        while (end < json.size() && QByteArrayView("+-.0123456789eE").contains(json[end])) ++end;
        QByteArray digits = json.mid(at, end - at);
        if (digits.endsWith(".0")) digits.chop(2); // JSON marks whole doubles so; the digits are the same
        out << digits;
    }
    return out;
}

/// The same double may be printed with 16 or 17 digits: the JSON library does not always find the shortest.
QByteArray number_of(const QByteArray& digits) {
    bool is_number = false;
    const double value = digits.toDouble(&is_number);
    return is_number ? QByteArray::number(value, 'g', 17) : digits;
}

} // namespace

class TestRender : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        m_project = m_folder.filePath(QStringLiteral("render.roofrack.json"));
        QVERIFY(write(m_project, project));
    }

    void breakdown_equals_evaluate_digit_for_digit() {
        const QString csv = m_folder.filePath(QStringLiteral("a.csv"));
        QCOMPARE(render({QStringLiteral("step-breakdown"), csv}).exit_code, 0);
        const QByteArray json =
            run_cli({QStringLiteral("evaluate"), m_project, QStringLiteral("--json")}).out;
        const auto seconds = digits_after(json, "seconds"), shares = digits_after(json, "share");
        const auto rows = rows_of(csv);
        QCOMPARE(rows.value(0),
                 QStringList({QStringLiteral("gpus"), QStringLiteral("part"), QStringLiteral("seconds [s]"),
                              QStringLiteral("share"), QStringLiteral("origin")}));
        QVERIFY(seconds.size() >= 15);
        for (int i = 0; i < 15; ++i) {
            QCOMPARE(number_of(rows.value(i + 1).value(2).toLatin1()), number_of(seconds[i]));
            QCOMPARE(number_of(rows.value(i + 1).value(3).toLatin1()), number_of(shares[i]));
        }
    }

    void scaling_equals_scale_digit_for_digit() {
        const QString csv = m_folder.filePath(QStringLiteral("s.csv"));
        QCOMPARE(render({QStringLiteral("scaling"), csv, QStringLiteral("--replan")}).exit_code, 0);
        const auto rows = rows_of(csv);
        const QStringList names = rows.value(0);
        qsizetype row = 1; // the best plans, then the plan as given
        for (const bool best : {true, false}) {
            QStringList call{QStringLiteral("scale"), m_project, QStringLiteral("--dense"),
                             QStringLiteral("--json")};
            if (best) call << QStringLiteral("--replan");
            const QJsonArray points =
                QJsonDocument::fromJson(run_cli(call).out)[QStringLiteral("points")].toArray();
            QVERIFY(points.size() > 20);
            for (const QJsonValue& point : points) {
                const QStringList& cells = rows.value(row++);
                QCOMPARE(cells.value(0), best ? QStringLiteral("best") : QStringLiteral("given"));
                for (const auto& [key, column] : {std::pair{"gpus", "gpus"},
                                                  {"batch", "batch"},
                                                  {"productive_step_s", "productive_step [s]"},
                                                  {"wall_step_s", "wall_step [s]"},
                                                  {"step_time_s", "step_time [s]"},
                                                  {"rate", "rate [1/s]"},
                                                  {"progress", "progress [1/s]"},
                                                  {"elasticity", "elasticity"}}) {
                    const QJsonValue printed = point[QLatin1String(key)];
                    const QString shown = cells.value(names.indexOf(QLatin1String(column)));
                    if (printed.isNull())
                        QVERIFY2(shown.isEmpty(), qPrintable(shown));
                    else
                        QCOMPARE(shown.toDouble(), printed.toDouble());
                }
                // Speed-ups and efficiencies of all lines are of the best plans' smallest size and ideal.
                for (const auto& [quantity, column] : {std::pair{"speedup", "speedup"},
                                                       {"efficiency", "efficiency"},
                                                       {"days", "days [d]"},
                                                       {"dollars", "dollars [$/1e6]"},
                                                       {"energy", "energy [MWh]"}}) {
                    if (!best && QLatin1String(column) == QLatin1String(quantity)) continue;
                    const QJsonValue printed =
                        point[QStringLiteral("quantities")][QLatin1String(quantity)][QStringLiteral("value")];
                    const QString shown = cells.value(names.indexOf(QLatin1String(column)));
                    QCOMPARE(shown.isEmpty(), printed.isNull());
                    QCOMPARE(shown.toDouble(), printed.toDouble());
                }
            }
        }
        QCOMPARE(row, rows.size());
    }

    void levels_equal_power() {
        const QString csv = m_folder.filePath(QStringLiteral("p.csv"));
        QCOMPARE(render({QStringLiteral("levels"), csv}).exit_code, 0);
        const QByteArray json = run_cli({QStringLiteral("power"), m_project, QStringLiteral("--json")}).out;
        const QJsonObject printed = QJsonDocument::fromJson(json).object();
        const auto rows = rows_of(csv);
        const QStringList columns = rows.value(0);
        const auto column = [&](const char* name) {
            for (qsizetype i = 0; i < columns.size(); ++i)
                if (columns[i].section(u' ', 0, 0) == QLatin1String(name)) return i;
            return qsizetype(-1);
        };
        int compared = 0;
        for (const auto& list : {"racks", "feeds", "air", "site"})
            for (const auto& value : printed[QLatin1String(list)].toArray()) {
                const QJsonObject level = value.toObject();
                for (const QStringList& row : rows.mid(1)) {
                    const QString kind = row.value(column("kind"));
                    if (row.value(0) != level[u"id"].toString() || kind == u"rack heat") continue;
                    ++compared;
                    if (kind == u"inlet") {
                        const double printed_inlet = level[u"inlet_c"].toDouble();
                        QVERIFY(std::abs(row.value(column("inlet")).toDouble() / printed_inlet - 1) < 1e-6);
                        continue;
                    }
                    // For a rack the report prints the compute phase.
                    const char* const load = kind == u"rack" ? "peak" : "load";
                    QVERIFY(std::abs(row.value(column(load)).toDouble() / level[u"load"].toDouble() - 1) <
                            1e-6);
                    if (!level[u"limit"].isNull())
                        QVERIFY(std::abs(row.value(column("limit")).toDouble() / level[u"limit"].toDouble() -
                                         1) < 1e-6);
                }
            }
        QVERIFY2(compared >= 2, qPrintable(QString::number(compared)));
    }

    void plan_search_equals_search() {
        const QString csv = m_folder.filePath(QStringLiteral("q.csv"));
        QCOMPARE(render({QStringLiteral("plan-search"), csv}).exit_code, 0);
        const QByteArray json = run_cli({QStringLiteral("search"), m_project, QStringLiteral("--json")}).out;
        // The ranked plans come first in both.
        const QByteArray best = json.mid(json.indexOf("\"best\""), json.indexOf("\"pareto\""));
        const auto rows = rows_of(csv);
        QVERIFY(rows.size() > 20);
        for (const auto& [key, column] : {std::pair{"step_time_s", 13},
                                          {"mfu", 14},
                                          {"memory_bytes", 15},
                                          {"energy_per_step_j", 16},
                                          {"tp", 2},
                                          {"pp", 3},
                                          {"micro_batch", 8}}) {
            const auto digits = digits_after(best, key);
            QVERIFY(digits.size() >= 10);
            for (int i = 0; i < 10; ++i)
                QCOMPARE(number_of(rows[i + 1][column].toLatin1()), number_of(digits[i]));
        }
        const ProgramRun fewer = render({QStringLiteral("plan-search"), csv, QStringLiteral("--gpus"),
                                         QStringLiteral("64"), QStringLiteral("--force")});
        QCOMPARE(fewer.exit_code, 0);
        for (const QStringList& row : rows_of(csv))
            if (row[0] == u"fastest")
                QCOMPARE(row[2].toInt() * row[3].toInt() * row[5].toInt() * row[7].toInt(), 64);
        QCOMPARE(render({QStringLiteral("plan-search"), csv, QStringLiteral("--scenario"),
                         QStringLiteral("does not fit"), QStringLiteral("--force")})
                     .exit_code,
                 1);
    }

    void paints_every_format_without_a_display() {
        for (const char* end : {"png", "svg", "pdf"}) {
            const QString out = m_folder.filePath(QStringLiteral("o.") + QLatin1String(end));
            const ProgramRun result =
                run_gui({QStringLiteral("render"), m_project, QStringLiteral("--chart"),
                         QStringLiteral("roofline"), QStringLiteral("--out"), out, QStringLiteral("--theme"),
                         QStringLiteral("dark"), QStringLiteral("--size"), QStringLiteral("640x400"),
                         QStringLiteral("--dpi"), QStringLiteral("192")},
                        {QStringLiteral("DISPLAY"), QStringLiteral("WAYLAND_DISPLAY"),
                         QStringLiteral("QT_QPA_PLATFORM")});
            QVERIFY2(result.exit_code == 0, result.err.constData());
            QVERIFY(QFileInfo(out).size() > 2000);
        }
        QCOMPARE(QImage(m_folder.filePath(QStringLiteral("o.png"))).size(), QSize(1280, 800));
    }

    void infeasible_is_an_answer() {
        const QString out = m_folder.filePath(QStringLiteral("no.png"));
        const ProgramRun result = render(
            {QStringLiteral("memory"), out, QStringLiteral("--scenario"), QStringLiteral("does not fit")});
        QCOMPARE(result.exit_code, 1);
        QVERIFY(QFile::exists(out));
    }

    void what_is_not_known_is_no_picture() {
        const QString out = m_folder.filePath(QStringLiteral("days.png"));
        const ProgramRun result =
            render({QStringLiteral("scaling"), out, QStringLiteral("--show"), QStringLiteral("days")});
        QCOMPARE(result.exit_code, 3);
        QVERIFY2(
            result.err.contains("render.roofrack.json: /workload/token_budget: days to the token budget"),
            result.err.constData());
        QVERIFY(!QFile::exists(out));
        const ProgramRun printed =
            run_cli({QStringLiteral("scale"), m_project, QStringLiteral("--show"), QStringLiteral("days")});
        QCOMPARE(printed.exit_code, 3);
        QVERIFY2(printed.err.contains("/workload/token_budget") && printed.out.isEmpty(),
                 printed.err.constData());
    }

    void windows_without_a_display_are_quiet() {
        const QString out = m_folder.filePath(QStringLiteral("quiet.png"));
        const ProgramRun result =
            run_gui({QStringLiteral("screenshot"), m_project, QStringLiteral("--out"), out});
        QVERIFY2(result.exit_code == 0, result.err.constData());
        QVERIFY2(!result.err.contains("propagateSizeHints"), result.err.constData());
    }

    void an_existing_file_needs_force() {
        const QString out = m_folder.filePath(QStringLiteral("precious.png"));
        for (const QStringList& call :
             {QStringList{QStringLiteral("render"), m_project, QStringLiteral("--chart"),
                          QStringLiteral("memory"), QStringLiteral("--out"), out},
              {QStringLiteral("screenshot"), m_project, QStringLiteral("--out"), out}}) {
            QVERIFY(write(out, "precious"));
            const ProgramRun refused = run_gui(call);
            QCOMPARE(refused.exit_code, 3);
            const QByteArray says =
                "error: " + out.toUtf8() + ": exists already: choose another name, or pass --force\n";
            QVERIFY2(refused.err.endsWith(says), refused.err.constData());
            QCOMPARE(QFileInfo(out).size(), 8);
            const ProgramRun forced = run_gui(call + QStringList{QStringLiteral("--force")});
            QVERIFY2(forced.exit_code == 0, forced.err.constData());
            QVERIFY(QFileInfo(out).size() > 2000);
        }
    }
    void the_project_is_no_place_for_a_picture() {
        const QString drawn = m_folder.filePath(QStringLiteral("project.svg"));
        QVERIFY(write(drawn, project));
        const ProgramRun said =
            run_gui({QStringLiteral("render"), drawn, QStringLiteral("--chart"), QStringLiteral("memory"),
                     QStringLiteral("--out"), drawn, QStringLiteral("--force")});
        QCOMPARE(said.exit_code, 3);
        QVERIFY2(said.err.contains("is what is read"), said.err.constData());
        QCOMPARE(QFileInfo(drawn).size(), qint64(sizeof project - 1));
    }

    void wrong_arguments_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("says");
        const QString out = QStringLiteral("--out"), chart = QStringLiteral("--chart"),
                      scaling = QStringLiteral("scaling"), file = m_folder.filePath(QStringLiteral("x.png"));
        QTest::newRow("no chart") << QStringList{m_project, out, file} << 2
                                  << QStringLiteral(
                                         "error: --chart: no chart is named: one of step-breakdown");
        QTest::newRow("unknown chart") << QStringList{m_project, chart, QStringLiteral("pie"), out, file} << 2
                                       << QStringLiteral("there is no chart 'pie'");
        QTest::newRow("unknown format")
            << QStringList{m_project, chart, scaling, out, QStringLiteral("x.gif")} << 2
            << QStringLiteral(".svg");
        QTest::newRow("size") << QStringList{m_project,
                                             chart,
                                             scaling,
                                             out,
                                             file,
                                             QStringLiteral("--size"),
                                             QStringLiteral("big")}
                              << 2 << QStringLiteral("'big' is no size");
        QTest::newRow("dpi")
            << QStringList{m_project,           chart, scaling, out, file, QStringLiteral("--dpi"),
                           QStringLiteral("-1")}
            << 2 << QStringLiteral("resolution");
        QTest::newRow("theme") << QStringList{m_project,
                                              chart,
                                              scaling,
                                              out,
                                              file,
                                              QStringLiteral("--theme"),
                                              QStringLiteral("pink")}
                               << 2 << QStringLiteral("light or dark");
        for (const char* quantity : {"dollars", "energy"})
            QTest::addRow("a law of %s", quantity)
                << QStringList{m_project,
                               chart,
                               scaling,
                               out,
                               file,
                               QStringLiteral("--show"),
                               QLatin1String(quantity),
                               QStringLiteral("--amdahl")}
                << 2
                << QStringLiteral("--amdahl: Amdahl's law says nothing of %1").arg(QLatin1String(quantity));
        QTest::newRow("unknown option")
            << QStringList{m_project, QStringLiteral("--colour")} << 2 << QStringLiteral("render --help");
        QTest::newRow("no project") << QStringList{chart, scaling, out, file} << 2
                                    << QStringLiteral("no project is given");
        QTest::newRow("missing project")
            << QStringList{QStringLiteral("/nonexistent.roofrack.json"), chart, scaling, out, file} << 3
            << QStringLiteral("error: /nonexistent.roofrack.json");
        QTest::newRow("scenario")
            << QStringList{m_project,          chart, scaling, out, file, QStringLiteral("--scenario"),
                           QStringLiteral("z")}
            << 3 << QStringLiteral("one of 'as drawn', 'does not fit'");
        QTest::newRow("folder")
            << QStringList{m_project, chart, scaling, out, QStringLiteral("/nonexistent/x.png")} << 3
            << QStringLiteral("/nonexistent/x.png: No such file or directory: make the folder");
        QTest::newRow("trace") << QStringList{m_project,
                                              chart,
                                              scaling,
                                              out,
                                              file,
                                              QStringLiteral("--trace"),
                                              QStringLiteral("/nonexistent.json")}
                               << 3 << QStringLiteral("/nonexistent.json");
    }
    void wrong_arguments() {
        QFETCH(QStringList, arguments);
        QFETCH(int, code);
        QFETCH(QString, says);
        const ProgramRun result = run_gui(QStringList{QStringLiteral("render")} + arguments);
        QCOMPARE(result.exit_code, code);
        QVERIFY2(QString::fromUtf8(result.err).contains(says), result.err.constData());
    }

private:
    static bool write(const QString& path, const QByteArray& text) {
        QFile file(path);
        return file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
    }
    ProgramRun render(const QStringList& chart_out_rest) {
        return run_gui(QStringList{QStringLiteral("render"), m_project, QStringLiteral("--chart"),
                                   chart_out_rest[0], QStringLiteral("--out"), chart_out_rest[1]} +
                       chart_out_rest.mid(2));
    }

    QTemporaryDir m_folder;
    QString m_project;
};

QTEST_GUILESS_MAIN(TestRender)
#include "test_render.moc"
