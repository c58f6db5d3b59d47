// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/plot/ticks.h"

#include "core/base/units/common_units.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

namespace {

struct Prefix {
    double factor;
    const char* symbol;
};

Prefix prefix_of(double magnitude, bool counts) {
    static constexpr Prefix prefixes[] = {{1e18, "E"}, {1e15, "P"}, {1e12, "T"}, {1e9, "G"},
                                          {1e6, "M"},  {1e3, "k"},  {1, ""},     {1e-3, "m"},
                                          {1e-6, "µ"}, {1e-9, "n"}, {1e-12, "p"}};
    // Counts below a million stand in full, as the texts beside them do: 16,384 GPUs; nothing comes in
    // milli-GPUs.
    if (counts && magnitude < 999999.5) return {1, ""};
    for (const Prefix& prefix : prefixes)
        if (magnitude >= prefix.factor * 0.9995) return prefix;
    return {1, ""};
}

QString grouped(QString digits) {
    qsizetype end = digits.indexOf(u'.');
    if (end < 0) end = digits.size();
    const qsizetype first = digits.startsWith(u'-') ? 1 : 0;
    for (qsizetype i = end - 3; i > first; i -= 3) digits.insert(i, u',');
    return digits;
}

/// Longer than this a time axis counts minutes, then hours: nobody reads kiloseconds. s
constexpr double counts_minutes = 600, counts_hours = 3 * seconds_an_hour;

struct TimeUnit {
    double seconds;
    const char* symbol;
};
TimeUnit time_unit(double longest) {
    if (longest > counts_hours) return {seconds_an_hour, "h"};
    return longest > counts_minutes ? TimeUnit{60, "min"} : TimeUnit{1, "s"};
}

/// Units that take no SI prefix.
bool is_count(const QString& unit) {
    return unit.isEmpty() || unit == u"×" || unit == u"°C" || unit == u"$" || unit == u"MWh" ||
           unit == u"d" || unit == u"/s";
}

double nice_step(double raw) {
    const double power = std::pow(10, std::floor(std::log10(raw)));
    for (const double step : {1.0, 2.0, 2.5, 5.0})
        if (raw <= step * power * 1.0001) return step * power;
    return 10 * power;
}

/// Digits behind the point that tell multiples of the step apart without rounding; at most `most`.
int decimals_of(double step, int most) {
    int out = 0;
    for (; out < most && std::abs(step - std::round(step)) > 1e-6 * step; step *= 10) ++out;
    return out;
}

/// Leaves out labels evenly, so that those that stay do not touch; `first` always stays.
void thin(std::vector<Tick>& ticks, int first, bool horizontal, const QFontMetricsF& metrics,
          const std::function<double(double)>& to_pixel) {
    std::vector<double> centres, extents;
    for (const Tick& tick : ticks) {
        centres.push_back(to_pixel(tick.at));
        // The height is that of letters as high as they get; the room below them is the gap.
        const double more_lines = metrics.lineSpacing() * double(tick.label.count(u'\n'));
        extents.push_back(horizontal ? metrics.horizontalAdvance(tick.label) : metrics.ascent() + more_lines);
    }
    const size_t stride =
        stride_that_fits(centres, extents, horizontal ? metrics.averageCharWidth() * 1.4 : 2, first);
    for (size_t i = 0; i < ticks.size(); ++i)
        if (!on_stride(i, stride, first)) ticks[i].label.clear();
}

std::vector<Tick> linear_ticks(const AxisSpec& axis, double low, double high, double pixels,
                               bool horizontal) {
    const double wanted = std::max(2.0, pixels / (horizontal ? 72 : 60));
    const double unit = axis.unit == u"s" ? time_unit(std::max(std::abs(low), std::abs(high))).seconds : 1;
    double step = unit * nice_step((high - low) / unit / wanted);
    if (axis.unit.isEmpty() || axis.unit == u"×") step = std::max(step, 1e-9);
    std::vector<Tick> out;
    const double largest = std::max(std::abs(low), std::abs(high));
    for (double i = std::ceil(low / step - 1e-9); i * step <= high + step * 1e-9 && out.size() < 100; ++i)
        out.push_back({i * step, tick_text(i * step, axis.unit, largest, step)});
    return out;
}

/// Decades of seconds, and from a minute on of minutes and hours: 10 s, 1 min, 10 min, 1 h, 10 h, 100 h.
std::vector<Tick> log_time_ticks(double low, double high) {
    std::vector<Tick> out;
    const auto add = [&](double at, double scale_of) {
        if (at >= low * 0.9999 && at <= high * 1.0001)
            out.push_back({at, tick_text(at, QStringLiteral("s"), scale_of, at)});
    };
    // Over less than two decades their doubles and halves as well.
    const std::vector<double> between =
        high / low > 100 ? std::vector<double>{1} : std::vector<double>{1, 2, 5};
    const auto add_decades = [&](double unit, double from, double end, double scale_of) {
        for (double decade = from; decade * unit < end; decade *= 10)
            for (const double each : between)
                if (const double at = each * decade * unit; at < end) add(at, std::max(scale_of, at));
    };
    add_decades(1, std::pow(10, std::floor(std::log10(low))), 60, 0);
    add_decades(seconds_a_minute, 1, seconds_an_hour, 2 * counts_minutes);
    add_decades(seconds_an_hour, 1, high * 1.0001, 2 * counts_hours);
    return out;
}

std::vector<Tick> log_ticks(const AxisSpec& axis, double low, double high, double pixels, bool horizontal) {
    if (axis.unit == u"s" && high > counts_minutes) return log_time_ticks(low, high);
    std::vector<Tick> out;
    const double decades = std::log10(high / low);
    if (!(decades > 0) || !(pixels > 0)) return out; // a chart without room has no ticks
    const double spacing = pixels / decades;
    const double room = horizontal ? 64 : 30;
    const int every = std::max(1, static_cast<int>(std::ceil(room / spacing)));
    const std::vector<double> mantissas = spacing > room * 4.5   ? std::vector<double>{1, 2, 5}
                                          : spacing > room * 2.6 ? std::vector<double>{1, 3}
                                                                 : std::vector<double>{1};
    for (int decade = static_cast<int>(std::floor(std::log10(low))); decade <= std::ceil(std::log10(high));
         ++decade) {
        if (decade % every) continue;
        for (const double mantissa : mantissas) {
            const double value = mantissa * std::pow(10, decade);
            if (value >= low * 0.9999 && value <= high * 1.0001)
                out.push_back({value, tick_text(value, axis.unit, value, value)});
        }
    }
    return out;
}

} // namespace

