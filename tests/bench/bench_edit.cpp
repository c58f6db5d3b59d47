// SPDX-License-Identifier: GPL-3.0-or-later
// What an edit of a drawing of 1,400 separate racks costs, beside the same cluster drawn with counts: from
// the document to new numbers on the lane of the window, and in the window itself, where nothing may hold the
// hand up.
#include "app/gui/flows/file_flow.h"
#include "app/gui/flows/session.h"
#include "app/gui/window/main_window.h"
#include "core/answers/scale_answers.h"
#include "core/drawing/project/project_file.h"
#include "tests/bench/bench_in_window.h"
#include "tests/support/large_drawing.h"
#include "tests/support/set_count.h"
#include "widgets/editor/answers_lane.h"
#include "widgets/editor/commands/set_elements.h"
#include "widgets/editor/commands/set_links.h"
#include "widgets/editor/document.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QTemporaryDir>

#include <algorithm>
#include <benchmark/benchmark.h>
#include <cstdlib>

using namespace roofrack;
using namespace roofrack::test;

namespace {

Project project_of(bool separate) { return large_project(separate ? separate_racks() : multiplied_racks()); }

enum class Edit { rack_limit, server_count, cable_health };

/// Another value at every turn, on what is drawn in the middle.
void perform(Document& document, Edit edit, int turn) {
    const Cluster& cluster = document.cluster();
    const auto middle = [&](ElementKind kind) {
        std::vector<const Element*> of_kind;
        for (const Element& element : cluster.elements)
            if (element.kind == kind) of_kind.push_back(&element);
        return *of_kind[of_kind.size() / 2];
    };
    document.end_gesture();
    switch (edit) {
    case Edit::rack_limit: {
        Element rack = middle(ElementKind::rack);
        rack.power_limit = Watts(30e3 + 10 * (turn % 100));
        document.perform<SetElements>(rack, QStringLiteral("power limit"));
        break;
    }
    case Edit::server_count: set_count(document, middle(ElementKind::server).id, 8 + turn % 2); break;
    case Edit::cable_health: {
        Link link = cluster.links[cluster.links.size() / 2];
        link.health = 0.5 + 0.001 * (turn % 100);
        document.perform<SetLinks>(link, QStringLiteral("health"));
        break;
    }
    }
}

/// Document, snapshot, evaluation and sweep on the worker, delivery to this thread.
void edit_to_numbers(benchmark::State& state, bool separate, Edit edit) {
    const Catalog& catalog = Catalog::built_in();
    Document document(catalog);
    document.set_project(project_of(separate));
    AnswersLane lane(catalog);
    QEventLoop loop;
    QObject::connect(&document, &Document::changed, &loop,
                     [&] { lane.request({.scenario = document.snapshot()}, {ask_for<ScaleOfGiven>}); });
    QObject::connect(&lane, &AnswersLane::evaluated, &loop, [&] {
        if (!lane.is_busy()) loop.quit();
    });
    int turn = 0;
    for (auto _ : state) {
        perform(document, edit, ++turn);
        if (lane.is_busy()) loop.exec();
    }
}
BENCHMARK_CAPTURE(edit_to_numbers, separate_rack_limit, true, Edit::rack_limit)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(edit_to_numbers, separate_server_count, true, Edit::server_count)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(edit_to_numbers, separate_cable_health, true, Edit::cable_health)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(edit_to_numbers, multiplied_rack_limit, false, Edit::rack_limit)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(edit_to_numbers, multiplied_cable_health, false, Edit::cable_health)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

/// A window of 1600 × 1000 px on the project, as opened from its file.
struct Window {
    explicit Window(bool separate)
        : session(folder.filePath(QStringLiteral("settings.ini")))
        , window(Catalog::built_in(), session)
        , path(folder.filePath(QStringLiteral("drawing.roofrack.json")).toStdString()) {
        if (!write_project(project_of(separate), path, Catalog::built_in())) std::abort();
        QObject::connect(&window, &MainWindow::settled, &window, [this] { settled = true; });
        window.resize(1600, 1000);
        window.show();
    }
    /// Handles events until the newest numbers are on the screen; the longest that one of them took, ms.
    double settle() {
        double longest = 0;
        while (!settled) {
            QElapsedTimer timer;
            timer.start();
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
            longest = std::max(longest, static_cast<double>(timer.nsecsElapsed()) / 1e6);
        }
        return longest;
    }
    QTemporaryDir folder;
    Session session;
    MainWindow window;
    std::filesystem::path path;
    bool settled = false;
};

/// The file is read, drawn, evaluated and painted.
void open_in_window(benchmark::State& state, bool separate) {
    Window opened(separate);
    for (auto _ : state) {
        opened.settled = false;
        if (!opened.window.files().open(opened.path)) return state.SkipWithError("not opened");
        opened.settle();
    }
}
BENCHMARK_CAPTURE(open_in_window, separate_racks, true)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(open_in_window, multiplied, false)->Unit(benchmark::kMillisecond)->UseRealTime();

/// `edit_ms`: until perform() comes back, which is what holds up the hand; the rest is waiting for the
/// worker, showing its numbers and painting.
void edit_in_window(benchmark::State& state, bool separate, Edit edit) {
    Window opened(separate);
    if (!opened.window.files().open(opened.path)) return state.SkipWithError("not opened");
    opened.settle();
    double editing = 0;
    int turn = 0;
    for (auto _ : state) {
        opened.settled = false;
        QElapsedTimer timer;
        timer.start();
        perform(opened.window.document(), edit, ++turn);
        editing += static_cast<double>(timer.nsecsElapsed()) / 1e6;
        opened.settle();
    }
    state.counters["edit_ms"] = benchmark::Counter(editing, benchmark::Counter::kAvgIterations);
    opened.window.document().undo_stack().setClean(); // closing asks for nothing
}
BENCHMARK_CAPTURE(edit_in_window, separate_rack_limit, true, Edit::rack_limit)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(edit_in_window, separate_cable_health, true, Edit::cable_health)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(edit_in_window, multiplied_rack_limit, false, Edit::rack_limit)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

} // namespace

int main(int argc, char** argv) {
    return roofrack::test::run_benchmarks(argc, argv, [] {});
}
