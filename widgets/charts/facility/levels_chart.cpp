// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/facility/levels_chart.h"

#include "core/base/units/json_fields.h"
#include "core/study/facility/facility_study.h"
#include "widgets/charts/chart_text.h"
#include "widgets/charts/facility/facility_text.h"
#include "widgets/charts/facility/load_title.h"
#include "widgets/charts/figure_columns.h"
#include "widgets/charts/plot/chart_canvas.h"
#include "widgets/fields/load_share_text.h"

#include <QFontMetricsF>

#include <algorithm>
#include <map>

namespace roofrack {

namespace {

constexpr int level_px = 22, level_frame_px = 150;
constexpr double far_over = 1.6; ///< a share that the axis still shows

double peak_share(const Level& level) { return share_of(level.peak, level.bound()).value_or(0); }

/// Its share in the compute phase is more than its bar has: a tick says so.
bool has_tick(const Level& level) {
    constexpr double rounded = 1.001; // a rounded sum is no peak
    return level.share() && peak_share(level) > *level.share() * rounded;
}

QString row_name(const Level& level) {
    return QStringLiteral("%1 · %2").arg(level_name(level), level_kind_text(level));
}

/// Where it is too wide the name gives way: rows of one name differ in their quantity.
QString short_row_name(const Level& level, const QFontMetricsF& metrics, double width) {
    const QString name = level_name(level), kind = row_name(level).mid(name.size());
    return metrics.elidedText(name, Qt::ElideMiddle, width - metrics.horizontalAdvance(kind)) + kind;
}

/// "14.7 MW of 31.5 MW after one failure".
QString row_text(const Level& level) {
    if (level.kind == Level::Kind::inlet)
        return LevelsChart::tr("%1, %2 allowed")
            .arg(degrees_text(level.inlet), degrees_text(level.inlet_limit));
    const QString load = shown(level.load);
    if (!level.bound()) return LevelsChart::tr("%1, limit not known").arg(load);
    const QString bound = shown(*level.bound());
    if (level.secured) return LevelsChart::tr("%1 of %2 after one failure").arg(load, bound);
    if (!level.has_spare) return LevelsChart::tr("%1 of %2, no spare").arg(load, bound);
    return LevelsChart::tr("%1 of %2").arg(load, bound);
}

/// "4.7 K below the limit".
QString kelvins_text(Kelvins below) {
    const QString kelvins = QString::number(std::abs(below.si()), 'f', 1);
    return below < Kelvins(0) ? LevelsChart::tr("%1 K above the limit").arg(kelvins)
                              : LevelsChart::tr("%1 K below the limit").arg(kelvins);
}

/// Temperatures have no zero from which a bar could begin: the kelvins that are left, in words.
void draw_kelvins(ChartCanvas& canvas, Kelvins below, double y) {
    constexpr Kelvins close(2); // judgement: what a door that stands open, or a lost unit, takes
    const Theme& theme = canvas.theme();
    canvas.label(kelvins_text(below), {{{canvas.x(0) + canvas.px(4), y}}},
                 {.colour = below < Kelvins(0) ? theme.critical
                            : below < close    ? theme.warning
                                               : theme.good,
                  .ground = true});
}

QString readout_of(const Level& level) {
    if (level.kind == Level::Kind::inlet)
        return row_name(level) + u'\n' +
               LevelsChart::tr("%1 at the servers, which allow %2 here")
                   .arg(degrees_text(level.inlet), degrees_text(level.inlet_limit)) +
               u'\n' + kelvins_text(*level.below_limit());
    QString text =
        row_name(level) + u'\n' +
        LevelsChart::tr("%1 mean, %2 in the compute phase").arg(shown(level.mean), shown(level.peak)) +
        u'\n' + LevelsChart::tr("%1 %2").arg(shown(level.load), window_text(level.window));
    if (level.limit) text += u'\n' + LevelsChart::tr("%1 with all at work").arg(shown(*level.limit));
    if (level.secured)
        text += u'\n' + LevelsChart::tr("%1 with the worst one lost").arg(shown(*level.secured));
    if (!level.has_spare) text += u'\n' + LevelsChart::tr("a single failure leaves nothing");
    if (const auto margin = level.margin())
        text += u'\n' + LevelsChart::tr("margin %1").arg(load_margin_text(*margin));
    if (level.kind == Level::Kind::site && !level.limit)
        text += u'\n' + LevelsChart::tr("a click leads to the field of its power limit");
    return text;
}

/// The input that holds the limit; empty: it follows from the whole drawing.
std::string limit_address(const Level& level) {
    const std::string element = "/cluster/elements/" + pointer_token(level.id);
    switch (level.kind) {
    case Level::Kind::site: return "/site/power_limit";
    case Level::Kind::plant: return {};
    case Level::Kind::rack: return element + "/power_limit";
    case Level::Kind::rack_heat: return element + "/cooling_limit";
    case Level::Kind::inlet:
    case Level::Kind::supply:
    case Level::Kind::air:
    case Level::Kind::loop: break;
    }
    return element + "/part";
}

QString limit_key(const Level& level) {
    const std::string address = limit_address(level);
    return address.empty() ? QString() : QLatin1String(LevelsChart::limit_prefix) + qt(address);
}

/// The fullest, and always the site where it has a limit.
void keep_first(std::vector<Level>& levels, size_t count) {
    const auto first = levels.begin() + static_cast<std::ptrdiff_t>(count);
    const auto site = std::find_if(first, levels.end(), [](const Level& level) {
        return level.kind == Level::Kind::site && level.bound();
    });
    if (site != levels.end()) *std::prev(first) = Level(*site);
    levels.resize(count);
}

/// "feeds", "power of a rack".
QString window_kind_text(const Level& level) {
    if (level.kind == Level::Kind::rack) return LevelsChart::tr("power of a rack");
    if (level.kind == Level::Kind::rack_heat) return LevelsChart::tr("heat of a rack");
    return level_kind_text(level);
}

/// "bars: highest mean over 1 s: power of a rack, feeds; over 15 min: at the meter": loads of different
/// windows are no parts of one sum.
QString windows_text(const std::vector<Level>& levels) {
    std::map<Seconds, QStringList> kinds;
    for (const Level& level : levels) {
        if (level.kind == Level::Kind::inlet) continue;
        const QString kind = window_kind_text(level);
        if (QStringList& known = kinds[level.window]; !known.contains(kind)) known << kind;
    }
    QStringList out;
    for (const auto& [window, known] : kinds)
        out << QStringLiteral("%1: %2").arg(window_text(window), known.join(QStringLiteral(", ")));
    return out.isEmpty() ? QString()
                         : LevelsChart::tr("bars: highest mean %1").arg(out.join(QStringLiteral("; ")));
}

/// A bar that goes on beyond the axis: a gap near its end, and how far it goes.
void draw_break(ChartCanvas& canvas, const QRectF& bar, double share, const QColor& colour) {
    const double at = bar.right() - canvas.px(10), lean = canvas.px(4);
    for (const double off : {0.0, canvas.px(4)})
        canvas.rule({at + off - lean, bar.bottom()}, {at + off + lean, bar.top()},
                    QPen(canvas.theme().panel, canvas.px(2)), ChartCanvas::Avoid::no);
    canvas.label(load_share_text(share),
                 {{{at - canvas.px(8), bar.center().y()}, Qt::AlignRight | Qt::AlignVCenter}},
                 {.colour = canvas.theme().text_on(colour)});
}

void draw_levels(ChartCanvas& canvas, const std::vector<Level>& levels, double most) {
    const Theme& theme = canvas.theme();
    const double row = canvas.y(1) - canvas.y(0), half = std::min(row * 0.3, canvas.px(9));
    canvas.rule({canvas.x(1), canvas.plot().top()}, {canvas.x(1), canvas.plot().bottom()},
                QPen(theme.critical, canvas.px(1.5)), ChartCanvas::Avoid::no);
    for (size_t i = 0; i < levels.size(); ++i) {
        const Level& level = levels[i];
        const double y = canvas.y(static_cast<double>(i)), zero = canvas.x(0);
        const double load = level.share().value_or(0), peak = peak_share(level);
        if (level.share()) {
            const double end = canvas.x(std::min(load, most));
            const QRectF bar(QPointF(zero, y - half), QPointF(end, y + half));
            const QColor colour = margin_colour(theme, level.margin());
            canvas.box(bar, colour);
            if (load > most) draw_break(canvas, bar, load, colour);
            if (has_tick(level)) {
                const double at = canvas.x(std::min(peak, most));
                canvas.rule({end, y}, {at, y}, QPen(theme.secondary, canvas.px(1.5)));
                canvas.rule({at, y - half * 0.6}, {at, y + half * 0.6},
                            QPen(theme.secondary, canvas.px(1.5)));
            }
        }
        if (const auto below = level.below_limit()) draw_kelvins(canvas, *below, y);
        const QRectF area(QPointF(canvas.picture().left(), y - row / 2),
                          QPointF(canvas.plot().right(), y + row / 2));
        QPainterPath path;
        path.addRect(area);
        canvas.choose(path, readout_of(level), limit_key(level));
        const QColor colour = level.is_over() ? theme.critical : level.has_spare ? theme.text : theme.warning;
        canvas.label(row_text(level), {{{canvas.x(most) + canvas.px(10), y}}},
                     {.colour = colour, .may_leave_plot = true});
    }
}

} // namespace

LevelsChart::LevelsChart(QWidget* parent)
    : Chart(QLatin1String(id_text), Chart::tr(title_text), parent) {}

ChartSpec LevelsChart::describe(const Theme& theme, QSize size) const {
    ChartSpec spec;
    spec.source = source_line(data());
    spec.title = LevelsChart::tr("How full every level of power and cooling is");
    if (!data().have<FacilityStudy>() || data().have<FacilityStudy>()->levels.empty()) {
        spec.empty = empty_chart_text(
            data(), LevelsChart::tr("Draw racks with servers: every level of their power and cooling "
                                    "appears here, with what is left."));
        return spec;
    }
    const FacilityStudy& study = *data().have<FacilityStudy>();
    spec.plan = assumed_load_text(study.assumed);
    spec.alert = alert_at_load(data(), study.assumed);
    std::vector<Level> levels = study.levels;
    const auto room = static_cast<size_t>(
        std::max(2, (size.height() - theme.spacing(level_frame_px)) / theme.spacing(level_px)));
    const size_t left_out = levels.size() > room ? levels.size() - room : 0;
    keep_first(levels, levels.size() - left_out);
    const PowerState& power = study.state;
    const QString pue = QString::number(power.pue, 'f', 2);
    spec.subtitle = joined(
        {LevelsChart::tr("IT %1").arg(shown(power.it)),
         study.assumed ? joined({LevelsChart::tr("facility %1, PUE %2").arg(shown(power.facility), pue),
                                 where_load_is_set()})
                       : LevelsChart::tr("facility %1, PUE %2, mean over the step; %3 in the compute phase")
                             .arg(shown(power.facility), pue, shown(power.peak))});
    if (!study.assumed) spec.subtitle += u'\n' + windows_text(levels);
    spec.legend = {{{}, LevelsChart::tr("load"), theme.good},
                   {{}, LevelsChart::tr("less than a tenth left"), theme.warning},
                   {{}, LevelsChart::tr("over"), theme.critical}};
    if (!study.assumed && std::ranges::any_of(levels, has_tick))
        spec.legend.push_back({{}, LevelsChart::tr("in the compute phase"), theme.secondary, true, true});
    double most = 1;
    for (const Level& level : levels) most = std::max({most, level.share().value_or(0), peak_share(level)});
    most = std::min(most, far_over);
    PanelSpec panel;
    // What is left out is said where a low picture still has words.
    panel.heading = joined(
        {left_out == 1  ? LevelsChart::tr("1 more has no room here")
         : left_out > 1 ? LevelsChart::tr("%1 more have no room here").arg(left_out)
                        : QString(),
         LevelsChart::tr("Share of what it may carry, after the worst single failure where it has a spare")});
    panel.y.show_rows(levels.size());
    const QFontMetricsF metrics(theme.font(Theme::Role::secondary));
    double text = 0, names = 0;
    for (const Level& level : levels) {
        panel.y.categories << short_row_name(level, metrics, size.width() * 0.34);
        names = std::max(names, metrics.horizontalAdvance(panel.y.categories.back()));
        text = std::max(text, metrics.horizontalAdvance(row_text(level)));
    }
    panel.x = {
        .unit = QStringLiteral("%"), .low = 0, .high = most, .ticks = {0, 0.25, 0.5, 0.75, 1}, .zoom = false};
    // What is said stands in a column of its own, beyond every bar.
    const double plot = size.width() - names - theme.spacing(52);
    const double axis = std::max(plot - text - theme.spacing(20), static_cast<double>(theme.spacing(90)));
    panel.x.high = most * (1 + std::min(2.5, (text + theme.spacing(20)) / axis));
    for (const double tick : {1.25, 1.5})
        if (tick < most) panel.x.ticks.push_back(tick);
    panel.max_height = static_cast<int>(levels.size()) * theme.spacing(44) + theme.spacing(72);
    panel.draw = [levels, most](ChartCanvas& canvas) { draw_levels(canvas, levels, most); };
    spec.panels.push_back(std::move(panel));
    return spec;
}

ChartTable LevelsChart::table() const {
    constexpr figures::ViewKey view[] = {{"level", "level"},
                                         {"kind", "kind"},
                                         {"count", "count"},
                                         {"load_w", "load"},
                                         {"mean_w", "mean"},
                                         {"peak_w", "peak"},
                                         {"window_s", "window"},
                                         {"limit_w", "limit"},
                                         {"secured_w", "secured"},
                                         {"margin", "margin"},
                                         {"inlet_c", "inlet"},
                                         {"inlet_limit_c", "inlet limit"},
                                         {"below_limit_k", "below the limit"}};
    return table_of_list(data().have<FacilityStudy>(), &FacilityStudy::levels, view);
}

} // namespace roofrack
