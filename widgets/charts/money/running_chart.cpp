// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/money/running_chart.h"

#include "core/base/units/calendar_date.h"
#include "core/facility/economics/economics.h"
#include "core/study/money/ready_by_date.h"
#include "core/study/money/site_alternative.h"
#include "widgets/charts/money/money_text.h"
#include "widgets/charts/plot/chart_canvas.h"
#include "widgets/fields/text.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace roofrack {

namespace {

using std::chrono::sys_days;

constexpr int running_frame_px = 150; ///< px of the picture's height beside its rows
constexpr int one_panel_px = 600;     ///< a picture in which the days have no room beside the tokens
constexpr int most_bar_px = 18;       ///< half a pair of bars

/// A cluster with its two best ways.
struct RunningRow {
    const SiteAlternative* fill = nullptr;
    std::optional<ReadyByDate> own, cloud;
    double most() const { return std::max(own ? own->tokens : 0, cloud ? cloud->tokens : 0); }
};

double weeks_from(sys_days from, sys_days to) { return static_cast<double>((to - from).count()) / 7; }

/// Those that can be had, the most tokens by machines of one's own first.
std::vector<RunningRow> rows_by(const SiteAlternatives& fills, sys_days order, sys_days by) {
    std::vector<RunningRow> out;
    for (const ReadyByDate& way : best_deployments(fills, ready_by_date(fills, order, by))) {
        if (way.never) continue;
        const SiteAlternative* fill = &fills.clusters[way.cluster];
        auto row = std::ranges::find(out, fill, &RunningRow::fill);
        if (row == out.end()) row = out.insert(out.end(), RunningRow{fill, {}, {}});
        (is_rented(fills, way) ? row->cloud : row->own) = way;
    }
    std::ranges::stable_sort(out, [](const RunningRow& a, const RunningRow& b) {
        const auto key = [](const RunningRow& row) {
            return std::pair(row.own ? row.own->tokens : 0, row.most());
        };
        return key(a) > key(b);
    });
    return out;
}

const DeploymentPath& path_of_way(const SiteAlternative& fill, const ReadyByDate& way) {
    return fill.paths[*way.path];
}

/// Null: it does not run, or on no day that could be named.
const DeploymentPath* sites_own_path(const SiteAlternative& fill) {
    const auto own = std::ranges::find(fill.paths, true, &DeploymentPath::is_sites_own);
    return own == fill.paths.end() || !own->no_days().empty() ? nullptr : &*own;
}

QString token_text(double tokens) { return shown(tokens, Dimension::number); }

QString way_readout(const SiteAlternatives& fills, const RunningRow& row, const ReadyByDate& way) {
    const SiteAlternative& fill = *row.fill;
    const DeploymentPath& path = path_of_way(fill, way);
    QString out = RunningChart::tr("%1, %2").arg(qt(fill.gpus_text()), to_qt(label_of(path.deployment)));
    if (!other_way_text(fills, way).empty() && !is_rented(path.deployment))
        if (const DeploymentPath* const own = sites_own_path(fill))
            out += RunningChart::tr("\nin the site's own way, %1: %2 weeks")
                       .arg(to_qt(label_of(own->deployment)))
                       .arg(std::lround(own->lead_weeks.likely));
    if (const std::string servers = fill.servers_text(); !servers.empty())
        out += (fill.accelerator == fills.clusters.front().accelerator
                    ? RunningChart::tr("\n%1, the server that is drawn")
                    : RunningChart::tr("\n%1: of its servers the best connected, then the cheapest"))
                   .arg(qt(servers));
    out += RunningChart::tr("\nruns from %1 (%2 to %3)")
               .arg(qt(date_text(way.from)), qt(date_text(way.soonest)), qt(date_text(way.latest)));
    if (!path.lead.items.empty())
        out += RunningChart::tr(", waits for: %1").arg(to_qt(label_of_lead(path.lead.items.front().what)));
    out += (fills.counts_samples ? RunningChart::tr("\n%1 samples by then (%2 to %3)")
                                 : RunningChart::tr("\n%1 tokens by then (%2 to %3)"))
               .arg(token_text(way.tokens), token_text(way.tokens_low), token_text(way.tokens_high));
    if (way.done) {
        out += RunningChart::tr("\ntoken budget done on %1").arg(qt(date_text(*way.done)));
        if (const std::string early = path.done_meanwhile(); !early.empty())
            out += QStringLiteral(", ") + qt(early);
        if (const std::string none = path.trains_none(); !none.empty()) out += u'\n' + qt(none);
    }
    out += RunningChart::tr("\n%1 per million, %2 at the meter")
               .arg(dollar_text(path.dollars_per_million), shown(fill.metered));
    if (path.capital.likely > 0)
        out += RunningChart::tr("\ncapital %1 (%2)")
                   .arg(dollar_text(path.capital.likely), dollar_band_text(path.capital));
    if (!fill.is_drawn && fill.held_by != RoomLimit::grid)
        out += RunningChart::tr("\nno more fit for the room's %1").arg(to_qt(label_of(fill.held_by)));
    if (!fill.undrawn.empty()) out += RunningChart::tr("\nno more are drawn: %1").arg(qt(fill.undrawn));
    if (fill.needs_licence()) out += RunningChart::tr("\nneeds an export licence");
    if (fill.scenario) out += RunningChart::tr("\na click keeps it as a scenario");
    return out;
}

QString fill_key(const SiteAlternative& fill) {
    return QLatin1String(RunningChart::chosen_prefix) + qt(fill.accelerator);
}

void mark_row(ChartCanvas& canvas, const QRectF& area, const SiteAlternative& fill, const QString& readout) {
    QPainterPath path;
    path.addRect(area);
    if (fill.scenario)
        canvas.choose(path, readout, fill_key(fill));
    else
        canvas.hit(path, readout);
}

/// Two bars: the upper and the lower one; a lone one in the middle.
struct Bars {
    double half = 0, own = 0, cloud = 0; ///< px
};
Bars bars_of(const ChartCanvas& canvas, const RunningRow& row, double at) {
    const double room = std::min((canvas.y(1) - canvas.y(0)) * 0.48, canvas.px(most_bar_px));
    const double y = canvas.y(at);
    if (!row.own || !row.cloud) return {room * 0.62, y, y};
    return {room * 0.46, y - room * 0.5, y + room * 0.5};
}

/// The waits, long or short, make a difference by then.
template<class Way>
bool has_whisker(const Way& way) {
    return way.tokens_high > way.tokens_low;
}

QString trained_text(const ReadyByDate& way) {
    return way.tokens > 0 ? token_text(way.tokens) : RunningChart::tr("not by then");
}

/// With the way that it is had in, where that is not the site's own.
QString bar_text(const SiteAlternatives& fills, const ReadyByDate& way) {
    const std::string_view other = other_way_text(fills, way);
    return other.empty() ? trained_text(way) : trained_text(way) + QStringLiteral(", ") + to_qt(other);
}

/// The end of the axis of tokens: the longest bar leaves room for the widest text beside it.
double tokens_end(const SiteAlternatives& fills, const std::vector<RunningRow>& rows, const Theme& theme,
                  int width) {
    const QFontMetricsF metrics(theme.font(Theme::Role::strong));
    double most = 0, widest = 0;
    for (const RunningRow& row : rows)
        for (const auto* way : {&row.own, &row.cloud}) {
            if (!*way) continue;
            most = std::max({most, (*way)->tokens, (*way)->tokens_high});
            widest = std::max(widest, metrics.horizontalAdvance(bar_text(fills, **way)));
        }
    const bool is_alone = width < theme.spacing(one_panel_px);
    const double plot = (is_alone ? 0.7 : 0.34) * width; // beside the names and the other panel
    constexpr double most_for_text = 0.6;
    const double for_text = std::min(most_for_text, (widest + theme.spacing(10)) / plot);
    return most > 0 ? most / (1 - for_text) : 1;
}

void draw_tokens(ChartCanvas& canvas, const SiteAlternatives& fills, const std::vector<RunningRow>& rows) {
    const Theme& theme = canvas.theme();
    for (size_t i = 0; i < rows.size(); ++i) {
        const RunningRow& row = rows[i];
        const Bars bars = bars_of(canvas, row, static_cast<double>(i));
        for (const bool rented : {false, true}) {
            const auto& way = rented ? row.cloud : row.own;
            if (!way) continue;
            const double y = rented ? bars.cloud : bars.own, left = canvas.x(0),
                         right = canvas.x(way->tokens);
            canvas.box(QRectF(QPointF(left, y - bars.half), QPointF(right, y + bars.half)),
                       theme.part(rented ? StepPart::data_comm : StepPart::compute));
            const QPen pen(theme.text, canvas.px(1));
            const double low = canvas.x(way->tokens_low), high = canvas.x(way->tokens_high);
            if (has_whisker(*way)) {
                canvas.rule({low, y}, {high, y}, pen);
                const double cap = bars.half * 0.6;
                for (const double end : {low, high}) canvas.rule({end, y - cap}, {end, y + cap}, pen);
            }
            const std::vector<LabelPlace> place = {{{std::max(right, high) + canvas.px(6), y}}};
            const LabelStyle style{.role = row.fill->is_drawn && !rented ? Theme::Role::strong
                                                                         : Theme::Role::secondary};
            if (!canvas.label(bar_text(fills, *way), place, style))
                canvas.label(trained_text(*way), place, style);
            mark_row(canvas,
                     QRectF(QPointF(left, y - bars.half),
                            QPointF(std::max({right, high, left + canvas.px(8)}), y + bars.half)),
                     *row.fill, way_readout(fills, row, *way));
        }
    }
}

void draw_days(ChartCanvas& canvas, const SiteAlternatives& fills, const std::vector<RunningRow>& rows,
               sys_days order, sys_days by) {
    const Theme& theme = canvas.theme();
    const double end = canvas.plot().right();
    for (size_t i = 0; i < rows.size(); ++i) {
        const RunningRow& row = rows[i];
        const Bars bars = bars_of(canvas, row, static_cast<double>(i));
        for (const bool rented : {false, true}) {
            const auto& way = rented ? row.cloud : row.own;
            if (!way) continue;
            const double y = rented ? bars.cloud : bars.own;
            const QColor colour = theme.part(rented ? StepPart::data_comm : StepPart::compute);
            const double low = std::min(end, canvas.x(weeks_from(order, way->soonest))),
                         high = std::min(end, canvas.x(weeks_from(order, way->latest))),
                         from = canvas.x(weeks_from(order, way->from));
            canvas.rule({low, y}, {high, y}, QPen(colour, canvas.px(2)), ChartCanvas::Avoid::no);
            if (canvas.x(weeks_from(order, way->latest)) > end) // an arrow: the longest wait lies beyond
                for (const double side : {-1.0, 1.0})
                    canvas.rule({end - canvas.px(5), y + side * canvas.px(4)}, {end, y},
                                QPen(colour, canvas.px(2)), ChartCanvas::Avoid::no);
            if (from <= end) canvas.dot({from, y}, canvas.px(4), colour, theme.panel, canvas.px(1));
            if (way->done) {
                const double done = canvas.x(weeks_from(order, *way->done)), half = canvas.px(4);
                if (done <= end)
                    canvas.rule({done, y - half}, {done, y + half}, QPen(theme.text, canvas.px(2)),
                                ChartCanvas::Avoid::no);
            }
            mark_row(canvas, QRectF(QPointF(canvas.x(0), y - bars.half), QPointF(end, y + bars.half)),
                     *row.fill, way_readout(fills, row, *way));
        }
    }
    const double line = canvas.x(weeks_from(order, by));
    canvas.rule({line, canvas.plot().top()}, {line, canvas.plot().bottom()},
                QPen(theme.text, canvas.px(1), Qt::DashLine), ChartCanvas::Avoid::no);
}

AxisSpec clusters_axis(const std::vector<RunningRow>& rows) {
    AxisSpec out;
    out.show_rows(rows.size());
    for (size_t i = 0; i < rows.size(); ++i) {
        const SiteAlternative& fill = *rows[i].fill;
        out.categories << qt(fill.gpus_text());
        if (fill.is_drawn) out.emphasised = static_cast<int>(i);
    }
    return out;
}

/// As many as there is room for, the drawn one always among them.
void keep_fitting(std::vector<RunningRow>& rows, size_t room) {
    if (rows.size() <= room) return;
    const auto drawn = std::ranges::find_if(rows, [](const RunningRow& row) { return row.fill->is_drawn; });
    if (drawn != rows.end() && drawn - rows.begin() >= static_cast<ptrdiff_t>(room)) rows[room - 1] = *drawn;
    rows.resize(room);
}

} // namespace

