// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/money/money_chart.h"

#include "core/facility/economics/capital_text.h"
#include "core/study/money/hour_rows.h"
#include "widgets/charts/money/money_text.h"
#include "widgets/charts/plot/chart_canvas.h"
#include "widgets/charts/plot/chart_frame.h"
#include "widgets/fields/text.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace roofrack {

namespace {

constexpr double box_share = 0.36;  ///< half a bar of the way from one row to the next
constexpr int money_frame_px = 132; ///< px of the picture's height beside its rows
constexpr int value_gap_px = 7;     ///< from a bar of the hour to its value
constexpr int end_value_px = 52;    ///< beside a bar of an assumption
/// A picture that is narrower and lower than this shows the hour alone.
constexpr int wide_for_both = 680, high_for_both = 560;

void whisker(ChartCanvas& canvas, double low, double high, double y) {
    const QPen pen(canvas.theme().text, canvas.px(1.5));
    const double cap = canvas.px(4), from = canvas.x(low), to = canvas.x(high);
    canvas.rule({from, y}, {to, y}, pen);
    for (const double end : {from, to}) canvas.rule({end, y - cap}, {end, y + cap}, pen);
}

QString value_text(const HourRow& row, const std::vector<HourRow>& rows, double total) {
    return to_qt(hour_text(row, rows, total));
}

QString remark_of(const HourRow& row) {
    if (row.price == PriceBand()) return qt(row.terms);
    return MoneyChart::tr("%1 to buy (%2)").arg(dollar_text(row.price.likely), dollar_band_text(row.price));
}

Theme::Role role_of_row(size_t row) { return row == 0 ? Theme::Role::strong : Theme::Role::secondary; }

void draw_hour(ChartCanvas& canvas, const std::vector<HourRow>& rows, double total) {
    const double half = std::min((canvas.y(1) - canvas.y(0)) * box_share, canvas.px(14));
    const bool has_income = std::ranges::any_of(rows, [](const HourRow& row) { return row.dollars < 0; });
    if (has_income)
        canvas.rule({canvas.x(0), canvas.plot().top()}, {canvas.x(0), canvas.plot().bottom()},
                    QPen(canvas.theme().text, canvas.px(1)), ChartCanvas::Avoid::no);
    for (size_t i = 0; i < rows.size(); ++i) {
        const HourRow& row = rows[i];
        const double y = canvas.y(static_cast<double>(i));
        const QRectF box =
            QRectF(QPointF(canvas.x(0), y - half), QPointF(canvas.x(row.dollars), y + half)).normalized();
        canvas.box(box, canvas.theme().part(row.colour));
        if (row.has_band()) whisker(canvas, row.low, row.high, y);
        const double right = std::max(box.right(), canvas.x(row.high));
        canvas.label(value_text(row, rows, total), {{{right + canvas.px(value_gap_px), y}}},
                     {.role = role_of_row(i), .ground = true, .may_leave_plot = true});
        const QString remark = remark_of(row);
        canvas.hit(
            QRectF(QPointF(box.left(), y - half), QPointF(right, y + half)).adjusted(0, 0, canvas.px(4), 0),
            MoneyChart::tr("%1: %2 per hour%3")
                .arg(to_qt(row.name), dollar_text(row.dollars),
                     remark.isEmpty() ? QString() : u'\n' + remark),
            QStringLiteral("cost_per_hour"));
    }
}

QString value_of(const TornadoBar& bar, double value) { return to_qt(assumption_text(bar, value)); }

QString bar_readout(const TornadoBar& bar, const Capital& capital) {
    const QString out =
        MoneyChart::tr("%1: %2 now\n%3: %4 per million\n%5: %6 per million\n%7")
            .arg(to_qt(label_of(bar.what)), value_of(bar, bar.now), value_of(bar, bar.low),
                 dollar_text(bar.at_low), value_of(bar, bar.high), dollar_text(bar.at_high), qt(bar.source));
    const std::string note = owned_price_note(bar.what, capital);
    return note.empty() ? out : out + u'\n' + qt(note);
}

void draw_tornado(ChartCanvas& canvas, const MoneyStudy& study, const std::vector<TornadoBar>& rows) {
    const Theme& theme = canvas.theme();
    const double half = std::min((canvas.y(1) - canvas.y(0)) * box_share, canvas.px(14));
    const double now = canvas.x(study.tornado.dollars_per_million);
    for (size_t i = 0; i < rows.size(); ++i) {
        const TornadoBar& bar = rows[i];
        const double y = canvas.y(static_cast<double>(i));
        const auto box = [&](double value) {
            const double end = canvas.x(value);
            return QRectF(QPointF(std::min(now, end), y - half), QPointF(std::max(now, end), y + half));
        };
        canvas.box(box(bar.at_low), theme.input_end(InputEnd::low));
        canvas.box(box(bar.at_high), theme.input_end(InputEnd::high));
        const bool low_is_left = bar.at_low <= bar.at_high;
        const double left = std::min(canvas.x(bar.at_low), canvas.x(bar.at_high)),
                     right = std::max(canvas.x(bar.at_low), canvas.x(bar.at_high));
        canvas.label(value_of(bar, low_is_left ? bar.low : bar.high),
                     {{{std::min(left, now) - canvas.px(6), y}, Qt::AlignRight | Qt::AlignVCenter}},
                     {.ground = true});
        canvas.label(value_of(bar, low_is_left ? bar.high : bar.low),
                     {{{std::max(right, now) + canvas.px(6), y}}}, {.ground = true});
        canvas.hit(QRectF(QPointF(left, y - half), QPointF(right, y + half))
                       .adjusted(-canvas.px(3), 0, canvas.px(3), 0),
                   bar_readout(bar, *study.capital), QStringLiteral("cost_per_million"));
    }
    canvas.rule({now, canvas.plot().top()}, {now, canvas.plot().bottom()}, QPen(theme.text, canvas.px(1)),
                ChartCanvas::Avoid::no);
}

/// What is added to what is there already, and what all would cost today; nothing where nothing is said of
/// it.
QString increment_line(const Increment& of, const RunCost& run) {
    if (!of.says_procurement) return {};
    QString sales;
    if (of.has_sales() && (of.income > 0 || of.unknown.empty()))
        sales = MoneyChart::tr("sales bring %1, %2 less per hour")
                    .arg(dollar_text(of.income), dollar_text(of.income_per_hour));
    return joined({of.no_million.empty()
                       ? MoneyChart::tr("%1 per added million").arg(dollar_text(of.dollars_per_million))
                       : qt(of.no_million),
                   sales, qt(of.unknown), qt(run.space_terms),
                   MoneyChart::tr("at replacement %1 per million, %2 of it there already")
                       .arg(dollar_text(of.replacement_per_million), dollar_text(of.owned.likely))});
}

AxisSpec rows_axis(size_t rows) {
    AxisSpec out;
    out.show_rows(rows);
    out.emphasised = 0;
    return out;
}

} // namespace

