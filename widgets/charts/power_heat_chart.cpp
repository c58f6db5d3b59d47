// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/power_heat_chart.h"

#include "widgets/charts/chart_text.h"
#include "widgets/charts/plot/chart_canvas.h"
#include "widgets/fields/clock_text.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace roofrack {

namespace {

double load(const RackState& rack) { return rack.power_share().value_or(0); }

/// How much a rack deserves to be seen when not all can be: over its limit, hot or slowed first.
double urgency(const RackState& rack) {
    const double heat = rack.chip && rack.chip_limit && rack.chip_limit->degrees() > 0
                            ? rack.chip->degrees() / rack.chip_limit->degrees()
                            : 0;
    return std::max(load(rack), heat) + 10 * (1 - rack.speed);
}

QString rack_name(const RackState& rack) {
    const QString name = qt(rack.name.empty() ? rack.id : rack.name);
    return rack.count > 1 ? QStringLiteral("%1 × %2").arg(name, count_text(rack.count)) : name;
}

QString speed_text(const RackState& rack) {
    if (rack.speed > 0.9995 && rack.clip == Clip::none) return {};
    return clock_text(rack.speed, rack.clip);
}

QString load_text(const RackState& rack) {
    return rack.limit ? PowerHeatChart::tr("%1 of %2").arg(shown(rack.power), shown(*rack.limit))
                      : shown(rack.power);
}

QColor load_colour(const Theme& theme, const RackState& rack) {
    if (!rack.limit) return theme.part(StepPart::compute);
    return load(rack) > 1 ? theme.critical : load(rack) > 0.9 ? theme.warning : theme.good;
}

QString readout(const RackState& rack) {
    QString text = rack_name(rack) + u'\n' +
                   PowerHeatChart::tr("%1 mean, %2 in compute").arg(shown(rack.power), shown(rack.peak));
    if (rack.limit)
        text += u'\n' +
                PowerHeatChart::tr("%1 of the limit of %2").arg(percent_text(load(rack)), shown(*rack.limit));
    text += u'\n' + PowerHeatChart::tr("heat: %1 to air, %2 to liquid")
                        .arg(shown(rack.heat_to_air), shown(rack.heat_to_liquid));
    if (const QString speed = speed_text(rack); !speed.isEmpty()) text += u'\n' + speed;
    return text;
}

void draw_power(ChartCanvas& canvas, const std::vector<RackState>& racks, bool with_limit, bool with_peak) {
    const Theme& theme = canvas.theme();
    const double row = canvas.y(1) - canvas.y(0), half = std::min(row * 0.28, canvas.px(18));
    for (size_t i = 0; i < racks.size(); ++i) {
        const RackState& rack = racks[i];
        const double y = canvas.y(static_cast<double>(i)), end = canvas.x(rack.power.si());
        const QRectF bar(QPointF(canvas.x(0), y - half), QPointF(end, y + half));
        canvas.box(bar, load_colour(theme, rack));
        double right = end, bar_end = end;
        if (with_peak && rack.peak > rack.power) {
            const double peak = canvas.x(rack.peak.si());
            canvas.rule({end, y}, {peak, y}, QPen(theme.secondary, canvas.px(1.5)));
            canvas.rule({peak, y - half * 0.5}, {peak, y + half * 0.5},
                        QPen(theme.secondary, canvas.px(1.5)));
            right = bar_end = std::max(right, peak);
        }
        if (with_limit && rack.limit) {
            const double limit = canvas.x(rack.limit->si());
            canvas.rule({limit, y - half - canvas.px(4)}, {limit, y + half + canvas.px(4)},
                        QPen(theme.critical, canvas.px(2)));
            right = std::max(right, limit);
        }
        canvas.hit(
            QRectF(QPointF(canvas.plot().left(), y - row / 2), QPointF(canvas.plot().right(), y + row / 2)),
            readout(rack), QStringLiteral("power"));
        const QString speed = speed_text(rack);
        const QString of = load_text(rack);
        // By its bar, or where the limit leaves no room there, behind that.
        const double line = canvas.text_size(of).height();
        const auto write = [&](const QString& text, double off, const QColor& colour) {
            return canvas.label(text,
                                {{{bar_end + canvas.px(8), y + off}}, {{right + canvas.px(8), y + off}}},
                                {.colour = colour, .ground = true});
        };
        const bool two = !speed.isEmpty() && row >= 2.2 * line;
        if (speed.isEmpty()) {
            write(of, 0, theme.text);
        } else if (two || !write(of + QStringLiteral(" · ") + speed, 0, theme.critical)) {
            write(of, two ? -line / 2 : 0, theme.text);
            write(speed, two ? line / 2 : 0, theme.critical);
        }
    }
}

struct Reading {
    const char* key;
    const char* name;
    std::optional<Celsius> RackState::*value;
};
constexpr Reading readings[] = {
    {"inlet", QT_TRANSLATE_NOOP("roofrack::PowerHeatChart", "air inlet"), &RackState::inlet},
    {"coolant", QT_TRANSLATE_NOOP("roofrack::PowerHeatChart", "coolant"), &RackState::coolant},
    {"chip", QT_TRANSLATE_NOOP("roofrack::PowerHeatChart", "hottest chip"), &RackState::chip}};

QColor reading_colour(const Theme& theme, size_t reading) {
    constexpr StepPart like[] = {StepPart::memory, StepPart::compute, StepPart::data_comm};
    return theme.part(like[reading]);
}

void draw_heat(ChartCanvas& canvas, const std::vector<RackState>& racks,
               const std::array<bool, std::size(readings)>& shown_readings, bool with_limit) {
    const Theme& theme = canvas.theme();
    const double row = canvas.y(1) - canvas.y(0);
    for (size_t i = 0; i < racks.size(); ++i) {
        const RackState& rack = racks[i];
        const double y = canvas.y(static_cast<double>(i));
        canvas.rule({canvas.plot().left(), y}, {canvas.plot().right(), y}, QPen(theme.grid, 1),
                    ChartCanvas::Avoid::no);
        if (rack.chip_limit && with_limit) {
            const double limit = canvas.x(rack.chip_limit->degrees()),
                         half = std::min(row * 0.3, canvas.px(10));
            canvas.rule({limit, y - half}, {limit, y + half}, QPen(theme.critical, canvas.px(2)));
            canvas.hit(QRectF(limit - 4, y - half, 8, 2 * half),
                       PowerHeatChart::tr("%1\nchip slows down at %2")
                           .arg(rack_name(rack), degrees_text(*rack.chip_limit)));
        }
        for (size_t k = 0; k < std::size(readings); ++k) {
            const auto& value = rack.*readings[k].value;
            if (!value || !shown_readings[k]) continue;
            const QPointF at(canvas.x(value->degrees()), y);
            const bool too_hot = k == 2 && rack.chip_limit && *value >= *rack.chip_limit;
            canvas.dot(at, canvas.px(5), reading_colour(theme, k), too_hot ? theme.critical : theme.panel);
            canvas.hit(QRectF(at.x() - 8, at.y() - 8, 16, 16),
                       QStringLiteral("%1\n%2 %3")
                           .arg(rack_name(rack), PowerHeatChart::tr(readings[k].name), degrees_text(*value)),
                       QStringLiteral("power"));
            const double off = canvas.px(8);
            canvas.label(degrees_text(*value),
                         {{at - QPointF(0, off), Qt::AlignHCenter | Qt::AlignBottom},
                          {at + QPointF(0, off), Qt::AlignHCenter | Qt::AlignTop},
                          {at + QPointF(off, 0)},
                          {at - QPointF(off, 0), Qt::AlignRight | Qt::AlignVCenter}},
                         {.colour = too_hot ? theme.critical : theme.text, .halo = true, .ground = true});
        }
    }
}

PanelSpec rows(const std::vector<RackState>& racks) {
    PanelSpec panel;
    panel.y = {.scale = AxisSpec::Scale::category,
               .low = -0.6,
               .high = static_cast<double>(racks.size()) - 0.4,
               .reversed = true,
               .zoom = false};
    for (const RackState& rack : racks) panel.y.categories << rack_name(rack);
    panel.max_height = static_cast<int>(racks.size()) * 88 + 72;
    return panel;
}

/// The most urgent `most` of them, in drawn order.
std::vector<RackState> most_urgent(std::vector<RackState> racks, size_t most) {
    if (racks.size() <= most) return racks;
    std::vector<double> by_urgency;
    for (const RackState& rack : racks) by_urgency.push_back(urgency(rack));
    std::vector<double> sorted = by_urgency;
    std::ranges::sort(sorted, std::ranges::greater{});
    const double least = sorted[most - 1];
    std::vector<RackState> out;
    for (size_t i = 0; i < racks.size() && out.size() < most; ++i)
        if (by_urgency[i] >= least) out.push_back(std::move(racks[i]));
    return out;
}

} // namespace

