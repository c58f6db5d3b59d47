// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/step_breakdown_chart.h"

#include "core/answers/measured_answers.h"
#include "core/measured/runs/run_summary.h"
#include "core/measured/runs/separate_runs.h"
#include "core/measured/trace/trace.h"
#include "core/measured/trace/trace_text.h"
#include "core/step/engine/figures/gpu_rates.h"
#include "widgets/charts/chart_text.h"
#include "widgets/charts/measured_step.h"
#include "widgets/charts/plot/chart_canvas.h"
#include "widgets/charts/plot/shared_room.h"
#include "widgets/charts/plot/ticks.h"
#include "widgets/charts/step_rows.h"
#include "widgets/charts/step_strip.h"
#include "widgets/charts/step_words.h"
#include "widgets/fields/text.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace roofrack {

namespace {

constexpr double least_share = 0.005; ///< smaller parts get no name of their own

QString key_of(StepPart part) { return qt(name_of(part)); }
double sum(const StepParts& parts) { return std::accumulate(parts.begin(), parts.end(), 0.0); }

/// Sizes that are the drawn count halved or doubled, once or several times, under the plans of the predicted
/// bar.
std::vector<ScalePoint> feasible_points(const ChartData& data) {
    std::vector<ScalePoint> out;
    if (!data.is_main_found()) return out;
    const double drawn = data.given().drawn_gpus;
    std::ranges::copy_if(data.scale().points, std::back_inserter(out), [&](const ScalePoint& point) {
        const double octaves = std::log2(point.gpus / drawn);
        return point.feasible && std::abs(octaves - std::round(octaves)) < 1e-9;
    });
    return out;
}

/// The run that the scenario stands for.
const std::optional<PublishedComparison>& published_of(const ChartData& data) {
    return data.have_or_empty<PublishedRunAnswer>().run;
}

/// What the drawing functions need, copied so that they outlive the describe() call.
struct Stack {
    std::shared_ptr<const ChartData> data;
    std::vector<ScalePoint> points;
    std::vector<StepPart> named; ///< at least 0.5 % of some bar, in stack order
    std::array<bool, step_part_count> shown{};
    std::optional<MeasuredStep> measured;
    StepWords words;

