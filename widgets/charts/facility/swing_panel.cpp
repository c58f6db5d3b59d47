// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/facility/swing_panel.h"

#include "core/base/units/common_units.h"
#include "core/base/units/energy_text.h"
#include "widgets/charts/chart_text.h"
#include "widgets/charts/facility/step_power_chart.h"
#include "widgets/charts/plot/chart_canvas.h"
#include "widgets/fields/text.h"

#include <algorithm>

namespace roofrack {

namespace {

constexpr int mitigation_row_px = 24, mitigation_frame_px = 64, least_wave_px = 450,
              least_wave_of_few_px = 430;

/// A row: a mitigation of a target, or the ramp.
struct SwingRow {
    QString name, what, readout;
    std::optional<double> dollars;
    bool does = true, is_cheapest = false;
};

QString money_text(const std::optional<double>& dollars) {
    return dollars ? StepPowerChart::tr("%1 per hour").arg(shown(*dollars, Dimension::money)) : QString();
}

QString mitigation_text(const LoadSwingMitigation& mitigation, double gpus) {
    if (!mitigation.reason.empty()) return StepPowerChart::tr("not possible: %1").arg(qt(mitigation.reason));
    switch (mitigation.kind) {
    case LoadSwingMitigation::Kind::filler:
        return StepPowerChart::tr("up to %1 of the TDP, %2 more")
            .arg(percent_text(mitigation.share), shown(mitigation.drawn));
    case LoadSwingMitigation::Kind::storage:
        return StepPowerChart::tr("%1, %2 J a GPU")
            .arg(qt(meter_energy_text(mitigation.energy, 3)),
                 shown(mitigation.energy.si() / gpus, Dimension::number));
    case LoadSwingMitigation::Kind::power_cap: break;
    }
    return StepPowerChart::tr("%1 of the TDP, %2 slower")
        .arg(percent_text(mitigation.share), percent_text(1 - mitigation.speed));
}

QString mitigation_readout(const LoadSwingMitigation& mitigation, double gpus) {
    QString text =
        to_qt(label_of(mitigation.kind)) + u'\n' + mitigation_text(mitigation, gpus) + u'\n' +
        StepPowerChart::tr("leaves %1 in every step; %2 at the meter, %3 in the racks, %4 of the speed")
            .arg(shown(mitigation.leaves), shown(mitigation.drawn), shown(mitigation.heat),
                 percent_text(mitigation.speed));
    if (!mitigation.note.empty()) text += u'\n' + qt(mitigation.note);
    if (mitigation.dollars_per_hour) text += u'\n' + money_text(mitigation.dollars_per_hour);
    return text;
}

QString row_name(const LoadSwingMitigation& mitigation, const LoadSwingTarget& target) {
    const QString name = to_qt(label_of(mitigation.kind));
    if (target.is_limit) return name;
    return target.allowed > Watts(0) ? StepPowerChart::tr("half, by %1").arg(name)
                                     : StepPowerChart::tr("all, by %1").arg(name);
}

std::vector<SwingRow> rows_of(const LoadSwingStudy& swing, SwingRows which) {
    std::vector<SwingRow> out;
    for (const LoadSwingTarget& target : swing.targets) {
        const LoadSwingMitigation* const cheapest = target.cheapest();
        for (const LoadSwingMitigation& each : target.mitigations) {
            if (which == SwingRows::cheapest && cheapest && &each != cheapest) continue;
            out.push_back({row_name(each, target), mitigation_text(each, swing.gpus),
                           mitigation_readout(each, swing.gpus),
                           each.reason.empty() ? each.dollars_per_hour : std::nullopt, each.reason.empty(),
                           &each == cheapest});
        }
    }
    if (swing.ramp) {
        const RampControl& ramp = *swing.ramp;
        const QString what =
            StepPowerChart::tr("%1 each, %2 per minute").arg(shown(ramp.time), shown(ramp.a_minute));
        out.push_back(
            {StepPowerChart::tr("starts and stops"), what,
             StepPowerChart::tr("Starts and stops drawn out\n%1\n%2 GPU-hours each time, %3 a day\n%4")
                 .arg(what, count_text(ramp.gpu_hours), shown(ramp.stops * seconds_a_day, Dimension::number),
                      money_text(ramp.dollars_per_hour)),
             ramp.dollars_per_hour});
    }
    return out;
}

void draw_mitigations(ChartCanvas& canvas, const std::vector<SwingRow>& rows) {
    const Theme& theme = canvas.theme();
    const double half = std::min((canvas.y(1) - canvas.y(0)) * 0.3, canvas.px(9));
    for (size_t i = 0; i < rows.size(); ++i) {
        const SwingRow& row = rows[i];
        const double y = canvas.y(static_cast<double>(i)),
                     end = canvas.x(std::max(0.0, row.dollars.value_or(0)));
        canvas.box(QRectF(QPointF(canvas.plot().left(), y - half), QPointF(end, y + half)),
                   row.is_cheapest ? theme.good : theme.part(StepPart::compute));
        const std::vector<LabelPlace> place{{{end + canvas.px(6), y}}};
        const LabelStyle style{.role = row.is_cheapest ? Theme::Role::strong : Theme::Role::secondary,
                               .colour = row.does ? theme.text : theme.secondary,
                               .ground = true};
        const bool is_said =
            canvas.label(joined({row.what, money_text(row.dollars),
                                 row.is_cheapest ? StepPowerChart::tr("cheapest") : QString()}),
                         place, style);
        // A long reason is read in the readout alone.
        if (!is_said && !row.does) canvas.label(StepPowerChart::tr("not possible"), place, style);
        canvas.hit(QRectF(canvas.plot().left(), y - half, canvas.plot().width(), 2 * half), row.readout);
    }
}

int panel_height(size_t rows, const Theme& theme) {
    return static_cast<int>(rows) * theme.spacing(mitigation_row_px) + theme.spacing(mitigation_frame_px);
}

} // namespace

SwingRows swing_rows(const LoadSwingStudy* swing, const Theme& theme, QSize size) {
    if (!swing || (swing->targets.empty() && !swing->ramp)) return SwingRows::none;
    const auto fits = [&](SwingRows which, int wave) {
        return size.height() >= theme.spacing(wave) + panel_height(rows_of(*swing, which).size(), theme);
    };
    if (fits(SwingRows::all, least_wave_px)) return SwingRows::all;
    return fits(SwingRows::cheapest, least_wave_of_few_px) ? SwingRows::cheapest : SwingRows::none;
}

QString swing_text(const LoadSwingStudy* swing) {
    if (!swing || swing->targets.empty()) return {};
    const LoadSwingTarget& target = swing->targets.front();
    const LoadSwingMitigation* const best = target.cheapest();
    if (!best) return {};
    return (target.is_limit ? StepPowerChart::tr("what holds it: %1; make this view higher to see all ways")
                            : StepPowerChart::tr("what halves it: %1; make this view higher to see all ways"))
        .arg(joined({to_qt(label_of(best->kind)), money_text(best->dollars_per_hour)}));
}

PanelSpec swing_panel(const LoadSwingStudy& swing, SwingRows which, const Theme& theme) {
    const std::vector<SwingRow> rows = rows_of(swing, which);
    PanelSpec panel;
    panel.heading = !swing.targets.empty() && swing.targets.front().is_limit
                        ? StepPowerChart::tr("What holds it to the grid's limit, and what that costs an hour")
                        : StepPowerChart::tr(
                              "What would take half of the swing, or all, off the grid (no limit is known)");
    panel.y.show_rows(rows.size());
    double most = 1e-3;
    for (const SwingRow& row : rows) {
        panel.y.categories << row.name;
        most = std::max(most, row.dollars.value_or(0));
    }
    panel.x = {.unit = QStringLiteral("$"), .high = 2.4 * most, .zoom = false};
    panel.max_height = panel_height(rows.size(), theme);
    panel.draw = [rows](ChartCanvas& canvas) { draw_mitigations(canvas, rows); };
    return panel;
}

void add_mitigations(const LoadSwingStudy& swing, ChartTable& table) {
    const size_t before = table.columns.size();
    for (const auto& [name, unit] :
         std::initializer_list<std::pair<const char*, const char*>>{{"remedy", ""},
                                                                    {"allowed", "W"},
                                                                    {"leaves", "W"},
                                                                    {"does", ""},
                                                                    {"share_of_tdp", ""},
                                                                    {"energy", "J"},
                                                                    {"drawn", "W"},
                                                                    {"heat", "W"},
                                                                    {"speed", ""},
                                                                    {"dollars", "$/h"},
                                                                    {"ramp_time", "s"}})
        table.columns.push_back({name, unit});
    for (auto& row : table.rows) row.resize(table.columns.size());
    const auto known = [](const std::optional<double>& value) {
        return value ? ChartTable::Cell(*value) : ChartTable::Cell();
    };
    const auto add = [&](std::vector<ChartTable::Cell> cells) {
        std::vector<ChartTable::Cell> row(before);
        row.insert(row.end(), cells.begin(), cells.end());
        row.resize(table.columns.size());
        table.rows.push_back(std::move(row));
    };
    for (const LoadSwingTarget& target : swing.targets)
        for (const LoadSwingMitigation& each : target.mitigations)
            add({std::string(name_of(each.kind)), target.allowed.si(), each.leaves.si(),
                 std::string(each.reason.empty() ? "yes" : "no"),
                 each.share > 0 ? ChartTable::Cell(each.share) : ChartTable::Cell(), each.energy.si(),
                 each.drawn.si(), each.heat.si(), each.speed, known(each.dollars_per_hour)});
    if (swing.ramp)
        add({std::string("ramp"),
             swing.ramp->a_minute.si(),
             swing.ramp->a_minute.si(),
             std::string("yes"),
             {},
             {},
             {},
             {},
             {},
             known(swing.ramp->dollars_per_hour),
             swing.ramp->time.si()});
}

} // namespace roofrack
