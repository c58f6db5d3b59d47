// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/decide/odds_chart.h"

#include "core/answers/decide/odds_conclusion.h"
#include "core/answers/decide/odds_text.h"
#include "core/base/units/calendar_date.h"
#include "core/study/money/missing_price.h"
#include "widgets/charts/chart_text.h"
#include "widgets/charts/compare/sizes_text.h"
#include "widgets/charts/decide/odds_bar.h"
#include "widgets/charts/decide/odds_controls.h"
#include "widgets/charts/decide/odds_lines.h"
#include "widgets/charts/decide/odds_view.h"
#include "widgets/charts/plot/chart_canvas.h"
#include "widgets/charts/plot/chart_frame.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

namespace {

constexpr int odds_frame_px = 104; ///< px of the picture's height beside its lines
constexpr int odds_line_px = 16;   ///< px of a further line of the subtitle, or of what is not possible
constexpr int least_line_px = 16, most_line_px = 26;
constexpr int least_name_px = 110, most_name_px = 240;
constexpr int least_bar_px = 90;
constexpr int odds_gap_px = 10, cell_gap_px = 4;
constexpr size_t most_causes_told = 8;

/// A value in a cell: of weeks from the order the date.
QString odds_cell(const ProbedFigure& figure, double value, std::chrono::sys_days order) {
    if (!std::isfinite(value)) return OddsChart::tr("none");
    return is_date(figure) ? qt(date_text(weeks_after(order, value))) : qt(sampled_number(figure, value));
}

QString odds_hint(const Odds& odds, const FigureOdds& of, size_t scenario, std::chrono::sys_days order) {
    const FigureSpread& spread = of.scenarios[scenario];
    const auto text = [&](double value) { return qt(spread_text(of, scenario, value, order)); };
    QStringList out{OddsChart::tr("%1, %2").arg(qt(odds.scenarios[scenario]), qt(of.figure.row->label))};
    out << (spread.as_is.absent.empty() ? OddsChart::tr("as it is: %1").arg(text(spread.as_is.number))
                                        : OddsChart::tr("as it is: none: %1").arg(qt(spread.as_is.absent)));
    if (std::isfinite(spread.p50))
        out << OddsChart::tr("P10 %1, P50 %2, P90 %3")
                   .arg(text(spread.p10), text(spread.p50), text(spread.p90));
    if (spread.absent_share > 0) out << qt(absent_text(spread));
    if (std::isfinite(spread.chance_best))
        out << OddsChart::tr("the best in %1 of the samples").arg(qt(chance_text(spread.chance_best)));
    if (std::isfinite(spread.regret))
        out << OddsChart::tr("choosing it loses %1 on average")
                   .arg(qt(regret_text(of.figure, spread.regret)));
    if (odds.sizes.is_barred(scenario)) out << qt(odds.sizes.barred_text(scenario));
    for (const std::string& why : {spread.missing, spread.barred, spread.no_wait})
        if (!why.empty()) out << qt(never_best_text(why));
    if (const std::string beats = beats_text(odds, of, scenario); !beats.empty()) out << qt(beats);
    return out.join(u'\n');
}

/// What stands for the causes while they are not known; empty: they are, or the odds are of what was asked
/// before.
QString awaited_causes(const OddsView& view) {
    if (!view.odds->lacks_causes || view.is_stale) return {};
    if (view.is_cancelled)
        return OddsChart::tr("to be more certain, find out: stopped before it was found out");
    return view.causes_progress.empty() ? OddsChart::tr("to be more certain, find out: being found out …")
                                        : OddsChart::tr("to be more certain, find out: being found out, %1 …")
                                              .arg(qt(view.causes_progress));
}

struct OddsPainter {
    ChartCanvas& canvas;
    const OddsView& view;
    const std::vector<OddsLine>& lines;
    RowPage page;
    bool shows_pairs = false;
    bool is_picture = false; ///< nobody can point at it: nothing stands there to be clicked

    double name_width = 0, bar_left = 0, bar_width = 0, cell_left = 0, cell_width = 0;

