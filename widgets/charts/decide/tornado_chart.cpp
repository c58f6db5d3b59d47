// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/decide/tornado_chart.h"

#include "core/answers/decide/tornado_rows.h"
#include "widgets/charts/chart_text.h"
#include "widgets/charts/decide/tornado_controls.h"
#include "widgets/charts/decide/tornado_view.h"
#include "widgets/charts/plot/chart_canvas.h"
#include "widgets/charts/row_pages.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

namespace {

constexpr int tornado_frame_px = 104; ///< px of the picture's height beside its rows
constexpr int least_input_px = 18, most_input_px = 26;
constexpr int tornado_gap_px = 10;
constexpr int least_figure_px = 230; ///< a column of a figure with less room is left out

QString range_text(const InputBar& bar) { return TornadoChart::tr("%1 … %2").arg(qt(bar.low), qt(bar.high)); }

QString end_of(const ProbedValue& value, const std::string& text) {
    return value.absent.empty() ? qt(text) : TornadoChart::tr("none: %1").arg(qt(value.absent));
}

QString tornado_hint(const std::vector<FigureTornado>& figures, const TornadoRow& row) {
    const InputBar& any = *row.any;
    QStringList out{qt(any.label), qt(any.input)};
    out << TornadoChart::tr("as it is %1, low %2, high %3").arg(qt(any.now), qt(any.low), qt(any.high));
    out << (any.source.empty()
                ? TornadoChart::tr("range: %1").arg(qt(label_of(any.basis)))
                : TornadoChart::tr("range: %1, %2").arg(qt(label_of(any.basis)), qt(any.source)));
    for (size_t i = 0; i < row.bars.size(); ++i)
        if (const InputBar* bar = row.bars[i]) {
            const ProbedFigure& figure = figures[i].figure;
            const auto ends = probed_texts({bar->at_low, bar->at_high}, figure.row->measure);
            out << TornadoChart::tr("%1: %2 where it is low, %3 where it is high")
                       .arg(qt(figure.row->label), end_of(bar->at_low, ends[0]),
                            end_of(bar->at_high, ends[1]));
        }
    return out.join(u'\n');
}

struct TornadoPainter {
    ChartCanvas& canvas;
    const TornadoView& view;
    const std::vector<TornadoRow>& rows;
    RowPage page;
    size_t columns = 1;      ///< figures that have room
    bool is_picture = false; ///< nobody can point at it: nothing stands there to be clicked
    const std::vector<FigureTornado>& figures = *view.figures;

    double name_width = 0, range_left = 0, range_width = 0, bars_left = 0, column_width = 0;

    void text(const QString& what, double left, double y, double width, QColor colour,
              Theme::Role role = Theme::Role::secondary) {
        canvas.label(canvas.elided(what, width, role), {{{left, y}}},
                     {.role = role, .colour = colour, .may_leave_plot = true});
    }

    /// What is read at a place; `key`: what a click there does, empty where it does nothing.
    void mark(const QRectF& place, const QString& hint, const QString& key) {
        QPainterPath area;
        area.addRect(place);
        if (key.isEmpty())
            canvas.hit(place, hint);
        else
            canvas.choose(area, hint, key);
    }

    static QString range_heading() { return TornadoChart::tr("low … high"); }
    double left_of(size_t figure) const { return bars_left + double(figure) * column_width; }