bool on_stride(size_t index, size_t stride, int first) {
    return index % stride == static_cast<size_t>(std::max(0, first)) % stride;
}

size_t stride_that_fits(const std::vector<double>& centres, const std::vector<double>& extents, double gap,
                        int first) {
    const auto fits = [&](size_t stride) {
        size_t last = 0;
        bool any = false;
        for (size_t i = 0; i < centres.size(); ++i) {
            if (!on_stride(i, stride, first)) continue;
            if (any && std::abs(centres[i] - centres[last]) < (extents[i] + extents[last]) / 2 + gap)
                return false;
            last = i;
            any = true;
        }
        return true;
    };
    size_t stride = 1;
    while (stride < centres.size() && !fits(stride)) ++stride;
    return stride;
}

QString tick_text(double value, const QString& unit, double scale_of, double step) {
    if (unit == u"%") {
        const double percent_step = std::abs(step * 100);
        // One digit more than the step's first: steps are 1, 2, 2.5 and 5.
        const int most = percent_step < 10 ? 1 + static_cast<int>(std::ceil(-std::log10(percent_step))) : 0;
        return QString::number(value * 100, 'f', decimals_of(percent_step, most)) + QStringLiteral(" %");
    }
    if (unit == u"s") {
        const TimeUnit time = time_unit(std::abs(scale_of));
        if (time.seconds > 1)
            return tick_text(value / time.seconds, QString(), scale_of / time.seconds, step / time.seconds) +
                   u' ' + QLatin1String(time.symbol);
    }
    const bool counts = is_count(unit);
    const Prefix prefix = prefix_of(std::abs(scale_of), counts);
    const QString symbol = QString::fromUtf8(prefix.symbol);
    if (value == 0) return QStringLiteral("0") + (counts ? QString() : u' ' + symbol + unit);
    const double shown = value / prefix.factor, shown_step = step / prefix.factor;
    int decimals = decimals_of(shown_step, 4);
    // A count between round ticks needs no more than its millions; 16.8M would say no more.
    if (counts && prefix.factor > 1 && std::abs(shown) >= 10) decimals = 0;
    QString text = grouped(QString::number(shown, 'f', decimals));
    if (unit == u"$") return unit + text + (symbol == u"G" ? QStringLiteral("B") : symbol);
    if (counts) return text + symbol + (unit.isEmpty() || unit == u"×" || unit == u"/s" ? unit : u' ' + unit);
    return text + u' ' + symbol + unit;
}

std::vector<Tick> choose_ticks(const AxisSpec& axis, double low, double high, double pixels, bool horizontal,
                               const QFontMetricsF& metrics, const std::function<double(double)>& to_pixel) {
    std::vector<Tick> out;
    int emphasised = -1;
    if (axis.scale == AxisSpec::Scale::category) {
        for (int i = 0; i < axis.categories.size(); ++i) {
            const double at =
                axis.places.empty() ? static_cast<double>(i) : axis.places[static_cast<size_t>(i)];
            if (at < low || at > high) continue;
            if (i == axis.emphasised) emphasised = static_cast<int>(out.size());
            out.push_back({at, axis.categories[i]});
        }
    } else if (!axis.ticks.empty()) {
        for (size_t i = 0; i < axis.ticks.size(); ++i) {
            const double at = axis.ticks[i];
            if (at < low * 0.9999 || at > high * 1.0001) continue;
            if (static_cast<int>(i) == axis.emphasised) emphasised = static_cast<int>(out.size());
            const bool linear = axis.scale == AxisSpec::Scale::linear && axis.ticks.size() > 1;
            const double step = linear ? axis.ticks[1] - axis.ticks[0] : at;
            out.push_back({at, tick_text(at, axis.unit, linear ? axis.ticks.back() : at, step)});
        }
        // Counts in full, as the texts beside them say them: where there is no room, some are left out.
        const bool whole =
            std::ranges::all_of(out, [](const Tick& tick) { return tick.at == std::round(tick.at); });
        if (axis.unit.isEmpty() && horizontal && whole)
            for (Tick& tick : out) tick.label = grouped(QString::number(tick.at, 'f', 0));
    } else if (axis.scale == AxisSpec::Scale::logarithmic) {
        out = log_ticks(axis, low, high, pixels, horizontal);
    } else {
        out = linear_ticks(axis, low, high, pixels, horizontal);
    }
    thin(out, emphasised, horizontal, metrics, to_pixel);
    return out;
}

} // namespace roofrack