    bool has_published() const { return published_of(*data) && data->evaluation(); }
    /// How many bars stand left of the predicted one.
    int beside() const { return (measured ? 1 : 0) + (has_published() ? 1 : 0); }
};

QString readout(StepPart part, double seconds, double total, double gpus) {
    return StepBreakdownChart::tr("%1\n%2 · %3 of the step\n%4 GPUs, step %5")
        .arg(to_qt(label_of(part)), shown(Seconds(seconds)), percent_text(seconds / total), count_text(gpus),
             shown(Seconds(total)));
}

/// Names, seconds and shares beside the bar, each on the height of its piece where there is room.
void draw_names(ChartCanvas& canvas, const Stack& stack, double bar_right,
                const std::vector<double>& bar_centres) {
    const Evaluation& evaluation = *stack.data->evaluation();
    const double total = evaluation.step_time.si(),
                 gap = canvas.text_size(QStringLiteral("M")).height() + canvas.px(2);
    const double left = canvas.plot().right() + canvas.px(16), right = canvas.picture().right();
    // spread() works from the top down: the bottom of the stack is the last line.
    const std::vector<StepPart> named(stack.named.rbegin(), stack.named.rend());
    const StepRows rows =
        step_rows(evaluation.parts, named, static_cast<size_t>(std::max(0.0, canvas.plot().height() / gap)));
    const double below = gap * static_cast<double>(rows.rows() - rows.taken.size());
    std::vector<double> heights;
    for (const StepPart part : rows.taken) heights.push_back(bar_centres[static_cast<size_t>(part)]);
    spread(heights, gap, canvas.plot().top() + gap / 2, canvas.plot().bottom() - gap / 2 - below);
    const auto texts = [&](const QString& name, double seconds, double y, bool on) {
        const QColor ink = on ? canvas.theme().text : canvas.theme().disabled,
                     quiet = on ? canvas.theme().secondary : canvas.theme().disabled;
        const QString value = seconds > 0 ? shown(Seconds(seconds)) : QStringLiteral("–");
        const QString share = seconds > 0 ? percent_text(seconds / total) : QString();
        canvas.label(name, {{{left + canvas.px(14), y}}}, {.colour = ink, .may_leave_plot = true});
        const auto to_left = Qt::AlignRight | Qt::AlignVCenter;
        canvas.label(value, {{{right - canvas.px(42), y}, to_left}},
                     {.colour = quiet, .may_leave_plot = true});
        canvas.label(share, {{{right, y}, to_left}}, {.colour = quiet, .may_leave_plot = true});
    };
    const auto row = [&](StepPart part, double y) {
        const double seconds = evaluation.parts[static_cast<size_t>(part)];
        const bool on = stack.shown[static_cast<size_t>(part)];
        if (seconds >= least_share * total && on) {
            const double knee = bar_right + canvas.px(6), end = left - canvas.px(4),
                         centre = bar_centres[static_cast<size_t>(part)];
            canvas.painter().save();
            canvas.painter().setRenderHint(QPainter::Antialiasing);
            canvas.painter().setPen(QPen(canvas.theme().line, 1));
            canvas.painter().drawPolyline(
                QPolygonF({{bar_right, centre}, {knee, centre}, {end - canvas.px(4), y}, {end, y}}));
            canvas.painter().restore();
        }
        const QRectF swatch(left, y - canvas.px(4), canvas.px(8), canvas.px(8));
        canvas.painter().fillRect(swatch, on ? canvas.theme().part(part) : canvas.theme().grid);
        texts(stack.words.name(part), seconds, y, on);
        canvas.toggle(QRectF(left, y - gap / 2, right - left, gap), key_of(part));
    };
    for (size_t i = 0; i < rows.taken.size(); ++i) row(rows.taken[i], heights[i]);
    double y = (heights.empty() ? canvas.plot().top() - gap / 2 : heights.back()) + gap;
    if (!rows.others.empty()) {
        texts(rows.others_name(), rows.others_seconds(evaluation.parts), y, true);
        QStringList names;
        for (const StepPart part : rows.others)
            names << stack.words.name(part) + u' ' +
                         shown(Seconds(evaluation.parts[static_cast<size_t>(part)]));
        canvas.hit(QRectF(left, y - gap / 2, right - left, gap), names.join(u'\n'));
        y += gap;
    }
    for (const StepPart part : rows.none) {
        row(part, y);
        y += gap;
    }
}

/// The band of the whole predicted step, over its bar.
void draw_band(ChartCanvas& canvas, const Evaluation& evaluation, double place) {
    const double x = canvas.x(place), low = canvas.y(evaluation.step_time_low.si()),
                 high = canvas.y(evaluation.step_time_high.si()), cap = canvas.px(5);
    const QPen pen(canvas.theme().text, canvas.px(1));
    canvas.rule({x, low}, {x, high}, pen);
    for (const double end : {low, high}) canvas.rule({x - cap, end}, {x + cap, end}, pen);
}

void draw_this_step(ChartCanvas& canvas, const Stack& stack) {
    const Evaluation& evaluation = *stack.data->evaluation();
    const double total = evaluation.step_time.si(), slot = canvas.x(1) - canvas.x(0);
    const double half = std::min(slot * 0.36, canvas.px(44)), place = stack.beside();
    const auto piece = [&](double at, double from, double to) {
        return QRectF(QPointF(canvas.x(at) - half, canvas.y(to)),
                      QPointF(canvas.x(at) + half, canvas.y(from)));
    };
    double from = 0;
    std::vector<double> centres(step_part_count, canvas.y(0));
    for (size_t i = 0; i < step_part_count; ++i) {
        const auto part = static_cast<StepPart>(i);
        const double seconds = stack.shown[i] ? evaluation.parts[i] : 0;
        const QRectF rect = piece(place, from, from + seconds);
        canvas.box(rect, canvas.theme().part(part));
        if (seconds > 0) canvas.hit(rect, readout(part, seconds, total, evaluation.gpus), key_of(part));
        centres[i] = std::clamp(rect.center().y(), canvas.plot().top(), canvas.plot().bottom());
        from += seconds;
    }
    draw_names(canvas, stack, canvas.x(place) + half, centres);
    double top = canvas.y(from);
    if (stack.has_published()) {
        draw_band(canvas, evaluation, place);
        top = std::min(top, canvas.y(evaluation.step_time_high.si()) - canvas.px(2)); // clear of its cap
        draw_published(canvas, *published_of(*stack.data), place - 1, half);
        if (std::ranges::all_of(stack.shown, std::identity()))
            draw_like_for_like(canvas, *published_of(*stack.data), place, half);
    }
    canvas.label(shown(evaluation.step_time),
                 {{{canvas.x(place), top - canvas.px(2)}, Qt::AlignHCenter | Qt::AlignBottom}},
                 {.role = Theme::Role::strong});
    if (!stack.measured) return;
    draw_measured(canvas, *stack.measured, 0, half);
}

/// `headroom`: room above the bar for its time, as a share of the bar.
/// `wider`: names beside the bar than usual, px.
PanelSpec this_step(const Stack& stack, bool alone, double headroom, int wider) {
    PanelSpec panel;
    const Evaluation& evaluation = *stack.data->evaluation();
    panel.heading = StepBreakdownChart::tr("%1 GPUs, one step").arg(count_text(evaluation.gpus));
    if (stack.has_published())
        panel.heading += StepBreakdownChart::tr("; whisker: 80 % band; dashes: as %1")
                             .arg(said_of(*published_of(*stack.data)));
    panel.x = {.scale = AxisSpec::Scale::category, .zoom = false};
    if (stack.measured) panel.x.categories << StepBreakdownChart::tr("measured");
    if (stack.has_published())
        panel.x.categories << (stack.measured && published_of(*stack.data)->is_own()
                                   ? StepBreakdownChart::tr("when drawn")
                                   : said_of(*published_of(*stack.data)));
    panel.x.categories << StepBreakdownChart::tr("predicted");
    panel.x.low = -0.5;
    panel.x.high = static_cast<double>(panel.x.categories.size()) - 0.5;
    panel.y = {.unit = QStringLiteral("s")};
    const bool has_published = stack.has_published();
    panel.y.high = std::max({evaluation.step_time.si(), stack.measured ? stack.measured->total() : 0,
                             has_published ? published_of(*stack.data)->run.step.si() : 0,
                             has_published ? evaluation.step_time_high.si() : 0}) *
                   (1 + headroom);
    panel.right_margin = 196 + wider;
    panel.fixed_width = 356 + wider + 96 * stack.beside();
    if (alone) panel.fixed_width += 40;
    panel.draw = [stack](ChartCanvas& canvas) { draw_this_step(canvas, stack); };
    return panel;
}

void draw_shares(ChartCanvas& canvas, const Stack& stack) {
    const double slot = canvas.x(1) - canvas.x(0), half = std::min(slot * 0.38, canvas.px(40));
    const double drawn = stack.data->evaluation() ? stack.data->evaluation()->gpus : 0;
    for (size_t i = 0; i < stack.points.size(); ++i) {
        const ScalePoint& point = stack.points[i];
        const double total = point.wall_step.si(), middle = canvas.x(static_cast<double>(i));
        const bool here = point.gpus == drawn;
        if (here) {
            QColor ground = canvas.theme().accent;
            ground.setAlphaF(0.14f);
            canvas.box(QRectF(QPointF(middle - slot / 2, canvas.plot().top()),
                              QPointF(middle + slot / 2, canvas.plot().bottom())),
                       ground);
        }
        double from = 0;
        for (size_t k = 0; k < step_part_count; ++k) {
            const double share = stack.shown[k] && total > 0 ? point.parts[k] / total : 0;
            if (!(share > 0)) continue;
            const QRectF rect(QPointF(middle - half, canvas.y(from + share)),
                              QPointF(middle + half, canvas.y(from)));
            const auto part = static_cast<StepPart>(k);
            canvas.box(rect, canvas.theme().part(part));
            canvas.hit(rect, readout(part, point.parts[k], total, point.gpus), key_of(part));
            from += share;
        }
    }
    std::vector<double> centres, widths;
    int first = -1;
    for (size_t i = 0; i < stack.points.size(); ++i) {
        centres.push_back(canvas.x(static_cast<double>(i)));
        widths.push_back(canvas.text_size(shown(stack.points[i].wall_step)).width());
        if (stack.points[i].gpus == drawn) first = static_cast<int>(i);
    }
    const size_t stride = stride_that_fits(centres, widths, canvas.px(12), first);
    for (size_t i = 0; i < stack.points.size(); ++i) {
        if (!on_stride(i, stride, first)) continue;
        const bool here = static_cast<int>(i) == first;
        canvas.label(shown(stack.points[i].wall_step),
                     {{{centres[i], canvas.y(1) - canvas.px(2)}, Qt::AlignHCenter | Qt::AlignBottom}},
                     {.role = here ? Theme::Role::strong : Theme::Role::secondary,
                      .colour = here ? canvas.theme().accent : canvas.theme().secondary});
    }
}

/// `has_drawn`: one of the bars is of the GPUs that are drawn.
PanelSpec shares(const Stack& stack, double headroom, bool has_drawn) {
    PanelSpec panel;
    panel.heading = has_drawn
                        ? StepBreakdownChart::tr("Share of the step over GPUs, step time above")
                        : StepBreakdownChart::tr("Share of the step on other GPU counts, step time above");
    panel.x = {.scale = AxisSpec::Scale::category, .title = StepBreakdownChart::tr("GPUs")};
    for (size_t i = 0; i < stack.points.size(); ++i) {
        const double gpus = stack.points[i].gpus;
        panel.x.categories << tick_text(gpus, {}, gpus, gpus);
        if (stack.data->evaluation() && gpus == stack.data->evaluation()->gpus)
            panel.x.emphasised = static_cast<int>(i);
    }
    panel.x.low = -0.5;
    panel.x.high = static_cast<double>(stack.points.size()) - 0.5;
    panel.y = {
        .unit = QStringLiteral("%"), .high = 1 + headroom, .ticks = {0, 0.25, 0.5, 0.75, 1}, .zoom = false};
    panel.draw = [stack](ChartCanvas& canvas) { draw_shares(canvas, stack); };
    return panel;
}

} // namespace

