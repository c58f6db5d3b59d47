// SPDX-License-Identifier: GPL-3.0-or-later
// What moved since figures were kept, and by what.
#include "core/answers/figure_index.h"
#include "core/answers/moved/moved_figures.h"
#include "core/base/constants/changed_defaults.h"
#include "core/drawing/project/project_file.h"
#include "tests/support/cli.h"
#include "tests/support/sample.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace roofrack;

namespace {

const Catalog& built_in() { return Catalog::built_in(); }

Project project_of(const char* sample) {
    Project out;
    out.scenarios = {test::sample(sample)};
    return out;
}

/// The project as `catalog` reads it, with its figures kept under that.
Project kept_under(const Project& project, const Catalog& catalog) {
    auto read = parse_project(project_text(project, built_in()), catalog);
    if (!read) qFatal("%s", read.error().text().c_str());
    Project out = project;
    out.kept = figures_to_keep(read->project, catalog, {}, "0.0.9");
    return out;
}

const MovedFigure& figure(const MovedFigures& moved, const char* name) {
    const auto found = std::ranges::find(moved.figures, name, &MovedFigure::figure);
    if (found == moved.figures.end()) qFatal("no %s", name);
    return *found;
}

} // namespace

class TestMovedFigures : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void nothing_moves_by_itself() {
        Project project = project_of("dgx-h100-su");
        QVERIFY(!moved_figures(project, built_in(), {}));
        project.kept = figures_to_keep(project, built_in(), {}, "0.1.0");
        QVERIFY(project.kept.figures.size() > 15 && project.kept.constants.size() > 300);
        const auto moved = moved_figures(project, built_in(), {});
        QVERIFY(moved);
        QCOMPARE(moved->moved, size_t(0));
        QVERIFY(moved->constants.empty());
    }

    /// The hall was lit by half: power at the meter moves, by that constant alone.
    void a_constant_is_named_with_what_it_does() {
        const double lighting = built_in().defaults().figure("plant.lighting")->value;
        const double restart = built_in().defaults().figure("failures.restart")->value;
        auto lower = defaults_with({{"plant.lighting", lighting / 2}, {"failures.restart", restart / 2}});
        QVERIFY(lower);
        const Project plain = project_of("dgx-h100-su");
        const Project project = kept_under(plain, built_in().with(std::move(*lower)));
        const auto moved = moved_figures(project, built_in(), {});
        QVERIFY(moved && moved->moved > 0);
        QCOMPARE(moved->constants.size(), size_t(2));
        QCOMPARE(moved->program, std::string("0.0.9"));
        const MovedFigure& power = figure(*moved, "power.metered_w");
        QVERIFY(power.has_moved);
        QCOMPARE(moved->constants[power.effects.front().constant].id, std::string("plant.lighting"));
        QVERIFY(std::abs(*power.by_rest) <= 1e-9 * std::abs(*power.now));
        QVERIFY(std::abs(*power.by_constants + *power.by_rest - (*power.now - power.was)) <=
                1e-12 * *power.now);
    }

    void a_value_of_a_part_is_named() {
        const Catalog before = *built_in().with("h100-sxm5", "hbm_rate", 3.0e12);
        const Project project = kept_under(project_of("dgx-h100-su"), before);
        const auto moved = moved_figures(project, built_in(), {});
        QVERIFY(moved);
        QCOMPARE(moved->constants.size(), size_t(1));
        QCOMPARE(moved->constants.front().id, std::string("h100-sxm5/hbm_rate"));
        const MovedFigure& step = figure(*moved, "step.step_time_s");
        QVERIFY(step.has_moved && *step.now < step.was);
        QCOMPARE(step.effects.size(), size_t(1));
        QVERIFY(std::abs(step.effects.front().change - (*step.now - step.was)) <= 1e-9 * step.was);
        QVERIFY(std::abs(*step.by_rest) <= 1e-9 * step.was);
    }

    /// What was changed in the project is by no constant; what is gone says so.
    void changes_of_the_project_are_the_rest() {
        Project project = project_of("dgx-h100-su");
        project.kept = figures_to_keep(project, built_in(), {}, "0.1.0");
        project.kept.figures.push_back({"gone", "step.step_time_s", 1, {}});
        project.kept.constants.push_back({"no.such_constant", 1, {}});
        project.scenarios.front().plan.recompute = Recompute::full;
        const auto moved = moved_figures(project, built_in(), {});
        QVERIFY(moved);
        const MovedFigure& step = figure(*moved, "step.step_time_s");
        QVERIFY(step.has_moved && step.effects.empty());
        QCOMPARE(*step.by_constants, 0.0);
        QVERIFY(std::abs(*step.by_rest - (*step.now - step.was)) <= 1e-12);
        const MovedFigure& gone = moved->figures.back();
        QVERIFY(gone.has_moved && !gone.now && !gone.absent.empty() && !gone.by_rest);
        QVERIFY(!gone.row); // not that of the figure before it
        QCOMPARE(moved->constants.size(), size_t(1));
        QVERIFY(!moved->constants.front().now);
    }

    void constants_are_set_by_their_paths() {
        for (const auto& [path, constant] : built_in().defaults().figures) {
            const auto same = defaults_with({{path, constant.value}});
            QVERIFY2(same, path.c_str());
            QVERIFY2(std::abs(same->figure(path)->value - constant.value) <= 1e-12 * std::abs(constant.value),
                     path.c_str());
        }
        for (const char* wrong : {"", "failures", "failures.restart.0", "failures.none", "..", "a.b.c"})
            QVERIFY2(!defaults_with({{wrong, 1}}), wrong);
        QVERIFY(!built_in().with("no-such-part", "hbm_rate", 1));
        QVERIFY(!built_in().with("h100-sxm5", "no_such_value", 1));
    }

    void the_command_keeps_and_tells() {
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("kept.roofrack.json"));
        const QString sample =
            QStringLiteral(ROOFRACK_SOURCE_DIR "/samples/decisions/owned-h100.roofrack.json");
        QCOMPARE(test::run_cli({QStringLiteral("moved"), sample}).exit_code, 3);
        QCOMPARE(test::run_cli({QStringLiteral("moved"), sample, QStringLiteral("--keep")}).exit_code, 2);
        const auto kept = test::run_cli(
            {QStringLiteral("moved"), sample, QStringLiteral("--keep"), QStringLiteral("-o"), file});
        QVERIFY2(kept.exit_code == 0, kept.err.constData());
        QCOMPARE(test::run_cli({QStringLiteral("moved"), file}).exit_code, 0);
        auto read = read_project(file.toStdString(), built_in());
        QVERIFY(read);
        read->project.scenarios.front().workload.global_batch *= 2;
        QVERIFY(write_project(read->project, file.toStdString(), built_in()));
        const auto moved = test::run_cli({QStringLiteral("moved"), file});
        QCOMPARE(moved.exit_code, 1);
        QVERIFY2(moved.out.contains("kept figures have moved since version"), moved.out.constData());
    }
};

QTEST_GUILESS_MAIN(TestMovedFigures)
#include "test_moved_figures.moc"