    const Odds& odds() const { return *view.odds; }
    bool are_several() const { return odds().scenarios.size() > 1; }
    QRectF bar_room(double y, double height) const { return {bar_left, y - height / 2, bar_width, height}; }
    double cell(int column) const { return cell_left + column * cell_width; }

    void text(const QString& what, double left, double y, double width, QColor colour,
              Theme::Role role = Theme::Role::secondary) {
        canvas.label(canvas.elided(what, width, role), {{{left, y}}},
                     {.role = role, .colour = colour, .may_leave_plot = true});
    }

    void header(double y) {
        const QColor colour = canvas.theme().secondary;
        QStringList names{OddsChart::tr("as it is"), QStringLiteral("P10"), QStringLiteral("P50"),
                          QStringLiteral("P90")};
        if (are_several())
            names << OddsChart::tr("best in") + (is_picture    ? QString()
                                                 : shows_pairs ? QStringLiteral("  ▾")
                                                               : QStringLiteral("  ▸"))
                  << OddsChart::tr("regret");
        const double room = cell_width - canvas.px(cell_gap_px);
        for (int i = 0; i < names.size(); ++i) text(names[i], cell(i), y, room, colour);
        if (!are_several()) return;
        QPainterPath path;
        const double half = canvas.text_size(names[4]).height() / 2;
        path.addRect(QRectF(cell(4), y - half, room, 2 * half));
        canvas.choose(path,
                      shows_pairs
                          ? OddsChart::tr("A click hides how often each is better than each other one")
                          : OddsChart::tr("A click shows how often each is better than each other one"),
                      QLatin1String(OddsChart::pairs_key));
    }

    void figure_line(const FigureOdds& of, double y, double height) {
        const Theme& theme = canvas.theme();
        const double left = canvas.plot().left();
        QColor rule = theme.secondary;
        rule.setAlphaF(0.25F);
        canvas.rule({left, y - height / 2}, {canvas.plot().right(), y - height / 2}, QPen(rule, canvas.px(1)),
                    ChartCanvas::Avoid::no);
        const bool may_go = !is_picture && odds().figures.size() > 1;
        const QString name =
            canvas.elided(qt(of.figure.row->label) + (may_go ? QStringLiteral("  ×") : QString()),
                          name_width + bar_width, Theme::Role::strong);
        const double width = canvas.text_size(name, Theme::Role::strong).width();
        const bool is_high = height >= canvas.text_size(name, Theme::Role::strong).height();
        text(name, left, y, name_width + bar_width, theme.text,
             is_high ? Theme::Role::strong : Theme::Role::secondary);
        const QRectF area(left, y - height / 2, width, height);
        const QString hint = qt(of.figure.row->label) + u'\n' + qt(of.figure.name);
        QPainterPath path;
        path.addRect(area);
        if (may_go)
            canvas.choose(path, hint + OddsChart::tr("\na click takes it away"),
                          QLatin1String(OddsChart::remove_prefix) + qt(of.figure.name));
        else
            canvas.hit(area, hint);
        const double from = left + width + canvas.px(2 * odds_gap_px);
        if (!are_several()) return certainty_line(of, from, y, height);
        const QString conclusion = qt(conclusion_text(odds(), of));
        if (conclusion.isEmpty()) return;
        const double room = canvas.plot().right() - from;
        text(conclusion, from, y, room, clear_winner(of) ? theme.text : theme.secondary);
        canvas.hit(QRectF(from, y - height / 2, room, height), conclusion);
    }

    void certainty_line(const FigureOdds& of, double from, double y, double height) {
        const Theme& theme = canvas.theme();
        const double room = canvas.plot().right() - from;
        const QRectF beside(from, y - height / 2, room, height);
        if (const QString awaited = awaited_causes(view); !awaited.isEmpty()) {
            text(awaited, from, y, room, theme.secondary);
            canvas.hit(beside, awaited);
            return;
        }
        if (of.causes.empty()) return;
        text(qt(certainty_text(of)), from, y, room, theme.secondary);
        QStringList causes;
        for (const std::string& each : cause_texts(of, most_causes_told)) causes << qt(each);
        if (of.causes.size() > 1) causes << qt(shares_text(odds()));
        canvas.hit(beside,
                   (are_several() ? OddsChart::tr("What keeps the best and the second from being told "
                                                  "apart:\n%1")
                                  : OddsChart::tr("What the spread comes from:\n%1"))
                       .arg(causes.join(u'\n')));
    }