StepBreakdownChart::StepBreakdownChart(QWidget* parent)
    : Chart(QLatin1String(id_text), Chart::tr(title_text), parent) {}

ChartSpec StepBreakdownChart::describe(const Theme& theme, QSize size) const {
    ChartSpec spec;
    Stack stack;
    stack.data = shared_data();
    stack.words.is_plain = keeps_texts();
    stack.points = feasible_points(data());
    const auto evaluation = data().evaluation();
    const bool here = evaluation && evaluation->feasible && evaluation->step_time.si() > 0;
    const bool over_counts = stack.points.size() >= 2;
    spec.title = StepBreakdownChart::tr("Where the time of a step goes");
    const bool is_predicted = here || over_counts;
    if (is_predicted && !data().subject.empty()) spec.title += QStringLiteral(", ") + qt(data().subject);
    spec.source = source_line(data());
    const auto measured = data().trace ? measured_step(*data().trace) : std::nullopt;
    const QString apart = data().trace ? another_job(data()) : QString();
    const QString several = data().trace ? qt(several_runs_text(*data().trace)) : QString();
    const double headroom = theme.spacing(24) / std::max<double>(60, size.height() - theme.spacing(170));
    if (!here && !over_counts && measured) {
        spec.title = measured->is_recording
                         ? StepBreakdownChart::tr("Where the time of the recording goes")
                         : StepBreakdownChart::tr("Where the time of a measured step goes");
        spec.source = qt(run_summary(*data().trace));
        spec.subtitle = joined({qt(straggler_text(*data().trace)), measured->origin});
        spec.panels.push_back(measured_panel(*measured, apart, headroom));
        // Thin parts have no room for their names.
        for (const MeasuredStep::Piece& piece : measured->pieces()) {
            if (piece.seconds < least_share * measured->total()) continue;
            LegendEntry entry;
            entry.text = piece.name;
            entry.colour = piece_colour(piece, theme);
            spec.legend.push_back(std::move(entry));
        }
        return spec;
    }
    if (!here && !over_counts && !several.isEmpty()) {
        spec.empty = StepBreakdownChart::tr("No measured step is shown: %1. Open the files of one of them "
                                            "to see its step.")
                         .arg(several);
        return spec;
    }
    if (!here && !over_counts) {
        spec.empty = evaluation
                         ? infeasible_text(*evaluation)
                         : StepBreakdownChart::tr("Draw a cluster with GPUs and choose a model: the parts of "
                                                  "a training step appear here.");
        return spec;
    }
    if (here) {
        spec.subtitle = joined({StepBreakdownChart::tr("%1 per step").arg(shown(evaluation->step_time)),
                                stack.words.utilisation(*evaluation), qt(gpus_at_work_text(*evaluation)),
                                stack.words.binding(*evaluation)});
        const QString traced =
            measured ? joined({apart.isEmpty() ? QString() : tr("measured another job: %1").arg(apart),
                               qt(straggler_text(*data().trace))})
                     : QString();
        if (!traced.isEmpty()) spec.subtitle += u'\n' + traced;
        if (!several.isEmpty()) spec.subtitle += u'\n' + tr("not compared: %1").arg(several);
        if (stack.has_published()) spec.subtitle += u'\n' + like_for_like_text(*published_of(data()));
    }
    if (!here) spec.alert = standstill_alert(data());
    for (size_t i = 0; i < step_part_count; ++i) {
        stack.shown[i] = is_shown(key_of(static_cast<StepPart>(i)));
        const bool in_bars = std::ranges::any_of(stack.points, [i](const ScalePoint& point) {
            return point.parts[i] >= least_share * sum(point.parts);
        });
        if (in_bars || (here && evaluation->parts[i] >= least_share * evaluation->step_time.si()))
            stack.named.push_back(static_cast<StepPart>(i));
    }
    if (apart.isEmpty()) stack.measured = measured;
    if (here && stack.beside() == 0 && size.height() < theme.spacing(step_strip_height)) {
        spec.panels.push_back(step_strip(stack.data, stack.named, stack.shown));
        return spec;
    }
    // Side by side where there is room; else the sweep with a legend, or the one step when it has a measured
    // twin.
    const bool wide = size.width() >= theme.spacing(700 + 120 * stack.beside());
    const bool detail =
        here && (wide || !over_counts || (stack.beside() > 0 && size.width() >= theme.spacing(480)));
    if (measured && !apart.isEmpty()) {
        PanelSpec own = measured_panel(*measured, apart, headroom);
        own.fixed_width = theme.spacing(200);
        spec.panels.push_back(std::move(own));
    }
    if (detail)
        spec.panels.push_back(
            this_step(stack, !over_counts, headroom, stack.words.wider_names(stack.named, theme.family)));
    if (over_counts && (wide || !detail)) spec.panels.push_back(shares(stack, headroom, here || !evaluation));
    std::vector<StepParts> bars;
    for (const ScalePoint& point : stack.points) bars.push_back(point.parts);
    const bool has_room_for_all = here || keeps_texts() || size.height() >= theme.spacing(step_strip_height);
    if (!detail)
        for (const StepPart part : has_room_for_all ? stack.named : widest_parts(bars, stack.named))
            spec.legend.push_back({key_of(part), stack.words.name(part), theme.part(part)});
    return spec;
}

