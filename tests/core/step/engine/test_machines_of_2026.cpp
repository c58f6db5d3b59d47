// SPDX-License-Identifier: GPL-3.0-or-later
// Every server of the catalogue can be drawn by a template and asked for its step; where its maker says too
// little, the answer names what is missing. Announced figures widen the band, and say so.
#include "core/base/catalog/catalog.h"
#include "core/drawing/templates/templates.h"
#include "core/step/cost/bands/announced.h"
#include "core/step/engine/evaluate.h"

#include <QFile>
#include <QTest>
#include <cmath>
#include <fmt/format.h>

using namespace roofrack;

namespace {

struct Drawn {
    const char* name;
    TemplateSettings settings;
};

/// The template that draws such servers, and so many of them.
Drawn drawing_of(const Part& server) {
    const Part* chip = Catalog::built_in().part(PartKind::accelerator, server.text_or("accelerator", ""));
    const double gpus = server.value_or("gpus", 1);
    if (chip->text_or("scale_up", "") == "ici") return {"torus", {{"server", server.id}, {"dims", "4x4x4"}}};
    if (server.text_or("network", "") == "slingshot")
        return {"dragonfly", {{"server", server.id}, {"servers", "64"}}};
    if (gpus >= 32) return {"nvl72-pods", {{"server", server.id}, {"racks", "4"}, {"racks_per_pod", "4"}}};
    if (gpus == 1) return {"workstation", {{"server", server.id}}};
    return {"fat-tree", {{"server", server.id}, {"servers", "8"}}};
}

const Part* chip_of(const Part& server) {
    return Catalog::built_in().part(PartKind::accelerator, server.text_or("accelerator", ""));
}

double band_of(const Catalog& catalog, const Scenario& scenario) {
    const Evaluation e = evaluate_or_explain(scenario, catalog);
    return e.step_time_high / e.step_time;
}

} // namespace

class TestMachinesOf2026 : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void a_template_draws_it_data() {
        QTest::addColumn<QString>("id");
        for (const Part& part : Catalog::built_in().parts())
            if (part.kind == PartKind::server && part.value_or("gpus", 0) >= 1)
                QTest::newRow(part.id.c_str()) << QString::fromStdString(part.id);
    }
    void a_template_draws_it() {
        QFETCH(QString, id);
        const Catalog& catalog = Catalog::built_in();
        const Part& server = *catalog.part(PartKind::server, id.toStdString());
        const Drawn drawn = drawing_of(server);
        const auto project = make_template(drawn.name, drawn.settings, catalog);
        QVERIFY2(project, project ? "" : project.error().text().c_str());
        const Scenario& scenario = project->scenarios.front();
        const Evaluation e = evaluate_or_explain(scenario, catalog);
        const bool is_known = chip_of(server)->value("dense_bf16").has_value();
        if (is_known) {
            QVERIFY2(e.feasible || !e.findings.empty(), qPrintable(id));
            if (e.feasible) QVERIFY2(e.step_time.si() > 0 && std::isfinite(e.step_time.si()), qPrintable(id));
            return;
        }
        // Nobody says how fast it is in 16 bits: no step is made up.
        QVERIFY(!e.feasible);
        QVERIFY(std::ranges::any_of(e.findings, [](const Finding& finding) {
            return (finding.message + finding.why + finding.mitigation).find("dense_bf16") !=
                   std::string::npos;
        }));
    }

    // The machines that the guide's page lists.
    void the_guides_machines_are_drawn_data() {
        QTest::addColumn<QString>("command");
        QFile page(QStringLiteral(ROOFRACK_SOURCE_DIR "/docs/guide/templates.md"));
        QVERIFY(page.open(QIODevice::ReadOnly));
        for (const QString& line : QString::fromUtf8(page.readAll()).split(u'\n')) {
            if (!line.startsWith(QStringLiteral("| "))) continue;
            const QString command = line.section(u'`', 1, 1);
            if (command.startsWith(QStringLiteral("roofrack-cli new ")))
                QTest::newRow(qPrintable(line.section(u'|', 1, 1).trimmed())) << command;
        }
    }
    void the_guides_machines_are_drawn() {
        QFETCH(QString, command);
        TemplateSettings settings;
        for (const QString& setting : command.split(QStringLiteral(" --set ")).mid(1))
            settings[setting.section(u'=', 0, 0).toStdString()] = setting.section(u'=', 1).toStdString();
        const QString name = command.section(u' ', 2, 2);
        const auto project = make_template(name.toStdString(), settings, Catalog::built_in());
        QVERIFY2(project, project ? "" : project.error().text().c_str());
        QVERIFY(!project->scenarios.front().cluster.elements.empty());
        QVERIFY(Catalog::built_in().part(PartKind::server, settings["server"]));
    }

    void announced_figures_widen_the_band() {
        const auto project =
            make_template("nvl72-pods", {{"server", "helios-72"}, {"racks", "4"}, {"racks_per_pod", "4"}},
                          Catalog::built_in());
        QVERIFY(project);
        const Scenario& scenario = project->scenarios.front();
        const Evaluation e = evaluate_or_explain(scenario, Catalog::built_in());
        QVERIFY2(e.feasible, e.findings.empty() ? "" : e.findings.front().message.c_str());
        double others = 0, announced = 0;
        bool names_arithmetic = false;
        for (const SpreadTerm& term : e.band) {
            const bool is_announced = term.cause.find("is announced, not measured") != std::string::npos;
            (is_announced ? announced : others) += term.sigma * term.sigma;
            names_arithmetic |= is_announced && term.cause.starts_with("BF16/FP16 dense of MI455X");
            QCOMPARE(term.source.empty(), !is_announced);
        }
        QVERIFY(announced > 0);
        QVERIFY(names_arithmetic);
        const double quantile = Uncertainty::built_in().quantile;
        const double wide = std::log(band_of(Catalog::built_in(), scenario));
        QVERIFY(std::abs(wide - quantile * std::sqrt(others + announced)) < 1e-9);
        QVERIFY(wide > quantile * std::sqrt(others) * 1.01);
    }

    /// A GPU without FP4 computes such a plan at its rate of FP8: whether that is announced counts then.
    void the_rate_that_is_computed_with_is_asked() {
        Part gpu = *Catalog::built_in().part(PartKind::accelerator, "b200-sxm");
        gpu.figures.erase("dense_fp4");
        gpu.figures.erase("dense_int8");
        for (auto& [key, figure] : gpu.figures)
            figure.status = key == "dense_fp8" ? Status::announced : Status::confirmed;
        Plan plan;
        plan.precision = Precision::nvfp4;
        const auto found = announced_figures(gpu, plan, {}, 0.05);
        QCOMPARE(found.size(), size_t(1));
        QVERIFY2(found.front().name.starts_with("FP8 dense"), found.front().name.c_str());
        plan.precision = Precision::bf16;
        QVERIFY(announced_figures(gpu, plan, {}, 0.05).empty());
    }

    void measured_figures_do_not() {
        const auto project = make_template("rail-optimised", {{"server", "dgx-h100"}}, Catalog::built_in());
        QVERIFY(project);
        for (const SpreadTerm& term :
             evaluate_or_explain(project->scenarios.front(), Catalog::built_in()).band)
            QVERIFY2(term.cause.find("announced") == std::string::npos, term.cause.c_str());
    }
};

QTEST_APPLESS_MAIN(TestMachinesOf2026)
#include "test_machines_of_2026.moc"