bool are_fills_awaited(const ChartData& data) {
    const auto evaluation = data.have_now<Evaluation>();
    return evaluation && evaluation->step_time > Seconds(0) && data.is_awaited<SiteAlternatives>();
}

RunningChart::RunningChart(QWidget* parent)
    : Chart(QLatin1String(id_text), Chart::tr(title_text), parent) {}

sys_days RunningChart::order_day() const { return data().order_day.value_or(today()); }

sys_days RunningChart::day() const {
    return std::max(order_day(), m_day.value_or(order_day() + std::chrono::weeks(52)));
}

void RunningChart::show_day(sys_days by) {
    m_day = by;
    refresh();
}

ChartSpec RunningChart::describe(const Theme& theme, QSize size) const {
    ChartSpec spec;
    spec.source = source_line(data());
    const sys_days order = order_day(), by = day();
    spec.title = RunningChart::tr("What could be ready by %1").arg(qt(date_text(by)));
    if (!data().subject.empty()) spec.title += QStringLiteral(", ") + qt(data().subject);
    const std::shared_ptr<const SiteAlternatives> fills = data().have<SiteAlternatives>();
    std::vector<RunningRow> rows;
    if (fills) rows = rows_by(*fills, order, by);
    if (rows.empty()) {
        spec.empty =
            are_fills_awaited(data())
                ? RunningChart::tr("Filling the site's power with each accelerator …")
                : empty_chart_text(data(), RunningChart::tr("Draw a cluster and choose a model: what could "
                                                            "be had in its place, and by when, "
                                                            "appears here."));
        return spec;
    }
    const double pitch = QFontMetricsF(theme.font(Theme::Role::secondary)).height() * 2.5;
    const size_t all = rows.size();
    keep_fitting(
        rows, static_cast<size_t>(std::max(3.0, (size.height() - theme.spacing(running_frame_px)) / pitch)));
    spec.subtitle =
        joined({RunningChart::tr("ordered on %1").arg(qt(date_text(order))),
                qt(filled_text(*fills, shown(fills->power).toStdString())),
                rows.size() < all ? RunningChart::tr("%1 of %2; all in the table").arg(rows.size()).arg(all)
                                  : QString(),
                are_fills_awaited(data()) ? RunningChart::tr("being found anew") : QString()});
    const bool has_whiskers = std::ranges::any_of(rows, [](const RunningRow& row) {
        return (row.own && has_whisker(*row.own)) || (row.cloud && has_whisker(*row.cloud));
    });
    PanelSpec tokens;
    tokens.heading = fills->counts_samples ? RunningChart::tr("Samples trained by then")
                                           : RunningChart::tr("Tokens trained by then");
    if (has_whiskers && size.width() >= theme.spacing(one_panel_px))
        tokens.heading += RunningChart::tr("; whiskers: by the longest and the shortest waits");
    tokens.y = clusters_axis(rows);
    tokens.x = {.low = 0, .high = tokens_end(*fills, rows, theme, size.width()), .zoom = false};
    tokens.draw = [fills, rows](ChartCanvas& canvas) { draw_tokens(canvas, *fills, rows); };
    tokens.stretch = 130;
    spec.panels.push_back(std::move(tokens));
    if (size.width() >= theme.spacing(one_panel_px)) {
        PanelSpec begins;
        begins.heading = RunningChart::tr("Weeks from the order; dot: runs, bar: budget done");
        begins.y = clusters_axis(rows);
        begins.y.visible = false;
        const double weeks = std::max(1.0, weeks_from(order, by));
        begins.x = {.title = RunningChart::tr("Weeks"), .low = 0, .high = weeks * 1.06, .zoom = false};
        begins.draw = [fills, rows, order, by](ChartCanvas& canvas) {
            draw_days(canvas, *fills, rows, order, by);
        };
        spec.panels.push_back(std::move(begins));
    }
    spec.legend.push_back({{}, RunningChart::tr("machines of one's own"), theme.part(StepPart::compute)});
    spec.legend.push_back({{}, RunningChart::tr("in a cloud"), theme.part(StepPart::data_comm)});
    return spec;
}