ChartTable StepBreakdownChart::table() const {
    ChartTable out;
    out.columns = {{"gpus", ""}, {"part", ""}, {"seconds", "s"}, {"share", ""}, {"origin", ""}};
    const auto add = [&](double gpus, const StepParts& parts, double total, const char* origin) {
        for (size_t i = 0; i < step_part_count; ++i)
            out.rows.push_back({gpus, std::string(name_of(static_cast<StepPart>(i))), parts[i],
                                total > 0 ? parts[i] / total : 0, std::string(origin)});
    };
    if (const auto evaluation = data().evaluation(); evaluation && evaluation->feasible)
        add(evaluation->gpus, evaluation->parts, evaluation->step_time.si(), "drawn");
    for (const ScalePoint& point : feasible_points(data()))
        add(point.gpus, point.parts, point.step_time.si(), "sweep");
    if (const auto measured = data().trace ? measured_step(*data().trace) : std::nullopt)
        for (const auto& [key, name, part, seconds, note] : measured->pieces())
            out.rows.push_back(
                {{}, std::string(key), seconds, seconds / measured->total(), std::string("measured")});
    if (const auto& published = published_of(data()))
        out.rows.push_back({data().evaluation()->gpus, std::string("productive step"),
                            published->run.step.si(), 1.0,
                            std::string(published->is_own() ? "measured" : "published")});
    return out;
}

} // namespace roofrack