    /// What stands in the cells of a scenario of which there are samples.
    QStringList cells_of(const FigureOdds& of, size_t scenario) const {
        const FigureSpread& spread = of.scenarios[scenario];
        const auto value = [&](double number) { return odds_cell(of.figure, number, view.order); };
        QStringList out{value(spread.as_is.number), value(spread.p10), value(spread.p50), value(spread.p90)};
        if (!spread.missing.empty() && std::isfinite(spread.as_is.number)) // the hint says why
            for (QString& each : out) each.prepend(QStringLiteral("≥ "));
        if (are_several()) out << qt(chance_text(spread.chance_best)) << qt(regret_texts(of)[scenario]);
        if (spread.absent_share > 0)
            out[0] = OddsChart::tr("none in %1").arg(qt(chance_text(spread.absent_share)));
        return out;
    }

    /// The width in which each number and date of a scenario is whole.
    double whole_cell_width() const {
        double widest = 0;
        for (const FigureOdds& of : odds().figures)
            for (size_t i = 0; i < of.scenarios.size(); ++i)
                if (std::isfinite(of.scenarios[i].p50))
                    for (const QString& each : cells_of(of, i))
                        widest = std::max(widest, canvas.text_size(each).width());
        return widest + canvas.px(cell_gap_px);
    }

    void scenario_line(const FigureOdds& of, size_t scenario, double y, double height) {
        const Theme& theme = canvas.theme();
        const FigureSpread& spread = of.scenarios[scenario];
        const bool is_best = clear_winner(of) == scenario;
        text(qt(odds().scenarios[scenario]), canvas.plot().left() + canvas.px(odds_gap_px), y,
             name_width - canvas.px(2 * odds_gap_px), is_best ? theme.accent : theme.text);
        draw_odds_bar(canvas, of, scenario, is_best, bar_room(y, height));
        const QRectF whole(canvas.plot().left(), y - height / 2, canvas.plot().width(), height);
        canvas.hit(whole, odds_hint(odds(), of, scenario, view.order));
        if (!std::isfinite(spread.p50)) {
            text(OddsChart::tr("none: %1").arg(qt(spread.absent)), bar_left, y,
                 canvas.plot().right() - bar_left, theme.critical);
            return;
        }
        const double room = cell_width - canvas.px(cell_gap_px);
        const QStringList cells = cells_of(of, scenario);
        for (int i = 0; i < cells.size(); ++i) {
            const bool warns = i == 0 && spread.absent_share > 0;
            text(cells[i], cell(i), y, room, warns ? theme.critical : theme.text);
        }
    }

    void pairs_line(const FigureOdds& of, size_t scenario, double y, double height) {
        const double left = canvas.plot().left() + canvas.px(3 * odds_gap_px),
                     room = canvas.plot().right() - left;
        const QString beats = qt(beats_text(odds(), of, scenario));
        text(beats, left, y, room, canvas.theme().secondary);
        canvas.hit(QRectF(left, y - height / 2, room, height), beats);
    }

    /// Names the figures that have no room.
    void left_out_line(double y) {
        QStringList names;
        for (size_t i = size_t(page.first + page.shown); i < lines.size(); ++i)
            if (lines[i].says == OddsLine::Says::figure)
                names << qt(odds().figures[lines[i].figure].figure.row->label);
        if (!names.isEmpty())
            text(OddsChart::tr("no room for: %1").arg(names.join(QStringLiteral(", "))), canvas.plot().left(),
                 y, canvas.plot().width(), canvas.theme().secondary);
    }

    void line(const OddsLine& what, double y, double height) {
        const FigureOdds& of = odds().figures[what.figure];
        switch (what.says) {
        case OddsLine::Says::figure: return figure_line(of, y, height);
        case OddsLine::Says::scenario: return scenario_line(of, what.scenario, y, height);
        case OddsLine::Says::pairs: return pairs_line(of, what.scenario, y, height);
        case OddsLine::Says::scale: return draw_scale_ticks(canvas, of, view.order, bar_room(y, height));
        case OddsLine::Says::certainty:
            return certainty_line(of, canvas.plot().left() + canvas.px(odds_gap_px), y, height);
        }
    }

