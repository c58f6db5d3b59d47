// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/facility/year_map.h"

#include "core/facility/weather/months.h"
#include "widgets/charts/chart_text.h"
#include "widgets/charts/plot/chart_canvas.h"

#include <QImage>
#include <QLocale>

#include <algorithm>
#include <cmath>
#include <limits>

namespace roofrack {

namespace {

/// The values of a year from the least to the most.
struct ValueRange {
    double low = std::numeric_limits<double>::infinity(), high = -std::numeric_limits<double>::infinity();
    double least = 0, most = 0; ///< least and most that occur; colours may reach farther

    ValueRange(const Year& year, YearValue value) {
        for (const YearHour& hour : year.hours) {
            low = std::min(low, value_of(hour, value));
            high = std::max(high, value_of(hour, value));
        }
        least = low, most = high;
        if (value == YearValue::chiller) low = 0, high = 1; // share of all the heat
        // What hardly changes looks so.
        if (value == YearValue::pue) high = std::max(high, low + 0.05);
        if (value == YearValue::clock) low = std::min(low, high - 0.05);
    }
    bool is_flat() const { return !(high - low > 1e-6 * std::abs(high)); }
    double share(double value) const { return is_flat() ? 0 : (value - low) / (high - low); }
};

/// What costs more is brighter; of clocks the lower.
QColor colour_at(double share, YearValue value) {
    if (value == YearValue::air) return heat_ramp(0.1 + 0.8 * share);
    return load_ramp(value == YearValue::clock ? 1 - share : share);
}

bool is_leap(const Year& year) { return year.hours.size() == hours_of_leap_year; }

QImage picture_of(const Year& year, YearValue value, const QColor& held) {
    const ValueRange range(year, value);
    const auto days = static_cast<int>(year.hours.size() / 24);
    QImage out(days, 24, QImage::Format_RGB32);
    for (size_t i = 0; i < year.hours.size(); ++i) {
        const YearHour& hour = year.hours[i];
        const bool marked = hour.throttled() && value != YearValue::clock;
        const QColor colour = marked ? held : colour_at(range.share(value_of(hour, value)), value);
        out.setPixel(static_cast<int>(i / 24), 23 - static_cast<int>(i % 24), colour.rgb());
    }
    return out;
}

QString day_text(const Year& year, size_t day, int month, size_t first_day) {
    const YearHour* const hours = &year.hours[24 * day];
    double low = std::numeric_limits<double>::infinity(), high = 0, cold = low, warm = -low, power = 0;
    int held = 0;
    for (size_t i = 0; i < 24; ++i) {
        low = std::min(low, hours[i].pue);
        high = std::max(high, hours[i].pue);
        cold = std::min(cold, hours[i].dry_bulb.degrees());
        warm = std::max(warm, hours[i].dry_bulb.degrees());
        power += hours[i].facility.si() / 24;
        held += hours[i].throttled() ? 1 : 0;
    }
    QString out = YearChart::tr("%1 %2\nPUE %3 to %4\nmean power %5\nair %6 to %7 °C")
                      .arg(day - first_day + 1)
                      .arg(QLocale::c().standaloneMonthName(month + 1))
                      .arg(low, 0, 'f', 3)
                      .arg(high, 0, 'f', 3)
                      .arg(shown(Watts(power)))
                      .arg(cold, 0, 'f', 0)
                      .arg(warm, 0, 'f', 0);
    if (held > 0) out += YearChart::tr("\nclocks held down for %1 h").arg(held);
    return out;
}

void draw_map(ChartCanvas& canvas, const Year& year, YearValue value) {
    const QImage picture = picture_of(year, value, canvas.theme().critical);
    QPainter& painter = canvas.painter();
    painter.save();
    painter.setClipRect(canvas.plot());
    painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    size_t day = 0;
    for (int month = 0; month < 12; ++month) {
        const size_t days = hours_of_month(month, is_leap(year)) / 24;
        // Whole pixels, so that no seam is seen between the months.
        const QRectF target(QPointF(std::floor(canvas.x(month - 0.5)), std::floor(canvas.y(24))),
                            QPointF(std::ceil(canvas.x(month + 0.5)), std::ceil(canvas.y(0))));
        painter.drawImage(target, picture,
                          QRectF(static_cast<double>(day), 0, static_cast<double>(days), 24));
        for (size_t i = 0; i < days; ++i) {
            const double width = target.width() / static_cast<double>(days);
            canvas.hit(
                QRectF(target.left() + static_cast<double>(i) * width, target.top(), width, target.height()),
                day_text(year, day + i, month, day));
        }
        day += days;
    }
    painter.restore();
}

} // namespace

QStringList month_names() {
    return {YearChart::tr("Jan"), YearChart::tr("Feb"), YearChart::tr("Mar"), YearChart::tr("Apr"),
            YearChart::tr("May"), YearChart::tr("Jun"), YearChart::tr("Jul"), YearChart::tr("Aug"),
            YearChart::tr("Sep"), YearChart::tr("Oct"), YearChart::tr("Nov"), YearChart::tr("Dec")};
}

QString value_name(YearValue value) {
    switch (value) {
    case YearValue::pue: break;
    case YearValue::power: return YearChart::tr("power at the meter");
    case YearValue::chiller: return YearChart::tr("share of the heat by chillers");
    case YearValue::clock: return YearChart::tr("clock of the slowest rack");
    case YearValue::air: return YearChart::tr("air outside");
    }
    return YearChart::tr("PUE");
}

double value_of(const YearHour& hour, YearValue value) {
    switch (value) {
    case YearValue::pue: break;
    case YearValue::power: return hour.facility.si();
    case YearValue::chiller: return hour.chiller;
    case YearValue::clock: return hour.clock;
    case YearValue::air: return hour.dry_bulb.degrees();
    }
    return hour.pue;
}

QString value_text(double value, YearValue of) {
    switch (of) {
    case YearValue::pue: break;
    case YearValue::power: return shown(Watts(value));
    case YearValue::chiller: return percent_text(value);
    case YearValue::clock: return YearChart::tr("%1 %").arg(100 * value, 0, 'f', 1);
    case YearValue::air: return YearChart::tr("%1 °C").arg(value, 0, 'f', 0);
    }
    return QString::number(value, 'f', 3);
}

PanelSpec year_map_panel(std::shared_ptr<const Year> year, YearValue value) {
    PanelSpec panel;
    panel.heading = YearChart::tr("Hour of the day; colour: %1").arg(value_name(value));
    panel.x = {.scale = AxisSpec::Scale::category,
               .low = -0.5,
               .high = 11.5,
               .categories = month_names(),
               .zoom = false};
    panel.y = {.low = 0, .high = 24, .ticks = {0, 6, 12, 18, 24}, .zoom = false};
    panel.draw = [year, value](ChartCanvas& canvas) { draw_map(canvas, *year, value); };
    return panel;
}

std::vector<LegendEntry> year_map_legend(const Year& year, YearValue value, const Theme& theme) {
    const ValueRange range(year, value);
    LegendEntry colours;
    colours.text =
        range.is_flat()
            ? value_text(range.least, value)
            : YearChart::tr("%1 to %2").arg(value_text(range.least, value), value_text(range.most, value));
    colours.colour = colour_at(0.5, value);
    colours.swatch = [value, from = range.share(range.least),
                      to = range.share(range.most)](ChartCanvas& canvas, const QRectF& rect) {
        constexpr int steps = 6;
        for (int i = 0; i < steps; ++i)
            canvas.painter().fillRect(QRectF(rect.left() + i * rect.width() / steps, rect.top(),
                                             rect.width() / steps, rect.height()),
                                      colour_at(from + (to - from) * (i + 0.5) / steps, value));
    };
    std::vector<LegendEntry> out{std::move(colours)};
    if (year.total.throttled_hours > 0 && value != YearValue::clock)
        out.push_back({{},
                       YearChart::tr("clocks held down, %1 h").arg(count_text(year.total.throttled_hours)),
                       theme.critical});
    return out;
}

} // namespace roofrack
