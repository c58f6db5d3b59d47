// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/measure/runs.h"
#include "tests/validation/validate_runs.h"
#include "validation/audit.h"
#include "validation/sweeps/audit_collectives.h"
#include "validation/validate.h"
#include "validation/validation_run.h"

#include <QTest>
#include <algorithm>
#include <cmath>
#include <set>

using namespace roofrack;

namespace {

std::string title(const AuditedConstant& c) { return c.of + " " + c.name + " " + c.key; }

/// What informs each factor, by turning it: key → (series, rows).
std::map<std::string, const InformedConstant*> by_title(const std::vector<InformedConstant>& informed) {
    std::map<std::string, const InformedConstant*> out;
    for (const InformedConstant& c : informed) out[c.of + " " + c.name + " " + c.key] = &c;
    return out;
}

} // namespace

/// Lists every fitted constant of the product and holds it against the rules: few, named, inside its range,
/// informed by more than one series or with a band that says so.
class TestParameterAudit : public QObject {
    Q_OBJECT
private:
    std::vector<AuditedConstant> m_constants;
private Q_SLOTS:

    void initTestCase() {
        const auto constants = audit_constants();
        QVERIFY2(constants.has_value(), constants ? "" : constants.error().text().c_str());
        m_constants = *constants;
        QVERIFY(m_constants.size() > 20);
        for (const AuditedConstant& c : m_constants)
            qInfo("%-50s %10.4g %-9s [%.4g, %.4g]  %d rows, %d series%s%s  %s", title(c).c_str(), c.value,
                  c.unit.c_str(), c.low, c.high, c.rows, c.series, c.only_series.empty() ? "" : ": ",
                  c.only_series.c_str(), c.meaning.c_str());
    }

    void few_constants() {
        std::set<std::string> titles;
        for (const AuditedConstant& c : m_constants) titles.insert(title(c));
        QCOMPARE(titles.size(), m_constants.size()); // none twice
        const auto vendors = static_cast<size_t>(std::ranges::count_if(
            m_constants, [](const AuditedConstant& c) { return c.file == vendor_priors_file; }));
        QVERIFY2(m_constants.size() - vendors <= 80, std::to_string(m_constants.size()).c_str());
        QVERIFY2(vendors <= 40, std::to_string(vendors).c_str());
    }

    void each_has_unit_range_and_meaning() {
        for (const AuditedConstant& c : m_constants) {
            const std::string name = title(c);
            QVERIFY2(!c.unit.empty(), (name + " has no unit").c_str());
            QVERIFY2(c.meaning.size() > 15, (name + " has no meaning").c_str());
            QVERIFY2(c.low < c.high, (name + " has no range").c_str());
            QVERIFY2(c.prior >= c.low && c.prior <= c.high, (name + ": prior outside the range").c_str());
            const double slack = 0.006 * (c.high - c.low); // the files hold three digits
            QVERIFY2(c.value >= c.low - slack && c.value <= c.high + slack,
                     (name + ": value outside the range").c_str());
        }
    }

    void no_constant_is_of_a_run_or_a_source() {
        // Constants belong to generations, software families, link classes, library variants …
        const auto table = read_csv(ROOFRACK_SOURCE_DIR "/tests/data/published_runs.csv");
        QVERIFY(table.has_value());
        for (size_t i = 0; i < table->rows.size(); ++i)
            for (const char* column : {"id", "series", "source"})
                for (const AuditedConstant& c : m_constants)
                    QVERIFY2(c.name != RunRow(*table, i).text(column), title(c).c_str());
    }

    void one_series_alone_widens_the_band() {
        for (const AuditedConstant& c : m_constants)
            if (c.series == 1)
                QVERIFY2(c.sigma > 0 && !c.only_series.empty(),
                         (title(c) + ": informed by one series, and its band does not say so").c_str());
    }

    void the_list_is_true() {
        const QByteArray data = qgetenv("ROOFRACK_DATA");
        if (data.isEmpty()) QSKIP("ROOFRACK_DATA is not set: the published runs are not at hand");
        // The files that the program carries, from which it derives the list.
        const auto table = read_runs(test::carried_tables(data));
        QVERIFY(table.has_value());
        std::vector<FitRun> runs;
        for (size_t i = 0; i < table->rows.size(); ++i)
            if (const auto run =
                    validation_run(RunRow(*table, i), Catalog::built_in(), CostParameters::built_in()))
                runs.push_back(run->run);
        const auto informed = inform_constants(runs, every_factor(), CostParameters::built_in());
        const auto now = by_title(informed);
        int stale = 0;
        for (const AuditedConstant& c : m_constants) {
            const auto it = now.find(title(c));
            if (it == now.end()) continue; // fitted on other measurements than training runs
            const auto series = static_cast<int>(it->second->series.size());
            // What matters is whether a band must be wider; a fit may move a run or two in or out.
            if ((series == 1) != (c.series == 1)) {
                ++stale;
                qWarning("%s: %d series inform it, the list says %d", title(c).c_str(), series, c.series);
            }
        }
        const std::filesystem::path folder = data.toStdString() + "/validation";
        const std::vector<std::filesystem::path> of_sweeps{folder / "collectives.csv",
                                                           folder / "more_collectives.csv"};
        const auto sweeps = read_runs(of_sweeps);
        QVERIFY(sweeps.has_value());
        std::vector<CollectiveRow> rows;
        for (size_t i = 0; i < sweeps->rows.size(); ++i)
            if (auto row = collective_row(RunRow(*sweeps, i), Catalog::built_in())) rows.push_back(*row);
        const auto collectives =
            inform_collectives(rows, CollectivePriors::built_in(), CollectiveConstants::built_in());
        for (const auto& [name, constant] : by_title(collectives))
            for (const AuditedConstant& c : m_constants)
                if (title(c) == name && (constant->series.size() == 1) != (c.series == 1)) {
                    ++stale;
                    qWarning("%s: %zu sources inform it, the list says %d", name.c_str(),
                             constant->series.size(), c.series);
                }
        QVERIFY2(stale == 0,
                 "write resources/cost/uncertainty.json anew: validate … --write-spreads … --collectives …");
    }
};

QTEST_APPLESS_MAIN(TestParameterAudit)
#include "test_parameter_audit.moc"