    void paint() {
        const double width = canvas.plot().width(), left = canvas.plot().left();
        name_width = std::clamp(width * 0.2, canvas.px(least_name_px), canvas.px(most_name_px));
        bar_width = std::max(width * 0.22, canvas.px(least_bar_px));
        const int cells = are_several() ? 6 : 4;
        const double gap = canvas.px(odds_gap_px);
        // Dates that are cut look all the same: bars, then names, give way to them.
        double lacks = cells * whole_cell_width() - (width - name_width - bar_width - gap);
        for (const auto& [yields, least] :
             {std::pair(&bar_width, least_bar_px), std::pair(&name_width, least_name_px)}) {
            const double given = std::clamp(lacks, 0.0, std::max(0.0, *yields - canvas.px(least)));
            *yields -= given;
            lacks -= given;
        }
        bar_left = left + name_width;
        cell_left = bar_left + bar_width + gap;
        cell_width = (canvas.plot().right() - cell_left) / cells;
        const double height = canvas.y(1) - canvas.y(0);
        header(canvas.y(-1));
        for (int i = 0; i < page.shown; ++i) line(lines[size_t(page.first + i)], canvas.y(i), height);
        if (is_picture) return left_out_line(canvas.y(page.shown));
        draw_page_line(canvas, page,
                       page.after() > 0 ? counted(page.after(), OddsChart::tr("▾ 1 more line"),
                                                  OddsChart::tr("▾ %1 more lines"))
                                        : OddsChart::tr("▴ the first lines"),
                       OddsChart::next_rows_key, height);
    }
};

} // namespace

OddsChart::OddsChart(QWidget* parent)
    : Chart(QLatin1String(id_text), Chart::tr(title_text), parent) {
    connect(this, &Chart::scrolled, this, [this](int rows) {
        if (m_pages.scroll(rows)) refresh();
    });
    connect(this, &Chart::chosen, this, [this](const QString& key) {
        if (key == QLatin1String(pairs_key)) {
            m_shows_pairs = !m_shows_pairs;
            m_pages = {}; // the lines are others
            return refresh();
        }
        if (key != QLatin1String(next_rows_key)) return;
        const auto& view = data().odds;
        m_pages.turn(view && view->odds ? int(lines_of(*view->odds, m_shows_pairs).size()) : 0);
        refresh();
    });
}

void OddsChart::show_first_rows() {
    m_pages = {};
    refresh();
}

ChoiceControls* OddsChart::make_controls(QWidget* parent) { return new OddsControls(parent); }

QString OddsChart::plan_text() const { return data().odds ? plan_words(data().odds->best_plan) : QString(); }