    void header(double y, double height) {
        const Theme& theme = canvas.theme();
        text(TornadoChart::tr("input"), canvas.plot().left(), y, name_width, theme.secondary);
        text(range_heading(), range_left, y, range_width, theme.secondary);
        for (size_t i = 0; i < columns; ++i) {
            const FigureTornado& of = figures[i];
            const double left = left_of(i), width = column_width - canvas.px(tornado_gap_px);
            const QString now = of.now.absent.empty() ? qt(probed_text(of.now, of.figure.row->measure))
                                                      : TornadoChart::tr("none");
            const bool may_go = !is_picture && figures.size() > 1;
            const QString heading = QStringLiteral("%1 %2").arg(qt(of.figure.row->label), now);
            text(may_go ? heading + QStringLiteral("  ×") : heading, left, y, width, theme.text);
            QStringList hint{qt(of.figure.row->label), qt(of.figure.name),
                             TornadoChart::tr("as it is: %1")
                                 .arg(end_of(of.now, probed_text(of.now, of.figure.row->measure)))};
            if (!of.now.missing.empty()) hint << qt(of.now.missing);
            if (of.idle > 0)
                hint << counted(qsizetype(of.idle), TornadoChart::tr("1 input does nothing to it"),
                                TornadoChart::tr("%1 inputs do nothing to it"));
            if (may_go) hint << TornadoChart::tr("a click takes it away");
            mark({left, y - height / 2, width, height}, hint.join(u'\n'),
                 may_go ? QLatin1String(TornadoChart::remove_prefix) + qt(of.figure.name) : QString());
        }
    }

    /// Room on both sides for what the figure is at the ends.
    void bar(size_t figure, const InputBar& bar, double y, double height) {
        const Theme& theme = canvas.theme();
        const FigureTornado& of = figures[figure];
        double low = of.now.number, high = of.now.number;
        for (const InputBar& each : of.bars)
            for (const ProbedValue& end : {each.at_low, each.at_high})
                if (end.absent.empty()) low = std::min(low, end.number), high = std::max(high, end.number);
        const double pad = canvas.px(58), room = column_width - canvas.px(tornado_gap_px) - 2 * pad;
        const auto at = [&](double value) {
            return left_of(figure) + pad + (high > low ? (value - low) / (high - low) : 0.5) * room;
        };
        const double now = at(of.now.number), half = std::min(height * 0.32, canvas.px(8));
        canvas.rule({now, y - height / 2}, {now, y + height / 2}, QPen(theme.secondary, canvas.px(1)),
                    ChartCanvas::Avoid::no);
        double left = now, right = now;
        QString left_text, right_text;
        const auto side = [&](const ProbedValue& end, QColor colour) {
            if (!end.absent.empty()) return;
            const double to = at(end.number);
            const QRectF box(std::min(now, to), y - half, std::max(std::abs(to - now), canvas.px(1)),
                             2 * half);
            canvas.box(box, colour);
            const QString said = qt(figures::cell_text(end.number, of.figure.row->measure));
            if (to < now && to < left) left = to, left_text = said;
            if (to > now && to > right) right = to, right_text = said;
        };
        side(bar.at_low, theme.input_end(InputEnd::low));
        side(bar.at_high, theme.input_end(InputEnd::high));
        if (!left_text.isEmpty())
            canvas.label(left_text, {{{left - canvas.px(4), y}, Qt::AlignRight | Qt::AlignVCenter}},
                         {.may_leave_plot = true});
        if (!right_text.isEmpty())
            canvas.label(right_text, {{{right + canvas.px(4), y}}}, {.may_leave_plot = true});
        if (!bar.stops()) return;
        const QString stopped = bar.at_low.absent.empty()    ? TornadoChart::tr("does not run where high")
                                : bar.at_high.absent.empty() ? TornadoChart::tr("does not run where low")
                                                             : TornadoChart::tr("does not run at either end");
        const double from =
            right + canvas.px(4) +
            (right_text.isEmpty() ? 0.0 : canvas.text_size(right_text).width() + canvas.px(6));
        const double room_right = left_of(figure) + column_width - from,
                     room_left = left_text.isEmpty() ? left - canvas.px(4) - left_of(figure) : 0;
        if (canvas.text_size(stopped).width() <= room_right || room_left <= room_right)
            text(stopped, from, y, room_right, theme.critical);
        else
            canvas.label(canvas.elided(stopped, room_left, Theme::Role::secondary),
                         {{{left - canvas.px(4), y}, Qt::AlignRight | Qt::AlignVCenter}},
                         {.role = Theme::Role::secondary, .colour = theme.critical, .may_leave_plot = true});
    }

