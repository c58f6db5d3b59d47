// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/measured_step.h"

#include "core/answers/step_answers.h"
#include "core/measured/runs/mean_step.h"
#include "core/measured/runs/run_summary.h"
#include "core/measured/runs/separate_runs.h"
#include "core/measured/trace/logs/measured_file.h"
#include "widgets/charts/chart.h"
#include "widgets/charts/chart_text.h"
#include "widgets/charts/plot/chart_canvas.h"

#include <algorithm>
#include <utility>

namespace roofrack {

namespace {

/// What the timers tell of a step, in the order of a predicted step's parts; empty where that does not add
/// up.
std::vector<TimedShare> timed_parts(const StepTimers& timers) {
    constexpr double rounding = 1.005; // logs print hundredths of a millisecond, and steps apart from timers
    if (tells_slowest(timers.ranks)) return {};
    auto shares = timed_shares(timers);
    if (!shares) return {};
    std::vector<TimedShare>& parts = shares->parts;
    double sum = 0;
    for (const TimedShare& share : parts) sum += share.seconds;
    const bool any_part = std::ranges::any_of(
        parts, [](const TimedShare& share) { return step_part_of(share.work).has_value(); });
    if (!any_part || sum > rounding * shares->step_s) return {};
    std::ranges::sort(parts, {}, [](const TimedShare& share) {
        const auto part = step_part_of(share.work);
        return std::pair(part ? static_cast<size_t>(*part) : step_part_count, share.work);
    });
    return std::move(parts);
}

/// By the first log that tells how long a step took.
std::optional<MeasuredStep> logged_step(const TraceResult& trace) {
    for (const MeasuredFile& file : trace.files) {
        if (!file.median_step_s || *file.median_step_s <= 0) continue;
        MeasuredStep out;
        out.origin = qt(summary_of(file));
        if (file.timers) out.timed = timed_parts(*file.timers);
        if (out.timed.empty())
            out.whole = *file.median_step_s;
        else
            out.origin +=
                (file.timers->ranks == TimedRanks::all
                     ? Chart::tr("; mean of all ranks over %1, by their timers")
                     : Chart::tr("; mean over %1, by the timers of one rank"))
                    .arg(counted(qsizetype(file.timers->steps), Chart::tr("1 step"), Chart::tr("%1 steps")));
        return out;
    }
    return std::nullopt;
}

/// Half-way to the ground: what is a part of the same kind.
QColor shade_of(const QColor& colour, const Theme& theme) {
    const QColor& ground = theme.panel;
    return QColor::fromRgb((colour.red() + ground.red()) / 2, (colour.green() + ground.green()) / 2,
                           (colour.blue() + ground.blue()) / 2);
}

QString note_on(LoggedWork work) {
    if (work == LoggedWork::forward || work == LoggedWork::backward)
        return Chart::tr("with the communication within layers, and the time in which the GPU waits");
    if (work == LoggedWork::pipeline) return Chart::tr("the bubble, and the transfers between stages");
    return {};
}

} // namespace

std::optional<StepPart> step_part_of(LoggedWork work) {
    switch (work) {
    case LoggedWork::forward:
    case LoggedWork::backward: return StepPart::compute;
    case LoggedWork::pipeline: return StepPart::pipeline_bubble;
    case LoggedWork::gradients:
    case LoggedWork::parameters: return StepPart::data_comm;
    case LoggedWork::optimizer: return StepPart::optimizer;
    case LoggedWork::input: return StepPart::input;
    case LoggedWork::setup:
    case LoggedWork::training:
    case LoggedWork::evaluation:
    case LoggedWork::checkpoint:
    case LoggedWork::forward_backward:
    case LoggedWork::lost:
    case LoggedWork::rest: break;
    }
    return std::nullopt;
}

double MeasuredStep::total() const {
    double out = whole + compute + exposed_comm + exposed_memory + idle;
    for (const TimedShare& share : timed) out += share.seconds;
    return out;
}

std::vector<MeasuredStep::Piece> MeasuredStep::pieces() const {
    if (!timed.empty()) {
        std::vector<Piece> out;
        for (const auto& [work, seconds] : timed)
            out.push_back({name_of(work),
                           work == LoggedWork::rest ? Chart::tr("not told") : qt(label_of(work)),
                           step_part_of(work), seconds, note_on(work)});
        return out;
    }
    if (whole > 0) return {{"whole step", Chart::tr("whole step"), std::nullopt, whole}};
    return {{"compute", Chart::tr("compute"), StepPart::compute, compute},
            {"exposed copies", Chart::tr("exposed copies"), StepPart::memory, exposed_memory},
            {"exposed communication", Chart::tr("exposed communication"), StepPart::data_comm, exposed_comm},
            {"idle", Chart::tr("idle"), StepPart::pipeline_bubble, idle}};
}

std::optional<MeasuredStep> measured_step(const TraceResult& trace) {
    const auto mean = mean_step(trace);
    if (!mean) return logged_step(trace);
    if (separate_runs(trace).size() > 1) return std::nullopt;
    MeasuredStep out;
    out.compute = mean->parts.compute_s;
    out.exposed_comm = mean->parts.exposed_comm_s;
    out.exposed_memory = mean->parts.exposed_mem_s;
    out.idle = mean->parts.idle_s;
    out.is_recording = !mean->has_steps;
    const bool devices = are_devices(trace);
    const auto ranks = qsizetype(mean->ranks), windows = qsizetype(mean->windows);
    out.origin = Chart::tr("mean of %1, %2")
                     .arg(devices ? counted(ranks, Chart::tr("1 device"), Chart::tr("%1 devices"))
                                  : counted(ranks, Chart::tr("1 rank"), Chart::tr("%1 ranks")),
                          mean->has_steps ? counted(windows, Chart::tr("1 step"), Chart::tr("%1 steps"))
                                          : counted(windows, Chart::tr("1 window"), Chart::tr("%1 windows")));
    return out;
}

QColor piece_colour(const MeasuredStep::Piece& piece, const Theme& theme) {
    if (!piece.part) return theme.disabled;
    return piece.key == name_of(LoggedWork::backward) ? shade_of(theme.part(*piece.part), theme)
                                                      : theme.part(*piece.part);
}

std::optional<QColor> timed_colour(LoggedWork work, const Theme& theme) {
    const auto part = step_part_of(work);
    if (!part) return std::nullopt;
    return piece_colour({name_of(work), {}, part}, theme);
}

void draw_measured(ChartCanvas& canvas, const MeasuredStep& measured, double place, double half) {
    double from = 0;
    // Parts alike in colour, as forward and backward, are told apart by a hairline, too.
    const double total = measured.total(), gap = canvas.px(1);
    for (const MeasuredStep::Piece& piece : measured.pieces()) {
        const auto& [key, name, part, seconds, note] = piece;
        const QRectF rect(QPointF(canvas.x(place) - half, canvas.y(from + seconds)),
                          QPointF(canvas.x(place) + half, canvas.y(from)));
        const QColor fill = piece_colour(piece, canvas.theme());
        const bool has_more = from + seconds < total * (1 - 1e-9);
        canvas.box(rect.height() > 3 * gap && has_more ? rect.adjusted(0, gap, 0, 0) : rect, fill);
        QString readout =
            Chart::tr("measured %1\n%2 · %3 of the step\n%4")
                .arg(name, shown(Seconds(seconds)), percent_text(seconds / total), measured.origin);
        if (!note.isEmpty()) readout += u'\n' + note;
        canvas.hit(rect, readout);
        if (rect.height() > canvas.px(16) && canvas.text_size(name).width() < rect.width())
            canvas.label(name, {{rect.center(), Qt::AlignHCenter | Qt::AlignVCenter}},
                         {.colour = canvas.theme().text_on(fill)});
        from += seconds;
    }
    canvas.label(shown(Seconds(from)),
                 {{{canvas.x(place), canvas.y(from) - canvas.px(2)}, Qt::AlignHCenter | Qt::AlignBottom}},
                 {.role = Theme::Role::strong});
}

QString another_job(const ChartData& data) {
    if (!data.trace) return {};
    const auto asked = data.have_now<AsAsked>();
    if (!asked) return {};
    const Fabric& fabric = asked->prepared.fabric();
    DrawnJob drawn = data.job;
    for (const GpuGroup& group : fabric.groups) drawn.accelerators.push_back(group.accelerator);
    drawn.gpus = fabric.gpus;
    return qt(job_mismatch_text(data.told ? *data.told : told_job(*data.trace), drawn));
}

PanelSpec measured_panel(const MeasuredStep& measured, const QString& apart, double headroom) {
    PanelSpec panel;
    panel.heading = !apart.isEmpty()        ? Chart::tr("Another job: not compared")
                    : measured.is_recording ? Chart::tr("Recording: no step is marked")
                                            : Chart::tr("Measured step");
    panel.x = {.scale = AxisSpec::Scale::category, .zoom = false};
    panel.x.categories << Chart::tr("measured");
    panel.x.low = -0.5;
    panel.x.high = 0.5;
    panel.y = {.unit = QStringLiteral("s"), .high = measured.total() * (1 + headroom)};
    panel.draw = [measured](ChartCanvas& canvas) {
        const double slot = canvas.x(1) - canvas.x(0);
        draw_measured(canvas, measured, 0, std::min(slot * 0.36, canvas.px(44)));
    };
    return panel;
}

QString said_of(const PublishedComparison& published) {
    return published.is_own() ? Chart::tr("measured") : Chart::tr("published");
}

QString like_for_like_text(const PublishedComparison& published) {
    return Chart::tr("without checkpoints and failures: %1 %2, predicted %3 (%4 %)")
        .arg(said_of(published), shown(published.run.step), shown(published.productive),
             QStringLiteral("%1").arg(100 * published.error(), 0, 'f', 1));
}

void draw_like_for_like(ChartCanvas& canvas, const PublishedComparison& published, double place,
                        double half) {
    const double x = canvas.x(place), y = canvas.y(published.productive.si()), beyond = canvas.px(8);
    QPen pen(canvas.theme().text, canvas.px(1.5));
    pen.setStyle(Qt::DashLine);
    canvas.rule({x - half - beyond, y}, {x + half, y}, pen);
}

void draw_published(ChartCanvas& canvas, const PublishedComparison& published, double place, double half) {
    const Theme& theme = canvas.theme();
    const double x = canvas.x(place), top = canvas.y(published.run.step.si());
    const QRectF bar(QPointF(x - half, top), QPointF(x + half, canvas.y(0)));
    canvas.box(bar, theme.disabled);
    canvas.hit(bar, Chart::tr("%1 %2, without checkpoints and failures\npredicted %3 "
                              "(%4 %), 80 % band %5 to %6\n%7")
                        .arg(said_of(published), shown(published.run.step), shown(published.productive))
                        .arg(100 * published.error(), 0, 'f', 1)
                        .arg(shown(published.low), shown(published.high), qt(published.run.source)));
    canvas.label(shown(published.run.step), {{{x, top - canvas.px(2)}, Qt::AlignHCenter | Qt::AlignBottom}},
                 {.role = Theme::Role::strong});
}

} // namespace roofrack