ChartSpec OddsChart::describe(const Theme& theme, QSize size) const {
    ChartSpec spec;
    spec.source = source_line(data());
    spec.title = OddsChart::tr("How sure the scenarios are");
    const auto view = data().odds;
    if (!view || !view->odds) {
        spec.empty = view && !view->absent.empty()     ? qt(view->absent)
                     : view && view->is_cancelled      ? OddsChart::tr("Stopped.")
                     : view && !view->progress.empty() ? OddsChart::tr("%1 …").arg(qt(view->progress))
                     : view                            ? OddsChart::tr("The odds are being computed …")
                            : OddsChart::tr("How sure date, dollars and power of each scenario are, and with "
                                            "what chance one is better than another, appears here.");
        return spec;
    }
    const Odds& odds = *view->odds;
    spec.subtitle = qt(samples_text(odds));
    if (view->is_cancelled && view->is_stale)
        spec.subtitle = joined({spec.subtitle, OddsChart::tr("of what was asked before: stopped")});
    else if (view->is_stale)
        spec.subtitle = joined(
            {spec.subtitle, view->progress.empty()
                                ? OddsChart::tr("being computed again …")
                                : OddsChart::tr("being computed again: %1 …").arg(qt(view->progress))});
    if (!view->left_out.empty())
        spec.subtitle = joined({spec.subtitle, counted(qsizetype(view->left_out.size()),
                                                       OddsChart::tr("1 more scenario has no row"),
                                                       OddsChart::tr("%1 more scenarios have no row"))});
    spec.subtitle += sizes_lines(odds.sizes);
    for (const std::string& note : odds_notes(odds)) spec.subtitle += u'\n' + qt(note);
    spec.subtitle_yields = ChartSpec::SubtitleYields::last;
    spec.alert = qt(view->absent);
    spec.legend.push_back(
        {{}, OddsChart::tr("spread: P10 to P90, P50"), soft_colour(theme.secondary, 0.35F)});
    if (odds.scenarios.size() > 1)
        spec.legend.push_back({{}, OddsChart::tr("the best, where that is clear"), theme.accent});
    LegendEntry as_is;
    as_is.text = OddsChart::tr("as it is");
    as_is.swatch = [](ChartCanvas& canvas, const QRectF& box) {
        canvas.dot(box.center(), canvas.px(2.5), canvas.theme().panel, canvas.theme().text);
    };
    spec.legend.push_back(std::move(as_is));

    std::vector<OddsLine> lines = lines_of(odds, m_shows_pairs);
    // Its lines as they are broken and shortened, not as they are written.
    spec.keeps_texts = keeps_texts();
    const FrameLayout frame = frame_layout(spec, theme, size);
    const double said =
        odds_line_px * (double(frame.alert.size()) + std::max(0.0, double(frame.subtitle.size()) - 1));
    const double room = size.height() - (odds_frame_px + said) * theme.scale;
    const int most = std::max(3, int(room / (least_line_px * theme.scale)) - 1); // beside the heading
    const bool is_picture = keeps_texts(); // in which more have room without what to find out, cut short
    if (is_picture && int(lines.size()) > most) lines = lines_of(odds, m_shows_pairs, false);
    const RowPage page =
        is_picture ? page_of_whole_figures(lines, most) : m_pages.page(int(lines.size()), most);
    PanelSpec panel = page_panel(page, most_line_px * theme.scale);
    panel.draw = [view, lines, page, shows_pairs = m_shows_pairs, is_picture](ChartCanvas& canvas) {
        OddsPainter{canvas, *view, lines, page, shows_pairs, is_picture}.paint();
    };
    spec.panels.push_back(std::move(panel));
    return spec;
}

ChartTable OddsChart::table() const {
    ChartTable out;
    const auto& view = data().odds;
    if (!view || !view->odds) return out;
    out.columns = {{"figure", ""}, {"scenario", ""}, {"unit", ""},   {"as is", ""},
                   {"mean", ""},   {"p10", ""},      {"p50", ""},    {"p90", ""},
                   {"best", "%"},  {"regret", ""},   {"absent", "%"}};
    // The unit is that of a row, so numbers that people read are texts behind all others.
    for (const char* const name : {"as is", "p10", "p50", "p90", "regret"})
        out.columns.push_back({std::string(name) + ", as read", ""});
    out.columns.push_back({"missing price", ""});
    const auto cell = [](double value) {
        return std::isfinite(value) ? ChartTable::Cell(value) : ChartTable::Cell();
    };
    for (const FigureOdds& each : view->odds->figures)
        for (size_t i = 0; i < each.scenarios.size(); ++i) {
            const FigureSpread& of = each.scenarios[i];
            const auto as_read = [&](double value) {
                return std::isfinite(value) ? ChartTable::Cell(sampled_number(each.figure, value))
                                            : ChartTable::Cell();
            };
            out.rows.push_back(
                {each.figure.name, view->odds->scenarios[i], std::string(each.figure.row->measure.stored),
                 cell(of.as_is.number), cell(of.mean), cell(of.p10), cell(of.p50), cell(of.p90),
                 cell(of.chance_best), cell(of.regret), cell(of.absent_share), as_read(of.as_is.number),
                 as_read(of.p10), as_read(of.p50), as_read(of.p90), as_read(of.regret), of.missing});
        }
    return out;
}

} // namespace roofrack