    /// Names have as much room as they need, where the bars keep theirs.
    void place_columns() {
        const double width = canvas.plot().width(), left = canvas.plot().left(),
                     gap = canvas.px(tornado_gap_px);
        double names = 0, ranges = canvas.text_size(range_heading()).width();
        for (int i = 0; i < page.shown; ++i) {
            const InputBar& bar = *rows[size_t(page.first + i)].any;
            names = std::max(names, canvas.text_size(qt(bar.short_label)).width());
            ranges = std::max(ranges, canvas.text_size(range_text(bar)).width());
        }
        range_width = std::min(std::ceil(ranges), width * 0.2);
        const double least = width * (columns > 1 ? 0.24 : 0.32);
        const double most = width - range_width - 2 * gap - double(columns) * canvas.px(least_figure_px);
        name_width = std::clamp(std::ceil(names), least, std::max(least, most));
        range_left = left + name_width + gap;
        bars_left = range_left + range_width + gap;
        column_width = (canvas.plot().right() - bars_left) / double(columns);
    }

    QString rest_line() const { return qt(tornado_rest_text(rows, size_t(page.first + page.shown))); }

    /// With what its field says where that has room.
    QString input_name(const InputBar& bar) const {
        const QString whole = qt(bar.label);
        return canvas.text_size(whole).width() <= name_width ? whole : qt(bar.short_label);
    }

    void paint() {
        const Theme& theme = canvas.theme();
        const double width = canvas.plot().width(), left = canvas.plot().left();
        place_columns();
        const double height = canvas.y(1) - canvas.y(0);
        header(canvas.y(-1), height);
        for (int i = 0; i < page.shown; ++i) {
            const TornadoRow& row = rows[size_t(page.first + i)];
            const double y = canvas.y(i);
            const bool is_declared = row.any->basis == RangeBasis::declared;
            text(input_name(*row.any), left, y, name_width, is_declared ? theme.accent : theme.text);
            text(range_text(*row.any), range_left, y, range_width, theme.secondary);
            for (size_t figure = 0; figure < columns; ++figure)
                if (row.bars[figure]) bar(figure, *row.bars[figure], y, height);
            const QString hint = tornado_hint(figures, row), input = qt(row.any->input);
            const bool has_field = view.has_field && view.has_field(row.any->input);
            mark({left, y - height / 2, width, height},
                 has_field ? hint + u'\n' + TornadoChart::tr("a click opens its field") : hint,
                 has_field ? QLatin1String(TornadoChart::input_prefix) + input : QString());
        }
        if (is_picture && !page.is_whole())
            text(rest_line(), left, canvas.y(page.shown), width, theme.secondary);
        if (is_picture) return;
        draw_page_line(canvas, page,
                       page.after() > 0
                           ? canvas.elided(QStringLiteral("▾ ") + rest_line(), width, Theme::Role::secondary)
                           : TornadoChart::tr("▴ the first inputs"),
                       TornadoChart::next_rows_key, height);
    }
};

} // namespace

TornadoChart::TornadoChart(QWidget* parent)
    : Chart(QLatin1String(id_text), Chart::tr(title_text), parent) {
    connect(this, &Chart::scrolled, this, [this](int rows) {
        if (m_pages.scroll(rows)) refresh();
    });
    connect(this, &Chart::chosen, this, [this](const QString& key) {
        if (key != QLatin1String(next_rows_key)) return;
        m_pages.turn(m_rows);
        refresh();
    });
}

void TornadoChart::show_first_rows() {
    m_pages = {};
    refresh();
}

ChoiceControls* TornadoChart::make_controls(QWidget* parent) { return new TornadoControls(parent); }

QString TornadoChart::plan_text() const {
    return data().tornado ? plan_words(data().tornado->best_plan) : QString();
}