ChartTable RunningChart::table() const {
    ChartTable out;
    out.columns = {{"accelerator", ""}, {"gpus", ""},    {"deployment", ""}, {"from", ""},
                   {"soonest", ""},     {"latest", ""},  {"tokens", ""},     {"tokens_low", ""},
                   {"tokens_high", ""}, {"done", ""},    {"capital", "$"},   {"dollars_per_million", "$"},
                   {"metered", "W"},    {"licence", ""}, {"server", ""},     {"servers", ""},
                   {"reason", ""}};
    const std::shared_ptr<const SiteAlternatives> fills = data().have<SiteAlternatives>();
    if (!fills) return out;
    const auto known = [](double value) {
        return std::isfinite(value) ? ChartTable::Cell(value) : ChartTable::Cell();
    };
    for (const ReadyByDate& way : ready_by_date(*fills, order_day(), day())) {
        const SiteAlternative& fill = fills->clusters[way.cluster];
        const DeploymentPath* path = way.path ? &fill.paths[*way.path] : nullptr;
        const auto date = [&](sys_days value) {
            return way.never ? ChartTable::Cell() : ChartTable::Cell(date_text(value));
        };
        out.rows.push_back(
            {fill.name, fill.gpus,
             path ? ChartTable::Cell(std::string(name_of(path->deployment))) : ChartTable::Cell(),
             date(way.from), date(way.soonest), date(way.latest), way.tokens, way.tokens_low, way.tokens_high,
             way.done ? ChartTable::Cell(date_text(*way.done)) : ChartTable::Cell(),
             path ? known(path->capital.likely) : ChartTable::Cell(),
             path ? known(path->dollars_per_million) : ChartTable::Cell(), fill.metered.si(),
             std::string(fill.needs_licence() ? "needed" : ""), fill.server,
             fill.servers > 0 ? ChartTable::Cell(fill.servers) : ChartTable::Cell(), way.reason});
    }
    return out;
}

} // namespace roofrack