MoneyChart::MoneyChart(QWidget* parent)
    : Chart(QLatin1String(id_text), Chart::tr(title_text), parent) {}

ChartSpec MoneyChart::describe(const Theme& theme, QSize size) const {
    ChartSpec spec;
    spec.source = source_line(data());
    spec.title = MoneyChart::tr("Where a dollar goes");
    if (!data().subject.empty()) spec.title += QStringLiteral(", ") + qt(data().subject);
    const auto study = data().have<MoneyStudy>();
    if (!study || !study->capital || !study->run.has_price()) {
        spec.empty = empty_chart_text(
            data(),
            study && study->capital
                ? MoneyChart::tr("No price is known: give the site a price of a GPU slot or of a GPU-hour.")
                : MoneyChart::tr("Draw a cluster and choose a model: what it costs to buy, to run and a "
                                 "token appears here."));
        return spec;
    }
    const std::vector<HourRow> rows = hour_rows(*study);
    spec.alert = standstill_alert(data());
    spec.subtitle = money_line(study->run);
    if (const std::string early = study->increment.done_meanwhile(); !early.empty())
        spec.subtitle +=
            MoneyChart::tr("\n$ of a run that begins with all GPUs: this one is done %1").arg(qt(early));
    const Capital& capital = *study->capital;
    const bool has_building = study->building > Dollars(0), is_nothing_bought = capital.buys_nothing();
    const QString next = qt(next_racks_text(study->next, study->run.counts_samples));
    const bool is_cabled = study->next.uncabled.empty();
    if (study->run.hour.rent <= 0)
        spec.subtitle +=
            u'\n' +
            joined({is_nothing_bought ? MoneyChart::tr("%1; operation is a share of its price")
                                            .arg(qt(nothing_bought_text(study->building)))
                    : capital.is_complete()
                        ? (capital.says_procurement ? MoneyChart::tr("capital added %1 (%2)")
                                                    : MoneyChart::tr("capital %1 (%2)"))
                              .arg(dollar_text(study->needed.likely), dollar_band_text(study->needed))
                        : MoneyChart::tr("capital incomplete, at least %1: no price of %2")
                              .arg(dollar_text(study->needed.likely), qt(capital.without_price.front())),
                    // Where people can point, the bill says so of each part.
                    keeps_texts() ? qt(estimated_text(capital)) : QString(),
                    has_building && !is_nothing_bought
                        ? MoneyChart::tr("%1 of it the building").arg(dollar_text(study->building.si()))
                        : QString(),
                    is_cabled ? next : QString()});
    // Why they cannot be had is not to be cut off at the end of a long line.
    if (!is_cabled && study->run.hour.rent <= 0) spec.subtitle += u'\n' + next;
    if (const QString added = increment_line(study->increment, study->run); !added.isEmpty())
        spec.subtitle += u'\n' + added;
    PanelSpec hour;
    hour.heading = qt(hour_heading(rows));
    hour.y = rows_axis(rows.size());
    double most = 0, least = 0, names = 0, values = 0;
    const QFontMetricsF name_metrics(theme.font(Theme::Role::secondary));
    for (size_t i = 0; i < rows.size(); ++i) {
        most = std::max(most, rows[i].high);
        least = std::min(least, rows[i].low);
        const QString name = to_qt(rows[i].name);
        hour.y.categories << name;
        names = std::max(names, name_metrics.horizontalAdvance(name));
        values = std::max(values, QFontMetricsF(theme.font(role_of_row(i)))
                                      .horizontalAdvance(value_text(rows[i], rows, study->run.hour.total())));
    }
    // Room for the value beside the longest bar and its whisker.
    const bool wide = size.width() >= theme.spacing(wide_for_both),
               tall = size.height() >= theme.spacing(high_for_both);
    spec.stacked = !wide && tall;
    const double axes = std::max(1.0, size.width() * (wide ? 0.445 : 0.95) - names - theme.spacing(36));
    const double room_of_bars = std::max(0.2, 1 - (values + theme.spacing(value_gap_px + 4)) / axes);
    hour.x = {.unit = QStringLiteral("$"),
              .low = least,
              .high = least + (most - least) / room_of_bars,
              .zoom = false};
    hour.draw = [rows, total = study->run.hour.total()](ChartCanvas& canvas) {
        draw_hour(canvas, rows, total);
    };
    hour.stretch = 90;
    spec.panels.push_back(std::move(hour));

    std::vector<TornadoBar> bars = study->tornado.bars;
    if (bars.empty() || (!wide && !tall)) return spec;
    const double pitch = QFontMetricsF(theme.font(Theme::Role::secondary)).height() + theme.spacing(6);
    spec.keeps_texts = keeps_texts();
    const double line = QFontMetricsF(theme.font(Theme::Role::secondary)).height();
    const double more_lines =
        keeps_texts()
            ? line * double(std::max<qsizetype>(1, frame_layout(spec, theme, size).subtitle.size()) - 1)
            : 0;
    const auto fitting = static_cast<size_t>(
        std::max(3.0, (size.height() - theme.spacing(money_frame_px) - more_lines) / pitch));
    const int left_out = static_cast<int>(bars.size()) - static_cast<int>(fitting);
    if (left_out > 0) bars.resize(fitting);
    PanelSpec tornado;
    tornado.heading = study->run.counts_samples ? MoneyChart::tr("$ per million samples by assumption")
                                                : MoneyChart::tr("$ per million tokens by assumption");
    if (left_out > 0) tornado.heading += MoneyChart::tr("; %1 more move it less").arg(left_out);
    tornado.y = rows_axis(bars.size());
    double low = study->tornado.dollars_per_million, high = low;
    for (const TornadoBar& bar : bars) {
        low = std::min({low, bar.at_low, bar.at_high});
        high = std::max({high, bar.at_low, bar.at_high});
        tornado.y.categories << to_qt(label_of(bar.what));
    }
    // Room for the values at both ends.
    const double ends = theme.spacing(end_value_px);
    const double room = (high - low) * std::max(0.42, ends / std::max(ends, axes - 2 * ends));
    tornado.x = {.unit = QStringLiteral("$"), .low = low - room, .high = high + room, .zoom = false};
    tornado.draw = [shared = study, bars](ChartCanvas& canvas) { draw_tornado(canvas, *shared, bars); };
    spec.panels.push_back(std::move(tornado));
    spec.legend.push_back({{}, MoneyChart::tr("assumption low"), theme.input_end(InputEnd::low)});
    spec.legend.push_back({{}, MoneyChart::tr("assumption high"), theme.input_end(InputEnd::high)});
    return spec;
}

ChartTable MoneyChart::table() const {
    ChartTable out;
    out.columns = {{"of", ""}, {"item", ""}, {"now", "$"}, {"low", "$"}, {"high", "$"}};
    const auto study = data().have<MoneyStudy>();
    if (!study || !study->capital || !study->run.has_price()) return out;
    for (const HourRow& row : hour_rows(*study))
        out.rows.push_back({std::string("hour"), std::string(row.name), row.dollars, row.low, row.high});
    for (const TornadoBar& bar : study->tornado.bars)
        out.rows.push_back({std::string("million"), std::string(label_of(bar.what)),
                            study->tornado.dollars_per_million, bar.at_low, bar.at_high});
    return out;
}

} // namespace roofrack
