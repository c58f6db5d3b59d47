// SPDX-License-Identifier: GPL-3.0-or-later
// What a hand on a drawing of 1,400 separate racks feels: to open it, and the frames of panning, zooming and
// dragging, each painted whole on 1600 × 1000 px. QT_SCALE_FACTOR=2 gives the figures of a sharp screen.
#include "core/base/catalog/catalog.h"
#include "core/step/engine/evaluate.h"
#include "tests/bench/bench_in_window.h"
#include "tests/support/large_drawing.h"
#include "widgets/canvas/paint/paint_drawing.h"
#include "widgets/canvas/view/canvas.h"
#include "widgets/editor/document.h"

#include <QApplication>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>
#include <benchmark/benchmark.h>
#include <chrono>
#include <cmath>
#include <cstdlib>

using namespace roofrack;
using namespace roofrack::test;

namespace {

using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point start) {
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

const Project& project() {
    static const Project made = large_project(separate_racks());
    return made;
}

/// A shown canvas with the large drawing, its bottleneck overlay and labels.
struct Bench {
    Bench()
        : document(Catalog::built_in()) {
        document.set_project(project());
        canvas = std::make_unique<Canvas>(document);
        canvas->resize(1600, 1000);
        canvas->show();
        static const auto evaluation = std::make_shared<const Evaluation>(
            evaluate_or_explain(project().scenarios.front(), Catalog::built_in()));
        canvas->shown().set_evaluation(evaluation);
        canvas->camera().fit();
        frame();
    }
    void frame() {
        canvas->viewport()->repaint();
        QCoreApplication::processEvents();
    }
    void look_at(double zoom) {
        canvas->camera().set_zoom(zoom, {});
        canvas->centerOn(canvas->drawing().bounds().center());
        frame();
    }
    Document document;
    std::unique_ptr<Canvas> canvas;
};

/// Times of single frames: the median says how fluent it is, the worst whether it stutters.
struct Frames {
    std::vector<double> times;
    template<typename Act>
    void add(Act&& act) {
        const auto start = Clock::now();
        act();
        times.push_back(milliseconds_since(start));
    }
    void report(benchmark::State& state) {
        std::sort(times.begin(), times.end());
        state.counters["median_ms"] = times[times.size() / 2];
        state.counters["p95_ms"] = times[times.size() * 95 / 100];
        state.counters["worst_ms"] = times.back();
        state.counters["median_fps"] = 1000 / times[times.size() / 2];
        state.counters["ratio"] = qApp->devicePixelRatio();
    }
};

void pan(benchmark::State& state, double zoom) {
    Bench bench;
    if (zoom > 0) bench.look_at(zoom);
    Frames frames;
    int step = 0;
    for (auto _ : state)
        frames.add([&] {
            const double way = 14 * std::sin(0.02 * ++step); // there and back, some screens far
            bench.canvas->pan_by({way, way / 2});
            bench.frame();
        });
    frames.report(state);
}
BENCHMARK_CAPTURE(pan, fitted, 0)->Unit(benchmark::kMillisecond)->Iterations(400);
BENCHMARK_CAPTURE(pan, middle, 0.3)->Unit(benchmark::kMillisecond)->Iterations(400);
BENCHMARK_CAPTURE(pan, near, 1)->Unit(benchmark::kMillisecond)->Iterations(400);

/// The wheel turned in and out between two zooms. While it turns a frame may be the last one scaled; `settle`
/// is what comes when it rests.
void zoom(benchmark::State& state, double from, double to) {
    Bench bench;
    bench.look_at(from);
    Frames frames;
    bool in = true;
    for (auto _ : state)
        frames.add([&] {
            const QPointF at(700, 420);
            QWheelEvent wheel(at, bench.canvas->viewport()->mapToGlobal(at), {}, {0, in ? 40 : -40},
                              Qt::NoButton, {}, Qt::NoScrollPhase, false);
            QCoreApplication::sendEvent(bench.canvas->viewport(), &wheel);
            if (bench.canvas->zoom() > to) in = false;
            if (bench.canvas->zoom() < from) in = true;
            bench.frame();
        });
    frames.report(state);
}
BENCHMARK_CAPTURE(zoom, far, 0.06, 0.21)->Unit(benchmark::kMillisecond)->Iterations(120);
BENCHMARK_CAPTURE(zoom, middle, 0.21, 0.5)->Unit(benchmark::kMillisecond)->Iterations(120);
BENCHMARK_CAPTURE(zoom, near, 0.5, 2)->Unit(benchmark::kMillisecond)->Iterations(120);

/// The crisp frame at another zoom, painted whole.
void settle(benchmark::State& state, double from, double to) {
    Bench bench;
    bench.look_at(from);
    Frames frames;
    double at = from, factor = 1.03;
    for (auto _ : state) {
        at *= factor;
        if (at > to || at < from) factor = 1 / factor;
        frames.add([&] {
            bench.canvas->camera().set_zoom(at, QPointF(700, 420));
            bench.frame();
        });
    }
    frames.report(state);
}
BENCHMARK_CAPTURE(settle, far, 0.06, 0.21)->Unit(benchmark::kMillisecond)->Iterations(120);
BENCHMARK_CAPTURE(settle, middle, 0.21, 0.5)->Unit(benchmark::kMillisecond)->Iterations(120);
BENCHMARK_CAPTURE(settle, near, 0.5, 2)->Unit(benchmark::kMillisecond)->Iterations(120);

/// Everything painted anew: what a change of the overlay costs.
void repaint(benchmark::State& state, double at) {
    Bench bench;
    if (at > 0) bench.look_at(at);
    Frames frames;
    bool power = false;
    for (auto _ : state)
        frames.add([&] {
            power = !power;
            bench.canvas->shown().set_overlay(power ? Overlay::rack_power : Overlay::chip);
            bench.frame();
        });
    frames.report(state);
}
BENCHMARK_CAPTURE(repaint, fitted, 0)->Unit(benchmark::kMillisecond)->Iterations(40);
BENCHMARK_CAPTURE(repaint, middle, 0.3)->Unit(benchmark::kMillisecond)->Iterations(40);
BENCHMARK_CAPTURE(repaint, near, 1)->Unit(benchmark::kMillisecond)->Iterations(40);

/// A rack under the hand.
void drag(benchmark::State& state, double at) {
    Bench bench;
    if (at > 0) bench.look_at(at);
    const QRectF place = bench.canvas->drawing().find("rack-28-5")->rect;
    Frames frames;
    int step = 0;
    for (auto _ : state)
        frames.add([&] {
            const double way = 40 * std::sin(0.1 * ++step);
            bench.canvas->preview({{"rack-28-5", {place.x() + way, place.y() + way / 2}}});
            bench.frame();
        });
    frames.report(state);
}
BENCHMARK_CAPTURE(drag, fitted, 0)->Unit(benchmark::kMillisecond)->Iterations(60);
BENCHMARK_CAPTURE(drag, near, 1)->Unit(benchmark::kMillisecond)->Iterations(60);

/// The geometry of the drawing, as after each edit.
void make_diagram(benchmark::State& state) {
    const Cluster& cluster = project().scenarios.front().cluster;
    for (auto _ : state) benchmark::DoNotOptimize(Diagram::make(cluster, Catalog::built_in()));
}
BENCHMARK(make_diagram)->Unit(benchmark::kMillisecond);

/// The words of the drawing placed anew, as at each step of a zoom.
void place_words(benchmark::State& state, double zoom) {
    const Diagram drawing = Diagram::make(project().scenarios.front().cluster, Catalog::built_in());
    const PainterStyle style(Theme::light());
    for (auto _ : state) benchmark::DoNotOptimize(DrawingText::make(drawing, {}, style, zoom));
}
BENCHMARK_CAPTURE(place_words, far, 0.09)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(place_words, middle, 0.3)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(place_words, near, 1)->Unit(benchmark::kMillisecond);

/// The raster alone: 1600 × 1000 dots of the middle of the drawing.
void paint_layers(benchmark::State& state, double zoom, bool words) {
    const Diagram drawing = Diagram::make(project().scenarios.front().cluster, Catalog::built_in());
    const PainterStyle style(Theme::light());
    const OverlayStyle overlay_style = OverlayStyle::make(
        project().scenarios.front().cluster, Catalog::built_in(), nullptr, Overlay::none, Theme::light());
    const DrawingText text = words ? DrawingText::make(drawing, overlay_style, style, zoom) : DrawingText();
    QImage image(1600, 1000, QImage::Format_RGB32);
    QRectF exposed(QPointF(), QSizeF(image.size()) / zoom);
    exposed.moveCenter(drawing.bounds().center());
    for (auto _ : state) {
        QPainter painter(&image);
        painter.scale(zoom, zoom);
        painter.translate(-std::round(exposed.x()), -std::round(exposed.y()));
        paint_drawing(painter, drawing, overlay_style, text, style, {zoom, zoom}, exposed);
    }
}
BENCHMARK_CAPTURE(paint_layers, far, 0.09, false)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(paint_layers, far_words, 0.09, true)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(paint_layers, middle, 0.3, false)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(paint_layers, middle_words, 0.3, true)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(paint_layers, near, 1, false)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(paint_layers, near_words, 1, true)->Unit(benchmark::kMillisecond);

/// From the project in memory to the first painted frame.
void open(benchmark::State& state) {
    project();
    for (auto _ : state) Bench bench;
}
BENCHMARK(open)->Unit(benchmark::kMillisecond);

} // namespace

int main(int argc, char** argv) {
    return roofrack::test::run_benchmarks(argc, argv, [] { load_fonts(); });
}