ChartSpec TornadoChart::describe(const Theme& theme, QSize size) const {
    ChartSpec spec;
    spec.source = source_line(data());
    spec.title = data().scenario.empty()
                     ? TornadoChart::tr("What figures depend on")
                     : TornadoChart::tr("What figures of “%1” depend on").arg(qt(data().scenario));
    const auto view = data().tornado;
    const bool is_known = view && view->figures;
    if (!is_known) {
        spec.empty = view && !view->absent.empty() ? qt(view->absent)
                     : view                        ? TornadoChart::tr("All inputs are being tried …")
                            : TornadoChart::tr("Draw GPUs and choose a model: what each input, low and high, "
                                               "does to any figure appears here.");
        return spec;
    }
    const std::vector<FigureTornado>& figures = *view->figures;
    const auto is_absent = [](const FigureTornado& each) { return !each.now.absent.empty(); };
    if (std::ranges::all_of(figures, is_absent)) {
        spec.empty = view->is_stale ? TornadoChart::tr("All inputs are being tried …")
                                    : TornadoChart::tr("%1: none: %2")
                                          .arg(qt(figures[0].figure.row->label), qt(figures[0].now.absent));
        return spec;
    }
    const double scale = theme.scale;
    const size_t columns = std::clamp(size_t(std::max(0.0, size.width() * 0.58 / (least_figure_px * scale))),
                                      size_t(1), figures.size());
    const std::vector<TornadoRow> rows = tornado_rows(std::span(figures).first(columns));
    m_rows = int(rows.size());
    spec.subtitle = TornadoChart::tr("each input by itself, low and high, evaluated again");
    const bool is_picture = keeps_texts(); // which grows no wider
    if (columns < figures.size() && !is_picture)
        spec.subtitle = joined({spec.subtitle, counted(qsizetype(figures.size() - columns),
                                                       TornadoChart::tr("1 more figure in a wider view"),
                                                       TornadoChart::tr("%1 more figures in a wider view"))});
    if (view->is_stale) spec.subtitle = joined({spec.subtitle, TornadoChart::tr("being tried again …")});
    spec.legend.push_back({{}, TornadoChart::tr("where the input is low"), theme.input_end(InputEnd::low)});
    spec.legend.push_back({{}, TornadoChart::tr("where it is high"), theme.input_end(InputEnd::high)});

    const double room = size.height() - tornado_frame_px * scale;
    const int most = std::max(3, int(room / (least_input_px * scale)) - 1); // beside the heading
    const RowPage page = m_pages.page(m_rows, most);
    PanelSpec panel = page_panel(page, most_input_px * scale);
    panel.draw = [view, rows, page, columns, is_picture](ChartCanvas& canvas) {
        TornadoPainter{canvas, *view, rows, page, columns, is_picture}.paint();
    };
    spec.panels.push_back(std::move(panel));
    return spec;
}

ChartTable TornadoChart::table() const {
    ChartTable out;
    const auto& view = data().tornado;
    if (!view || !view->figures) return out;
    out.columns = {{"figure", ""}, {"input", ""}, {"label", ""},  {"range", ""},   {"now", ""},
                   {"low", ""},    {"high", ""},  {"at low", ""}, {"at high", ""}, {"missing price", ""}};
    const auto cell = [](const ProbedValue& value) {
        return value.absent.empty() ? ChartTable::Cell(value.number)
                                    : ChartTable::Cell("none: " + value.absent);
    };
    for (const FigureTornado& each : *view->figures)
        for (const InputBar& bar : each.bars)
            out.rows.push_back({each.figure.name, bar.input, bar.label, std::string(label_of(bar.basis)),
                                bar.now, bar.low, bar.high, cell(bar.at_low), cell(bar.at_high),
                                missing_text({each.now, bar.at_low, bar.at_high})});
    return out;
}

} // namespace roofrack
