// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/measure/published/published_project.h"

#include "core/drawing/project/project_file.h"
#include "core/step/engine/evaluate.h"
#include "validation/validate.h"

#include <QTest>
#include <cmath>
#include <map>

using namespace roofrack;

namespace {

const std::filesystem::path own_runs = ROOFRACK_SOURCE_DIR "/tests/data/published_runs.csv";
/// Made up, one for each way in which a cluster is drawn from its row.
const std::filesystem::path drawn_runs = ROOFRACK_SOURCE_DIR "/tests/data/drawn_runs.csv";

const Catalog& catalog() { return Catalog::built_in(); }
const CostParameters& factors() { return CostParameters::built_in(); }

/// evaluate()'s productive step of the scenario; 0 when it cannot be evaluated, `why` then.
double evaluated(const Scenario& scenario, std::string& why) {
    const auto prepared = Prepared::make(scenario, catalog());
    if (!prepared) return why = prepared.error().text(), 0;
    EvaluateOptions options;
    options.findings = false;
    const Evaluation out = evaluate(*prepared, options);
    why = out.binds.empty() && !out.findings.empty() ? out.findings.front().message : out.binds;
    return out.productive_step.si();
}

double throttled(const Scenario& scenario) {
    const auto prepared = Prepared::make(scenario, catalog());
    EvaluateOptions options;
    options.findings = false;
    return evaluate(*prepared, options).parts[static_cast<size_t>(StepPart::throttle)];
}

/// Rows of the file whose project, written and read, does not evaluate to what validate says, or whose drawn
/// site slows them.
int unequal(const std::filesystem::path& file, int& rows) {
    const auto table = read_csv(file);
    if (!table) return -1;
    int out = 0;
    for (size_t i = 0; i < table->rows.size(); ++i) {
        const RunRow row(*table, i);
        const auto run = validation_run(row, catalog(), factors());
        if (!run) continue; // skipped, and why is printed
        ++rows;
        const auto project = published_project(*table, row.text("id"), catalog(), factors());
        if (!project) return -1;
        const auto read = parse_project(project_text(*project, Catalog::built_in()), catalog());
        if (!read) {
            qWarning("%s: %s", run->row.id.c_str(), read.error().text().c_str());
            ++out;
            continue;
        }
        const Scenario& scenario = read->project.scenarios.front();
        std::string why;
        const double step = evaluated(scenario, why);
        const double off = step / run->row.predicted_step - 1;
        if (std::abs(off) > 1e-12 || !std::isfinite(off)) {
            ++out;
            qWarning("%s: evaluate says %g s, validate %g s (%+.3g %%): %s", run->row.id.c_str(), step,
                     run->row.predicted_step, 100 * off, why.c_str());
        } else if (throttled(scenario) > 0) {
            ++out;
            qWarning("%s: the drawn site throttles it", run->row.id.c_str());
        }
    }
    return out;
}

} // namespace

/// What `validate` says of a published run is what evaluate() says of it as a project.
class TestPublishedProject : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void own_rows() {
        int rows = 0;
        QCOMPARE(unequal(own_runs, rows), 0);
        QCOMPARE(unequal(drawn_runs, rows), 0);
        QCOMPARE(rows, 21);
    }

    void open_rows_data() {
        QTest::addColumn<QString>("file");
        for (const char* file : {"training_runs", "more_training_runs", "single_node"})
            QTest::newRow(file) << QString(file);
    }
    void open_rows() {
        const QByteArray data = qgetenv("ROOFRACK_DATA");
        if (data.isEmpty()) QSKIP("ROOFRACK_DATA is not set: the published runs are not at hand");
        QFETCH(QString, file);
        int rows = 0;
        QCOMPARE(unequal(data.toStdString() + "/validation/" + file.toStdString() + ".csv", rows), 0);
        QVERIFY(rows > 50);
        qInfo("%d rows", rows);
    }

    void keeps_what_was_published() {
        const auto runs = read_csv(own_runs);
        QVERIFY(runs.has_value());
        const auto project = published_project(*runs, "nar21-t1-1.7B", catalog(), factors());
        QVERIFY2(project.has_value(), project ? "" : project.error().text().c_str());
        const Element* note = project->scenarios.front().cluster.find("published");
        QVERIFY(note);
        QVERIFY(note->text.find("3.528") != std::string::npos);
        QVERIFY(note->text.find("arXiv 2104.04473") != std::string::npos);
        QVERIFY(note->text.find("network = fat tree") != std::string::npos);
        QCOMPARE(project->scenarios.front().plan.software, std::string("Megatron-LM 2021"));
    }

    void says_why_not() {
        const auto runs = read_csv(own_runs);
        const auto unknown = published_project(*runs, "nar21-t1-1.8B", catalog(), factors());
        QVERIFY(!unknown && unknown.error().fix.find("nar21-t1-1.7B") != std::string::npos);
        Table broken{runs->header, {runs->rows[0]}, {1}};
        broken.rows[0][broken.column("gpu")] = "Cerebras CS-2";
        const auto skipped = published_project(broken, "nar21-t1-1.7B", catalog(), factors());
        QVERIFY(!skipped && skipped.error().what.find("Cerebras") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestPublishedProject)
#include "test_published_project.moc"
