// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/money/deployment_chart.h"

#include "core/study/money/hour_rows.h"
#include "core/study/money/money_study.h"
#include "core/study/money/paid_shares.h"
#include "widgets/charts/figure_columns.h"
#include "widgets/charts/money/money_text.h"
#include "widgets/charts/plot/chart_canvas.h"
#include "widgets/fields/text.h"

#include <QFontMetricsF>

#include <algorithm>
#include <array>
#include <cmath>

namespace roofrack {

namespace {

constexpr int wide_heading_px = 900; ///< width of the picture for the whole heading
/// Below both the weeks are said beside the bars of money alone.
constexpr int wide_for_weeks_px = 680, high_for_weeks_px = 480;
constexpr int path_names_px = 150;  ///< px of the picture's width, beside its axis
constexpr int beside_weeks_px = 55; ///< likewise of half its width, where the weeks stand beside the money
constexpr double path_bar = 0.3;    ///< half a bar of the way from one row to the next
constexpr double sales_strip = 0.4; ///< share of a bar that shows what sales bring, over what they pay
constexpr int label_gap_px = 7;     ///< from a bar to what is said beside it
constexpr double most_for_weeks = 0.55; ///< share of the axis of weeks, beside the longest bar

/// What $ per million are paid for, from the left.
struct PaidFor {
    QString name;
    StepPart colour = StepPart::compute;
    double share = 0; ///< share of the hour
};
std::array<PaidFor, 4> shares_of_path(const OwnershipCost& hour) {
    const PaidShares shares = paid_shares(hour);
    return {PaidFor{DeploymentChart::tr("machines, or their rent"), StepPart::compute, shares.machines},
            PaidFor{DeploymentChart::tr("space or building"), StepPart::context_comm, shares.space},
            PaidFor{DeploymentChart::tr("energy and water"), StepPart::optimizer, shares.energy},
            PaidFor{DeploymentChart::tr("operation and software"), StepPart::straggler, shares.operation}};
}

QString break_even_words(const DeploymentPath& path) {
    if (!std::isfinite(path.break_even)) return {};
    return path.break_even > 1 ? DeploymentChart::tr("\ndearer than on demand, however much it is used")
                               : DeploymentChart::tr("\ncheaper than on demand above %1 of all hours")
                                     .arg(percent_text(path.break_even));
}

/// Whose $ those of a run are that is done before what is bought is ready.
QString done_words(const DeploymentPath& path) {
    const std::string early = path.done_meanwhile();
    return early.empty()
               ? QString()
               : DeploymentChart::tr("\n$ of the run: of one that begins with all GPUs; this one is "
                                     "done %1")
                     .arg(qt(early));
}

/// $ per million that sales bring; 0: nothing is sold, or no price is known.
double sales_of_path(const DeploymentPath& path) {
    return path.has_price() ? paid_shares(path.hour).sales * path.dollars_per_million : 0;
}

QString path_readout(const DeploymentPath& path) {
    const QString sales =
        sales_of_path(path) > 0
            ? DeploymentChart::tr("\nsales: %1 less per hour").arg(dollar_text(path.hour.sales))
            : QString();
    return DeploymentChart::tr("%1: %2 per hour%3\nbefore it runs: %4%5\nexit: %6")
               .arg(to_qt(label_of(path.deployment)), dollar_text(path.per_hour.si()), sales,
                    path.capital.likely > 0 ? dollar_band_text(path.capital) : DeploymentChart::tr("nothing"),
                    break_even_words(path), qt(path.exit)) +
           done_words(path);
}

/// What is said beside a bar, the longest first. `alone`: no panel of weeks stands beside it.
std::vector<QString> path_texts(const DeploymentPath& path, bool alone) {
    const QString dollars = dollar_text(path.dollars_per_million);
    const QString run = path.run > Dollars(0)
                            ? DeploymentChart::tr("%1, run %2").arg(dollars, dollar_text(path.run.si()))
                            : dollars;
    if (!alone) return {run, dollars};
    if (!path.no_days().empty()) return {run, dollars, dollars};
    const QString weeks = week_text(path.lead_weeks.likely);
    return {DeploymentChart::tr("%1, runs in %2").arg(run, weeks),
            DeploymentChart::tr("%1, runs in %2").arg(dollars, weeks), dollars};
}

Theme::Role role_of(const DeploymentPath& path) {
    return path.is_sites_own ? Theme::Role::strong : Theme::Role::secondary;
}

bool has_sales(const std::vector<DeploymentPath>& paths) {
    return std::ranges::any_of(paths, [](const DeploymentPath& path) { return sales_of_path(path) > 0; });
}

/// What is paid for begins as far below zero as sales bring, so that a bar ends at what is left.
void draw_money(ChartCanvas& canvas, const std::vector<DeploymentPath>& paths, bool alone) {
    const Theme& theme = canvas.theme();
    const double half = std::min((canvas.y(1) - canvas.y(0)) * path_bar, canvas.px(20));
    for (size_t i = 0; i < paths.size(); ++i) {
        const DeploymentPath& path = paths[i];
        const double y = canvas.y(static_cast<double>(i));
        if (!path.has_price()) {
            canvas.label(qt(path.missing), {{{canvas.x(0) + canvas.px(6), y}}}, {.colour = theme.secondary});
            continue;
        }
        const double sales = sales_of_path(path);
        double sum = -sales;
        for (const PaidFor& part : shares_of_path(path.hour)) {
            const double to = sum + part.share * path.dollars_per_million;
            canvas.box(QRectF(QPointF(canvas.x(sum), y - half), QPointF(canvas.x(to), y + half)),
                       theme.part(part.colour));
            sum = to;
        }
        const QRectF bar(QPointF(canvas.x(-sales), y - half), QPointF(canvas.x(sum), y + half));
        if (sales > 0)
            canvas.box(QRectF(bar.topLeft(), QPointF(canvas.x(0), bar.top() + bar.height() * sales_strip)),
                       theme.part(sales_colour));
        if (path.is_sites_own) canvas.box_outline(bar, theme.text, canvas.px(2));
        const LabelStyle style{.role = role_of(path), .ground = true};
        const std::vector<LabelPlace> beside{{{bar.right() + canvas.px(label_gap_px), y}}};
        for (const QString& text : path_texts(path, alone))
            if (canvas.label(text, beside, style)) break;
        canvas.hit(bar.adjusted(0, 0, canvas.px(4), 0), path_readout(path));
    }
    if (has_sales(paths))
        canvas.rule({canvas.x(0), canvas.plot().top()}, {canvas.x(0), canvas.plot().bottom()},
                    QPen(theme.text, canvas.px(1)), ChartCanvas::Avoid::no);
}

QString lead_readout(const DeploymentPath& path) {
    QString out = DeploymentChart::tr("%1 running in %2 (%3 to %4)")
                      .arg(to_qt(label_of(path.deployment)), week_text(path.lead_weeks.likely))
                      .arg(std::round(path.lead_weeks.low))
                      .arg(std::round(path.lead_weeks.high));
    if (const std::string early = path.done_meanwhile(); !early.empty())
        out += DeploymentChart::tr("\nthe run is done %1").arg(qt(early));
    else if (path.done_weeks.likely > 0)
        out += DeploymentChart::tr("\nthe run is done in %1").arg(week_text(path.done_weeks.likely));
    if (const std::string none = path.trains_none(); !none.empty()) out += u'\n' + qt(none);
    for (const LeadItem& item : path.lead.items)
        out += DeploymentChart::tr("\n%1: %2")
                   .arg(to_qt(label_of_lead(item.what)), week_text(item.weeks.likely));
    return out;
}

/// What it waits for longest; empty: nothing.
QString wait_text(const DeploymentPath& path) {
    return path.lead.items.empty() ? QString() : to_qt(label_of_lead(path.lead.items.front().what));
}

QString brief_weeks_text(const DeploymentPath& path) {
    return DeploymentChart::tr("runs in %1").arg(week_text(path.lead_weeks.likely));
}

/// When it runs and, where there is a token budget, when that is done, the longest first.
std::vector<QString> weeks_texts(const DeploymentPath& path) {
    const double ready = path.lead_weeks.likely, done = path.done_weeks.likely;
    if (!(done > 0)) return {brief_weeks_text(path)};
    if (!path.done_meanwhile().empty())
        return {DeploymentChart::tr("runs in %1; run done in %2 by what is there")
                    .arg(week_text(ready), week_text(done))};
    return {
        DeploymentChart::tr("runs in %1, done in %2").arg(week_text(ready), week_text(done)),
        DeploymentChart::tr("runs in %1, done in %2").arg(count_text(std::round(ready)), week_text(done))};
}

double last_week(const DeploymentPath& path) {
    return std::max(path.lead_weeks.likely, path.done_weeks.likely);
}

/// The end of the axis of weeks, of which `plot` px are drawn: beside each bar there is room for its weeks,
/// where that leaves the longest bar its share.
double weeks_end(const std::vector<DeploymentPath>& paths, const Theme& theme, double plot) {
    double out = 0;
    for (const DeploymentPath& path : paths)
        if (path.no_days().empty())
            out = std::max({out, 1.25 * path.lead_weeks.high, 1.25 * path.done_weeks.likely});
    double with_texts = out;
    for (const DeploymentPath& path : paths) {
        if (!path.no_days().empty()) continue;
        const QFontMetricsF metrics(theme.font(role_of(path)));
        for (const QString& text : weeks_texts(path)) {
            const double share =
                (metrics.horizontalAdvance(text) + theme.spacing(label_gap_px + 4)) / std::max(1.0, plot);
            if (share > most_for_weeks) continue;
            with_texts = std::max(with_texts, last_week(path) / (1 - share));
            break;
        }
    }
    return with_texts;
}

void draw_weeks(ChartCanvas& canvas, const std::vector<DeploymentPath>& paths) {
    const Theme& theme = canvas.theme();
    const double half = std::min((canvas.y(1) - canvas.y(0)) * path_bar, canvas.px(20));
    for (size_t i = 0; i < paths.size(); ++i) {
        const DeploymentPath& path = paths[i];
        const double y = canvas.y(static_cast<double>(i));
        if (!path.no_days().empty()) {
            if (!path.has_price()) continue; // said beside the bars of money
            const QString why = qt(std::string(path.no_days()));
            canvas.label(why.section(QStringLiteral(" ("), 0, 0), {{{canvas.x(0) + canvas.px(6), y}}},
                         {.colour = theme.secondary});
            canvas.hit(
                QRectF(QPointF(canvas.x(0), y - half), QPointF(canvas.x(0) + canvas.px(220), y + half)), why);
            continue;
        }
        const double ready = canvas.x(path.lead_weeks.likely), done = canvas.x(last_week(path));
        const QRectF wait(QPointF(canvas.x(0), y - half), QPointF(ready, y + half));
        canvas.box(wait, theme.part(StepPart::pipeline_bubble));
        canvas.box(QRectF(QPointF(ready, y - half), QPointF(done, y + half)), theme.part(StepPart::memory));
        const QPen pen(theme.text, canvas.px(1.5));
        const double low = canvas.x(path.lead_weeks.low), high = canvas.x(path.lead_weeks.high),
                     cap = canvas.px(4), below = y + half + canvas.px(5);
        canvas.rule({low, below}, {high, below}, pen);
        for (const double end : {low, high}) canvas.rule({end, below - cap}, {end, below + cap}, pen);
        const QString first = wait_text(path);
        const bool fits = canvas.text_size(first).width() + canvas.px(12) < wait.width();
        if (fits)
            canvas.label(first, {{wait.center(), Qt::AlignCenter}},
                         {.colour = theme.text_on(theme.part(StepPart::pipeline_bubble))});
        const LabelStyle style{.role = role_of(path), .ground = true};
        const auto place = [&](const QString& text) {
            return canvas.label(text, {{{done + canvas.px(label_gap_px), y}}}, style);
        };
        // What it waits for goes before how long the run takes.
        std::vector<QString> texts = weeks_texts(path);
        texts.push_back(brief_weeks_text(path));
        if (!fits && !first.isEmpty()) {
            for (QString& text : texts) text = DeploymentChart::tr("%1: %2").arg(first, text);
            texts.insert(texts.end(), {first, brief_weeks_text(path)});
        }
        for (const QString& text : texts)
            if (place(text)) break;
        canvas.hit(QRectF(QPointF(canvas.x(0), y - half),
                          QPointF(std::max(done, canvas.x(0) + canvas.px(8)), y + half)),
                   lead_readout(path));
    }
}

AxisSpec paths_axis(const std::vector<DeploymentPath>& paths) {
    AxisSpec out;
    out.show_rows(paths.size());
    for (size_t i = 0; i < paths.size(); ++i) {
        out.categories << to_qt(label_of(paths[i].deployment));
        if (paths[i].is_sites_own) out.emphasised = static_cast<int>(i);
    }
    return out;
}

} // namespace

DeploymentChart::DeploymentChart(QWidget* parent)
    : Chart(QLatin1String(id_text), Chart::tr(title_text), parent) {}

ChartSpec DeploymentChart::describe(const Theme& theme, QSize size) const {
    ChartSpec spec;
    spec.source = source_line(data());
    spec.title = DeploymentChart::tr("Buy, build or rent");
    if (!data().subject.empty()) spec.title += QStringLiteral(", ") + qt(data().subject);
    const auto study = data().have<MoneyStudy>();
    if (!study || study->paths.empty()) {
        spec.empty = empty_chart_text(
            data(),
            DeploymentChart::tr("Draw a cluster and choose a model: what it costs and how long it takes "
                                "in space of one's own, in rented space and in a cloud appears here."));
        return spec;
    }
    spec.alert = standstill_alert(data());
    const std::vector<DeploymentPath>& paths = study->paths;
    const DeploymentPath *cheapest = nullptr, *soonest = nullptr; // cheapest of those that can be had
    for (const DeploymentPath& path : paths) {
        if (!path.has_price() || !path.no_days().empty()) continue;
        if (!cheapest || path.dollars_per_million < cheapest->dollars_per_million) cheapest = &path;
        const auto end = [](const DeploymentPath& each) {
            return std::max(each.done_weeks.likely, each.lead_weeks.likely);
        };
        if (!soonest || end(path) < end(*soonest)) soonest = &path;
    }
    spec.subtitle = joined(
        {cheapest ? DeploymentChart::tr("cheapest: %1").arg(to_qt(label_of(cheapest->deployment)))
                  : QString(),
         soonest ? DeploymentChart::tr("soonest: %1").arg(to_qt(label_of(soonest->deployment))) : QString(),
         study->run.gaps.empty() ? QString() : DeploymentChart::tr("owned: at least, not all has a price"),
         DeploymentChart::tr("framed: the site's own way")});
    PanelSpec money;
    money.heading = study->run.counts_samples ? DeploymentChart::tr("$ per million samples")
                                              : DeploymentChart::tr("$ per million tokens");
    money.y = paths_axis(paths);
    double most = 0, least = 0;
    for (const DeploymentPath& path : paths) {
        if (path.has_price()) most = std::max(most, path.dollars_per_million);
        least = std::min(least, -sales_of_path(path));
    }
    if (least < 0) money.heading += DeploymentChart::tr("; left of 0: paid by sales");
    money.x = {.unit = QStringLiteral("$"),
               .low = least,
               .high = most > 0 ? least + (most - least) * 1.5 : 1,
               .zoom = false};
    const bool wide = size.width() >= theme.spacing(wide_for_weeks_px),
               alone = !wide && size.height() < theme.spacing(high_for_weeks_px);
    spec.stacked = !wide && !alone;
    if (alone) { // room for all that is said beside the longest bar
        const QFontMetricsF metrics(theme.font(Theme::Role::strong));
        double text = 0;
        for (const DeploymentPath& path : paths)
            if (path.has_price()) text = std::max(text, metrics.horizontalAdvance(path_texts(path, true)[1]));
        const double plot = size.width() - theme.spacing(path_names_px);
        if (most > 0)
            money.x.high =
                least + (most - least) * plot / std::max(plot * 0.3, plot - text - theme.spacing(12));
    }
    money.draw = [study, alone](ChartCanvas& canvas) { draw_money(canvas, study->paths, alone); };
    spec.panels.push_back(std::move(money));
    for (const PaidFor& part : shares_of_path({}))
        spec.legend.push_back({{}, part.name, theme.part(part.colour)});
    if (least < 0) spec.legend.push_back({{}, DeploymentChart::tr("sales"), theme.part(sales_colour)});
    if (alone) return spec;
    PanelSpec time;
    time.heading = size.width() < theme.spacing(wide_heading_px)
                       ? DeploymentChart::tr("Weeks from the order; line: how far it may lie")
                       : DeploymentChart::tr(
                             "Weeks from the order; grey: waiting, and for what; line: how far that may lie");
    time.y = paths_axis(paths);
    time.y.visible = spec.stacked;
    const double plot = spec.stacked ? size.width() - theme.spacing(path_names_px)
                                     : size.width() / 2.0 - theme.spacing(beside_weeks_px);
    time.x = {.title = DeploymentChart::tr("Weeks"),
              .low = 0,
              .high = weeks_end(paths, theme, plot),
              .zoom = false};
    time.draw = [study](ChartCanvas& canvas) { draw_weeks(canvas, study->paths); };
    spec.panels.push_back(std::move(time));
    spec.legend.push_back({{}, DeploymentChart::tr("waiting"), theme.part(StepPart::pipeline_bubble)});
    if (study->run.has_budget())
        spec.legend.push_back({{}, DeploymentChart::tr("the run"), theme.part(StepPart::memory)});
    return spec;
}

ChartTable DeploymentChart::table() const {
    constexpr figures::ViewKey view[] = {{"deployment", "deployment"},
                                         {"capital_usd", "capital"},
                                         {"capital_usd.low", "capital_low"},
                                         {"capital_usd.high", "capital_high"},
                                         {"usd_per_hour.total", "dollars_per_hour"},
                                         {"usd_per_million", "dollars_per_million"},
                                         {"run_usd", "run"},
                                         {"break_even", "break_even"},
                                         {"lead_weeks", "lead_weeks"},
                                         {"lead_weeks.low", "lead_weeks_low"},
                                         {"lead_weeks.high", "lead_weeks_high"},
                                         {"done_weeks", "done_weeks"},
                                         {"done_meanwhile", "done_meanwhile"},
                                         {"exit", "exit"}};
    return table_of_list(data().have<MoneyStudy>(), &MoneyStudy::paths, view);
}

} // namespace roofrack
