// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/radius_panel.h"

#include "core/base/units/common_units.h"
#include "widgets/charts/chart_text.h"
#include "widgets/charts/goodput_chart.h"
#include "widgets/charts/plot/chart_canvas.h"
#include "widgets/fields/text.h"

#include <algorithm>
#include <cmath>

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

QString short_text(const BlastRadius& radius) {
    const QString out = radius.domain.gpus > 0
                            ? GoodputChart::tr("%1 GPUs out").arg(count_text(radius.out))
                            : GoodputChart::tr("%1 GPUs slowed").arg(count_text(radius.domain.slowed));
    return joined({radius.each ? hours_text(radius.hours) : GoodputChart::tr("no figure"), out});
}

QString outcome_text(const BlastRadius& radius) {
    if (radius.domain.gpus <= 0)
        return GoodputChart::tr("restarts, %1 GPUs with %2 less network")
            .arg(count_text(radius.domain.slowed), percent_text(radius.domain.links));
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

} // namespace

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

} // namespace roofrack