PowerHeatChart::PowerHeatChart(QWidget* parent)
    : Chart(QLatin1String(id_text), Chart::tr(title_text), parent) {}

ChartSpec PowerHeatChart::describe(const Theme& theme, QSize size) const {
    ChartSpec spec;
    spec.title = PowerHeatChart::tr("Power and temperature of one rack of each kind");
    spec.source = source_line(data());
    const auto& evaluation = data().evaluation;
    if (!evaluation || evaluation->power.racks.empty()) {
        spec.empty =
            evaluation && !evaluation->feasible
                ? infeasible_text(*evaluation)
                : PowerHeatChart::tr("Draw racks with servers: their power and temperatures appear here.");
        return spec;
    }
    const PowerState& power = evaluation->power;
    const bool any_heat = std::ranges::any_of(
        power.racks, [](const RackState& rack) { return rack.inlet || rack.coolant || rack.chip; });
    const auto most_in = [&](int panels_high) {
        const int rows_high = size.height() - theme.spacing(150) - (panels_high - 1) * theme.spacing(64);
        return static_cast<size_t>(std::max(1, rows_high / panels_high / theme.spacing(30)));
    };
    // One below the other where that is too narrow, and not too low either.
    const bool stacked = size.width() < theme.spacing(power.racks.size() > most_in(2) ? 540 : 680);
    const bool beside = any_heat && !stacked;
    const size_t most = most_in(any_heat && !beside ? 2 : 1);
    const std::vector<RackState> racks = most_urgent(power.racks, most);
    QString others;
    if (racks.size() < power.racks.size())
        others = PowerHeatChart::tr("%1 more kinds are farther from their limits")
                     .arg(power.racks.size() - racks.size());
    spec.subtitle = joined({PowerHeatChart::tr("IT %1").arg(shown(power.it)),
                            PowerHeatChart::tr("facility %1 at PUE %2")
                                .arg(shown(power.facility), QString::number(power.pue, 'f', 2)),
                            others});

    const auto has = [&](auto member) {
        return std::ranges::any_of(racks, [&](const RackState& rack) { return (rack.*member).has_value(); });
    };
    const bool limits = has(&RackState::limit);
    const bool with_limit = is_shown(QStringLiteral("limit")), with_peak = is_shown(QStringLiteral("peak"));
    spec.legend = {
        {QStringLiteral("peak"), PowerHeatChart::tr("peak, while computing"), theme.secondary, true, true}};
    if (limits || has(&RackState::chip_limit))
        spec.legend.push_back({QStringLiteral("limit"), tr("limit"), theme.critical, true, true});
    std::array<bool, std::size(readings)> shown_readings{};
    for (size_t i = 0; i < std::size(readings); ++i) {
        shown_readings[i] = is_shown(QLatin1String(readings[i].key));
        if (has(readings[i].value))
            spec.legend.push_back(
                {QLatin1String(readings[i].key), tr(readings[i].name), reading_colour(theme, i)});
    }

    PanelSpec watts = rows(racks);
    watts.heading = PowerHeatChart::tr("Power of one rack, mean over the step");
    watts.x = {.unit = QStringLiteral("W"), .high = 1};
    for (const RackState& rack : racks)
        watts.x.high =
            std::max({watts.x.high, rack.power.si(), rack.peak.si(), rack.limit ? rack.limit->si() : 0});
    // Room at the right for the longest text beside a bar.
    const QFontMetricsF metrics(theme.font(Theme::Role::secondary));
    double text = 0, names = 0;
    for (const RackState& rack : racks) {
        text = std::max(
            {text, metrics.horizontalAdvance(load_text(rack)), metrics.horizontalAdvance(speed_text(rack))});
        names = std::max(names, metrics.horizontalAdvance(rack_name(rack)));
    }
    const double panel =
        beside ? (size.width() - theme.spacing(56)) * 0.58 : size.width() - theme.spacing(32);
    const double axis = std::max(1.0, panel - names - theme.spacing(34));
    watts.x.high /= 1 - std::min(0.7, (text + theme.spacing(18)) / axis);
    watts.stretch = beside ? 58 : 50;
    watts.draw = [=](ChartCanvas& canvas) { draw_power(canvas, racks, with_limit, with_peak); };
    spec.panels.push_back(watts);
    if (!any_heat) return spec;

    PanelSpec heat = rows(racks);
    heat.heading = PowerHeatChart::tr("Temperatures");
    double coldest = 20, hottest = 40;
    for (const RackState& rack : racks)
        for (const auto& value : {rack.inlet, rack.coolant, rack.chip, rack.chip_limit})
            if (value)
                coldest = std::min(coldest, value->degrees()), hottest = std::max(hottest, value->degrees());
    heat.x = {.unit = QStringLiteral("°C"),
              .low = std::floor(coldest / 10) * 10 - 2,
              .high = std::ceil((hottest + 2) / 10) * 10 + 2};
    heat.y.visible = !beside;
    heat.stretch = beside ? 42 : 50;
    heat.draw = [=](ChartCanvas& canvas) { draw_heat(canvas, racks, shown_readings, with_limit); };
    spec.panels.push_back(heat);
    spec.stacked = !beside;
    return spec;
}

ChartTable PowerHeatChart::table() const {
    ChartTable out;
    out.columns = {{"rack", ""},      {"count", ""},        {"power", "W"},          {"peak", "W"},
                   {"limit", "W"},    {"heat_to_air", "W"}, {"heat_to_liquid", "W"}, {"inlet", "°C"},
                   {"coolant", "°C"}, {"chip", "°C"},       {"chip_limit", "°C"},    {"speed", ""},
                   {"clip", ""}};
    if (!data().evaluation) return out;
    const auto degrees = [](const std::optional<Celsius>& value) {
        return value ? ChartTable::Cell(value->degrees()) : ChartTable::Cell();
    };
    for (const RackState& rack : data().evaluation->power.racks)
        out.rows.push_back({rack.id, rack.count, rack.power.si(), rack.peak.si(),
                            rack.limit ? ChartTable::Cell(rack.limit->si()) : ChartTable::Cell(),
                            rack.heat_to_air.si(), rack.heat_to_liquid.si(), degrees(rack.inlet),
                            degrees(rack.coolant), degrees(rack.chip), degrees(rack.chip_limit), rack.speed,
                            std::string(name_of(rack.clip))});
    return out;
}

} // namespace roofrack
