// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/measured/run_steps_chart.h"

#include "core/measured/trace/logs/step_roles.h"
#include "widgets/charts/chart_text.h"
#include "widgets/charts/measured/open_run.h"
#include "widgets/charts/plot/chart_canvas.h"
#include "widgets/fields/readable_programs.h"
#include "widgets/fields/text.h"

#include <QFileInfo>

#include <algorithm>

namespace roofrack {

namespace {

/// The first log that tells how long its iterations took.
const MeasuredFile* log_of(const ChartData& data) {
    if (!data.run || !data.run->trace) return nullptr;
    const auto& files = data.run->trace->files;
    const auto found =
        std::ranges::find_if(files, [](const MeasuredFile& file) { return file.median_step_s.has_value(); });
    return found == files.end() ? nullptr : &*found;
}

struct TimedIteration {
    double place = 0; ///< its number; in a log whose numbers begin anew, its place there
    double seconds = 0;
    QString readout;
    bool warms_up = false; ///< it is not in the median: the first after a start, or of another batch
    bool is_slow = false;
};

QString iteration_readout(const MeasuredFile& log, const LoggedStep& step) {
    const double median = *log.median_step_s;
    QString out = RunStepsChart::tr("%1\n%2 · %3 times the median")
                      .arg(qt(iteration_text(log, step)))
                      .arg(shown(Seconds(*step.step_s)))
                      .arg(*step.step_s / median, 0, 'f', 2);
    if (step.tokens_per_s)
        out += RunStepsChart::tr("\n%1 tokens/s").arg(count_text(std::round(*step.tokens_per_s)));
    if (step.tflops_per_gpu)
        out += RunStepsChart::tr("\n%1 TFLOP/s a GPU, as the program counts")
                   .arg(*step.tflops_per_gpu, 0, 'f', 1);
    if (step.loss) out += RunStepsChart::tr("\nloss %1").arg(*step.loss, 0, 'g', 4);
    return out;
}

std::vector<TimedIteration> timed(const MeasuredFile& log) {
    std::vector<TimedIteration> out;
    const std::vector<size_t> slow = slow_steps(log);
    const std::vector<StepRole> roles = step_roles(log);
    const bool are_in_order = std::ranges::adjacent_find(log.steps, std::ranges::greater_equal{},
                                                         &LoggedStep::iteration) == log.steps.end();
    for (size_t i = 0; i < log.steps.size(); ++i) {
        if (!log.steps[i].step_s) continue;
        TimedIteration& step = out.emplace_back();
        step.place = static_cast<double>(are_in_order ? log.steps[i].iteration : static_cast<int64_t>(i + 1));
        step.seconds = *log.steps[i].step_s;
        step.warms_up = roles[i] != StepRole::compared;
        step.is_slow = std::ranges::binary_search(slow, i);
        step.readout = iteration_readout(log, log.steps[i]);
        if (roles[i] == StepRole::warms_up)
            step.readout += RunStepsChart::tr("\nthe first one, which warms up: not in the median");
        if (roles[i] == StepRole::other_job)
            step.readout += RunStepsChart::tr("\nof another batch or number of GPUs: not in the median");
    }
    return out;
}

void draw_iterations(ChartCanvas& canvas, const std::vector<TimedIteration>& steps, double median) {
    const Theme& theme = canvas.theme();
    const QColor colour = theme.part(StepPart::compute);
    std::vector<QPointF> line;
    for (const TimedIteration& step : steps) line.emplace_back(step.place, step.seconds);
    canvas.line(line, QPen(colour, canvas.px(1.5)));
    const double middle = canvas.y(median);
    canvas.rule({canvas.plot().left(), middle}, {canvas.plot().right(), middle},
                QPen(theme.secondary, canvas.px(1), Qt::DashLine), ChartCanvas::Avoid::no);
    // Near its right end where the line of the iterations leaves room, else as far below it as that needs.
    const double end = canvas.plot().right() - canvas.px(4);
    std::vector<LabelPlace> places{{{end, middle - canvas.px(3)}, Qt::AlignRight | Qt::AlignBottom}};
    for (const double away : {3, 8, 14, 22, 32})
        places.push_back({{end, middle + canvas.px(away)}, Qt::AlignRight | Qt::AlignTop});
    const QString name = RunStepsChart::tr("median %1").arg(shown(Seconds(median)));
    if (!canvas.label(name, places, {.ground = true})) canvas.label(name, places, {.halo = true});
    // A dot each where they are told apart.
    const double each = steps.size() > 1 ? canvas.plot().width() / static_cast<double>(steps.size()) : 100;
    for (const TimedIteration& step : steps) {
        const QPointF at = canvas.at(step.place, step.seconds);
        if (each >= canvas.px(7) || step.is_slow)
            canvas.dot(at, canvas.px(step.is_slow ? 4 : 3),
                       step.is_slow    ? theme.warning
                       : step.warms_up ? theme.disabled
                                       : colour,
                       theme.panel);
        const double half = std::max(each / 2, canvas.px(3));
        canvas.hit(QRectF(at.x() - half, canvas.plot().top(), 2 * half, canvas.plot().height()),
                   step.readout);
    }
    if (const TimedIteration& first = steps.front(); canvas.y(first.seconds) < canvas.plot().top())
        canvas.label(RunStepsChart::tr("%1, which warms up: %2")
                         .arg(first.readout.section(u'\n', 0, 0), shown(Seconds(first.seconds))),
                     {{{canvas.x(first.place) + canvas.px(8), canvas.plot().top() + canvas.px(2)},
                       Qt::AlignLeft | Qt::AlignTop}},
                     {.ground = true});
    const TimedIteration* slowest = nullptr;
    for (const TimedIteration& step : steps)
        if (step.is_slow && (!slowest || step.seconds > slowest->seconds)) slowest = &step;
    if (slowest)
        canvas.label_around(slowest->readout.section(u'\n', 0, 0) + QStringLiteral(", ") +
                                shown(Seconds(slowest->seconds)),
                            canvas.at(slowest->place, slowest->seconds), canvas.px(5), {.halo = true});
}

} // namespace

RunStepsChart::RunStepsChart(QWidget* parent)
    : Chart(QLatin1String(id_text), Chart::tr(title_text), parent) {}

ChartSpec RunStepsChart::describe(const Theme&, QSize) const {
    ChartSpec spec;
    spec.title = RunStepsChart::tr("How long each iteration took");
    const MeasuredFile* log = log_of(data());
    if (!log) {
        spec.empty =
            RunStepsChart::tr(
                "Drop the log of a training program (%1) on the window: how long its iterations took "
                "appears here.")
                .arg(readable_programs({FormatTells::timed_log, FormatTells::step_log}));
        return spec;
    }
    const double median = *log->median_step_s;
    const std::vector<TimedIteration> steps = timed(*log);
    const size_t slow_ones = slow_steps(*log).size();
    const double over = 100 * (slow_factor - 1);
    const bool is_first_slow =
        steps.size() > 1 && steps.front().warms_up && steps.front().seconds > slow_factor * median;
    spec.subtitle =
        joined({qt(summary_of(*log)),
                slow_ones == 0 ? (is_first_slow ? RunStepsChart::tr("none but the first takes %1 % more "
                                                                    "than the median")
                                                : RunStepsChart::tr("none takes %1 % more than the median"))
                                     .arg(over)
                : slow_ones == 1
                    ? RunStepsChart::tr("one takes over %1 % more than the median").arg(over)
                    : RunStepsChart::tr("%1 take over %2 % more than the median").arg(slow_ones).arg(over)});
    spec.source = QFileInfo(as_written(log->file)).fileName();
    PanelSpec panel;
    panel.heading = RunStepsChart::tr("Time of an iteration");
    double high = 0;
    // What warms up would press all others down.
    for (const TimedIteration& step : steps)
        if (!step.warms_up || steps.size() == 1) high = std::max(high, step.seconds);
    constexpr double still_shown = 1.5; // above it, what warms up is told in words at the upper edge
    if (steps.front().seconds <= still_shown * high) high = std::max(high, steps.front().seconds);
    panel.y = {.unit = QStringLiteral("s"), .high = 1.15 * high};
    const double each =
        steps.size() > 1 ? (steps.back().place - steps.front().place) / static_cast<double>(steps.size() - 1)
                         : 1;
    panel.x = {.title = log->counts_samples ? RunStepsChart::tr("samples trained")
                                            : RunStepsChart::tr("iterations"),
               .low = steps.front().place - each / 2,
               .high = steps.back().place + each / 2};
    constexpr size_t named_each = 12; // more have ticks at round places
    if (steps.size() <= named_each)
        for (const TimedIteration& step : steps) panel.x.ticks.push_back(step.place);
    panel.draw = [steps, median](ChartCanvas& canvas) { draw_iterations(canvas, steps, median); };
    spec.panels.push_back(std::move(panel));
    return spec;
}

ChartTable RunStepsChart::table() const {
    ChartTable out;
    out.columns = {{"iteration", ""},           {"step", "s"}, {"tokens", "1/s"}, {"samples", "1/s"},
                   {"model TFLOP/s a GPU", ""}, {"loss", ""}};
    const MeasuredFile* log = log_of(data());
    if (!log) return out;
    if (log->counts_samples) out.columns.front().name = "samples trained";
    const auto cell = [](const std::optional<double>& value) {
        return value ? ChartTable::Cell(*value) : ChartTable::Cell();
    };
    for (const LoggedStep& step : log->steps)
        out.rows.push_back({static_cast<double>(step.iteration), cell(step.step_s), cell(step.tokens_per_s),
                            cell(step.samples_per_s), cell(step.tflops_per_gpu), cell(step.loss)});
    return out;
}

} // namespace roofrack
