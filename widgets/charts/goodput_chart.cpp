// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/goodput_chart.h"

#include "core/answers/scale_answers.h"
#include "core/base/units/common_units.h"
#include "core/study/losses/blast_radius.h"
#include "widgets/charts/chart_table.h"
#include "widgets/charts/chart_text.h"
#include "widgets/charts/plot/area_stack.h"
#include "widgets/charts/plot/chart_canvas.h"
#include "widgets/charts/plot/chart_spec.h"
#include "widgets/fields/text.h"
#include "widgets/theme/theme.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>

namespace roofrack {

namespace {

constexpr int radius_name_px = 132;

QString name_of_radius(const BlastRadius& radius) {
    const QString kind = to_qt(label_of(radius.domain.kind));
    return radius.domain.name.empty() ? kind : GoodputChart::tr("%1 %2").arg(kind, qt(radius.domain.name));
}

QString hours_text(double hours) {
    return GoodputChart::tr("%1 h per year").arg(shown(hours, Dimension::number));
}

QString gpus_text(double gpus) {
    return counted(std::llround(gpus), GoodputChart::tr("1 GPU"), GoodputChart::tr("%1 GPUs"));
}

QString short_text(const BlastRadius& radius) {
    const QString out = radius.domain.gpus > 0
                            ? GoodputChart::tr("%1 out").arg(gpus_text(radius.out))
                            : GoodputChart::tr("%1 slowed").arg(gpus_text(radius.domain.slowed));
    return joined({radius.each ? hours_text(radius.hours) : GoodputChart::tr("no figure"), out});
}

QString outcome_text(const BlastRadius& radius) {
    if (radius.domain.gpus <= 0)
        return GoodputChart::tr("restarts, %1 with %2 less network")
            .arg(gpus_text(radius.domain.slowed), percent_text(radius.domain.links));
    return radius.resumes ? GoodputChart::tr("restarts on spares") : GoodputChart::tr("waits for the repair");
}

QString radius_readout(const BlastRadius& radius) {
    QStringList lines{
        radius.domain.drawn > 1 ? GoodputChart::tr("%1 and %2 alike")
                                      .arg(name_of_radius(radius), count_text(radius.domain.drawn - 1))
                                : name_of_radius(radius),
        GoodputChart::tr("%1 drawn, %2 GPUs each; one takes %3 out of the job, %4 spare servers stand in")
            .arg(count_text(radius.domain.count), count_text(radius.domain.gpus), count_text(radius.out),
                 count_text(radius.spare_servers))};
    if (!radius.each)
        lines << GoodputChart::tr("how often it fails is not published");
    else if (*radius.each > 0)
        lines << GoodputChart::tr("one fails every %1, %2 of all a year, back in %3")
                     .arg(shown(Seconds(1 / *radius.each)),
                          shown(radius.all * seconds_a_mean_year, Dimension::number),
                          shown(Seconds(radius.repair)))
              << hours_text(radius.hours);
    lines << outcome_text(radius);
    return lines.join(u'\n');
}

void draw_radii(ChartCanvas& canvas, const BlastRadii& radii) {
    const Theme& theme = canvas.theme();
    const QColor colour = theme.part(StepPart::failure).lighter(theme.is_dark ? 135 : 100);
    const double half = std::min((canvas.y(1) - canvas.y(0)) * 0.3, canvas.px(10));
    // Beside a long bar there is room for the first part of its text alone.
    const auto row = [&](size_t i, double hours, const QString& text, const QString& first,
                         const QString& readout) {
        const double y = canvas.y(static_cast<double>(i)), end = canvas.x(hours);
        canvas.box(QRectF(QPointF(canvas.plot().left(), y - half), QPointF(end, y + half)), colour);
        if (!canvas.label(text, {{{end + canvas.px(6), y}}}, {.ground = true}))
            canvas.label(first, {{{end + canvas.px(6), y}}}, {.ground = true});
        canvas.hit(QRectF(canvas.plot().left(), y - half, canvas.plot().width(), 2 * half), readout);
    };
    for (size_t i = 0; i < radii.all.size(); ++i)
        row(i, radii.all[i].each ? radii.all[i].hours : 0, short_text(radii.all[i]),
            hours_text(radii.all[i].hours), radius_readout(radii.all[i]));
    if (radii.others > 0)
        row(radii.all.size(), radii.other_hours, hours_text(radii.other_hours), hours_text(radii.other_hours),
            GoodputChart::tr("software and what else stops the job\n%1 a year, %2")
                .arg(shown(radii.others * seconds_a_mean_year, Dimension::number),
                     hours_text(radii.other_hours)));
}

/// What one failure takes, one row per kind of thing that fails as one: the hours a year that the run loses
/// to it, and the GPUs that are out of the job.
PanelSpec radius_panel(const std::shared_ptr<const BlastRadii>& radii, const Theme& theme) {
    PanelSpec panel;
    panel.heading = GoodputChart::tr("What one failure takes, and what all of its kind cost");
    const QFontMetricsF metrics(theme.font(Theme::Role::secondary));
    double most = radii->other_hours;
    for (const BlastRadius& radius : radii->all) {
        panel.y.categories << metrics.elidedText(name_of_radius(radius), Qt::ElideRight,
                                                 theme.spacing(radius_name_px));
        if (radius.each) most = std::max(most, radius.hours);
    }
    if (radii->others > 0) panel.y.categories << GoodputChart::tr("software and else");
    panel.y.show_rows(static_cast<size_t>(panel.y.categories.size()));
    panel.x = {
        .title = GoodputChart::tr("Hours of a year"), .high = std::max(most, 1e-3) * 2.1, .zoom = false};
    panel.max_height = static_cast<int>(panel.y.categories.size()) * theme.spacing(44) + theme.spacing(72);
    panel.draw = [radii](ChartCanvas& canvas) { draw_radii(canvas, *radii); };
    return panel;
}

/// Adds the same numbers to `table`, in columns behind the existing ones; each row gets as many cells.
void add_radii(const BlastRadii& radii, ChartTable& table) {
    const size_t before = table.columns.size();
    for (const char* name : {"domain", "name", "drawn", "gpus_each", "gpus_out", "spare_servers"})
        table.columns.push_back({name, ""});
    table.columns.push_back({"failures", "1/year"});
    table.columns.push_back({"repair", "s"});
    table.columns.push_back({"hours_lost", "h/year"});
    for (auto& row : table.rows) row.resize(table.columns.size());
    const auto add = [&](std::vector<ChartTable::Cell> cells) {
        std::vector<ChartTable::Cell> row(before);
        row.insert(row.end(), cells.begin(), cells.end());
        table.rows.push_back(std::move(row));
    };
    for (const BlastRadius& radius : radii.all) {
        const auto known = [&](double value) {
            return radius.each ? ChartTable::Cell(value) : ChartTable::Cell();
        };
        add({std::string(name_of(radius.domain.kind)), radius.domain.name, radius.domain.count,
             radius.domain.gpus, radius.out, radius.spare_servers, known(radius.all * seconds_a_mean_year),
             known(radius.repair), known(radius.hours)});
    }
    if (radii.others > 0)
        add({std::string("others"), std::string(), ChartTable::Cell(), ChartTable::Cell(), 0.0, 0.0,
             radii.others * seconds_a_mean_year, ChartTable::Cell(), radii.other_hours});
}

/// What large runs are said to pay for fault tolerance; shown beside what this one pays.
constexpr double usual_low = 0.10, usual_high = 0.15;
constexpr double least_named =
    0.004; ///< least share of the wall clock with a name: smaller everywhere has no name on its area
constexpr double least_seen = 0.0005;

QColor colour_of(const Theme& theme, RunLoss loss) {
    switch (loss) {
    case RunLoss::checkpoint: return theme.part(StepPart::checkpoint);
    case RunLoss::lost_work: return theme.part(StepPart::failure);
    case RunLoss::detect: return theme.accent.darker(140);
    case RunLoss::schedule: return theme.accent.lighter(130);
    case RunLoss::load: return theme.is_dark ? theme.accent.darker(220) : theme.accent.lighter(160);
    case RunLoss::start_up: return theme.accent;
    case RunLoss::repair: return theme.part(StepPart::throttle);
    case RunLoss::planned: return theme.part(StepPart::input);
    }
    return theme.part(StepPart::failure);
}

QString name_text(RunLoss loss) { return to_qt(label_of(loss)); }

/// At the sizes that run, from the smallest on.
std::vector<RunLosses> sizes_of(const ChartData& data) {
    const std::vector<RunLosses>& losses = data.have_or_empty<LossesBySize>().sizes;
    const auto& points = data.scale().points;
    const auto first = std::ranges::find_if(points, &ScalePoint::feasible);
    if (first == points.end()) return losses;
    std::vector<RunLosses> out;
    std::ranges::copy_if(losses, std::back_inserter(out),
                         [&](const RunLosses& size) { return size.gpus >= first->gpus; });
    return out;
}

std::vector<double> counts_of(const std::vector<RunLosses>& sizes) {
    std::vector<double> out;
    for (const RunLosses& size : sizes) out.push_back(size.gpus);
    return out;
}

std::vector<StackedArea> areas_of(const Theme& theme, const std::vector<RunLosses>& sizes) {
    std::vector<StackedArea> out;
    std::vector<double> edge(sizes.size(), 0);
    for (size_t which = 0; which < run_loss_count; ++which) {
        const auto loss = static_cast<RunLoss>(which);
        StackedArea area{name_text(loss), colour_of(theme, loss), edge, edge, 0};
        for (size_t i = 0; i < sizes.size(); ++i) {
            area.to[i] = edge[i] += sizes[i].share(loss);
            area.widest = std::max(area.widest, sizes[i].share(loss));
        }
        if (area.widest >= least_seen) out.push_back(std::move(area));
    }
    return out;
}

QString every_text(double seconds) {
    return std::isfinite(seconds) ? shown(Seconds(seconds)) : GoodputChart::tr("never");
}

/// "92 %", "99.6 %": nearly all is not all.
QString goodput_text(double goodput) {
    return goodput < 1 && goodput >= 0.99
               ? QString::number(100 * std::min(goodput, 0.999), 'f', 1) + QStringLiteral(" %")
               : percent_text(goodput);
}

QString readout(const RunLosses& size) {
    QString out = GoodputChart::tr("%1 GPUs: goodput %2\nstopped every %3, a checkpoint every %4")
                      .arg(count_text(size.gpus), goodput_text(size.cost.goodput), every_text(size.cost.mttf),
                           every_text(size.cost.interval));
    for (size_t which = 0; which < run_loss_count; ++which)
        if (const auto loss = static_cast<RunLoss>(which); size.share(loss) >= least_seen)
            out += GoodputChart::tr("\n%1 %2").arg(name_text(loss), percent_text(size.share(loss)));
    return out;
}

void draw(ChartCanvas& canvas, const ChartData& data) {
    const Theme& theme = canvas.theme();
    const std::vector<RunLosses> sizes = sizes_of(data);
    const std::vector<double> counts = counts_of(sizes);
    const std::vector<StackedArea> areas = areas_of(theme, sizes);
    for (const StackedArea& area : areas) draw_area(canvas, counts, area);
    std::vector<QPointF> all;
    for (const RunLosses& size : sizes) all.emplace_back(size.gpus, size.share());
    canvas.line(all, QPen(theme.text, canvas.px(1.5)));

    const QRectF plot = canvas.plot();
    for (const double usual : {usual_low, usual_high})
        canvas.rule({plot.left(), canvas.y(usual)}, {plot.right(), canvas.y(usual)},
                    QPen(theme.secondary, 1, Qt::DashLine));
    canvas.label(GoodputChart::tr("usual at scale: 10 to 15 %"),
                 {{{plot.left() + canvas.px(8), (canvas.y(usual_low) + canvas.y(usual_high)) / 2}},
                  {{plot.left() + canvas.px(8), canvas.y(usual_high) - canvas.px(3)},
                   Qt::AlignLeft | Qt::AlignBottom}},
                 {.colour = theme.secondary, .ground = true});

    const auto drawn = std::ranges::find(sizes, data.given().drawn_gpus, &RunLosses::gpus);
    if (drawn != sizes.end()) {
        const QPointF here = canvas.at(drawn->gpus, drawn->share());
        canvas.rule({here.x(), plot.top()}, {here.x(), plot.bottom()}, QPen(theme.secondary, 1, Qt::DotLine),
                    ChartCanvas::Avoid::no);
        canvas.dot(here, canvas.px(4), theme.panel, theme.text);
        const QPointF above = here - QPointF(0, canvas.px(10));
        canvas.label(GoodputChart::tr("drawn: %1 GPUs,\ngoodput %2")
                         .arg(count_text(drawn->gpus), goodput_text(drawn->cost.goodput)),
                     {{above - QPointF(canvas.px(8), 0), Qt::AlignRight | Qt::AlignBottom},
                      {above, Qt::AlignHCenter | Qt::AlignBottom},
                      {above + QPointF(canvas.px(8), 0), Qt::AlignLeft | Qt::AlignBottom},
                      {{here.x() - canvas.px(8), plot.top()}, Qt::AlignRight | Qt::AlignTop},
                      {{here.x() + canvas.px(8), plot.top()}, Qt::AlignLeft | Qt::AlignTop}},
                     {.role = Theme::Role::strong, .ground = true});
    }
    for (const StackedArea& area : areas) name_area(canvas, counts, area, least_named);
    for (size_t i = 0; i < counts.size(); ++i) {
        const double x = canvas.x(counts[i]);
        const double left = i > 0 ? (canvas.x(counts[i - 1]) + x) / 2 : plot.left();
        const double right = i + 1 < counts.size() ? (x + canvas.x(counts[i + 1])) / 2 : plot.right();
        canvas.hit(QRectF(left, plot.top(), right - left, plot.height()), readout(sizes[i]),
                   counts[i] == data.given().drawn_gpus ? QStringLiteral("goodput") : QString());
    }
}

} // namespace

GoodputChart::GoodputChart(QWidget* parent)
    : Chart(QLatin1String(id_text), Chart::tr(title_text), parent) {}

QString GoodputChart::plan_text() const { return kept_plan_words(data().best_plan); }

ChartSpec GoodputChart::describe(const Theme& theme, QSize size) const {
    ChartSpec spec;
    spec.source = source_line(data());
    spec.title = GoodputChart::tr("Time lost to failures and checkpoints against GPUs");
    if (!data().subject.empty()) spec.title += QStringLiteral(", ") + qt(data().subject);
    const std::vector<RunLosses> sizes = sizes_of(data());
    if (sizes.size() < 2) {
        spec.empty = GoodputChart::tr("Draw a cluster with GPUs and choose a model: what failures and "
                                      "checkpoints cost over GPU counts appears here.");
        return spec;
    }
    const auto drawn = std::ranges::find(sizes, data().given().drawn_gpus, &RunLosses::gpus);
    const RunLosses& here = drawn == sizes.end() ? sizes.back() : *drawn;
    spec.subtitle = joined({GoodputChart::tr("%1 GPUs are stopped every %2")
                                .arg(count_text(here.gpus), every_text(here.cost.mttf)),
                            GoodputChart::tr("a checkpoint every %1 takes %2")
                                .arg(every_text(here.cost.interval), shown(Seconds(here.cost.stall))),
                            GoodputChart::tr("a restart %1").arg(shown(here.restart()))});
    for (const StackedArea& area : areas_of(theme, sizes))
        spec.legend.push_back({{}, area.name, area.colour});
    double most = usual_high * 1.1;
    for (const RunLosses& each : sizes) most = std::max(most, each.share() * 1.05);
    PanelSpec panel;
    panel.heading = GoodputChart::tr("Share of the wall clock that is lost");
    panel.x = {.scale = AxisSpec::Scale::logarithmic,
               .title = GoodputChart::tr("GPUs"),
               .low = sizes.front().gpus,
               .high = sizes.back().gpus,
               .ticks = doublings(counts_of(sizes), data().given().drawn_gpus)};
    const auto at = std::ranges::find(panel.x.ticks, data().given().drawn_gpus);
    if (at != panel.x.ticks.end()) panel.x.emphasised = static_cast<int>(at - panel.x.ticks.begin());
    panel.y = {.unit = QStringLiteral("%"), .low = 0, .high = std::min(1.0, most)};
    panel.draw = [shared = shared_data()](ChartCanvas& canvas) { draw(canvas, *shared); };
    spec.panels.push_back(std::move(panel));
    if (data().have<BlastRadii>() && size.width() >= theme.spacing(860) &&
        size.height() >= theme.spacing(300)) {
        spec.panels.push_back(radius_panel(data().have<BlastRadii>(), theme));
        spec.panels.back().stretch = 90;
    }
    return spec;
}

ChartTable GoodputChart::table() const {
    ChartTable out;
    out.columns = {{"gpus", ""},
                   {"goodput", ""},
                   {"mean_time_to_failure", "s"},
                   {"checkpoint_interval", "s"},
                   {"checkpoint_stall", "s"},
                   {"restart", "s"}};
    for (size_t i = 0; i < run_loss_count; ++i)
        out.columns.push_back({"lost_to_" + std::string(name_of(static_cast<RunLoss>(i))), ""});
    for (const RunLosses& size : sizes_of(data())) {
        std::vector<ChartTable::Cell> row{size.gpus,          size.cost.goodput, size.cost.mttf,
                                          size.cost.interval, size.cost.stall,   size.restart().si()};
        for (size_t i = 0; i < run_loss_count; ++i) row.emplace_back(size.share(static_cast<RunLoss>(i)));
        out.rows.push_back(std::move(row));
    }
    if (data().have<BlastRadii>()) add_radii(*data().have<BlastRadii>(), out);
    return out;
}

} // namespace roofrack
