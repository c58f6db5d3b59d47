// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/money/deployment_chart.h"

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
constexpr int path_names_px = 150; ///< px of the picture's width, beside its axis
constexpr double path_bar = 0.3;   ///< half a bar of the way from one row to the next

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

QString path_readout(const DeploymentPath& path) {
    return DeploymentChart::tr("%1: %2 per hour\nbefore it runs: %3%4\nexit: %5")
               .arg(to_qt(label_of(path.deployment)), dollar_text(path.per_hour.si()),
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
        double sum = 0;
        for (const PaidFor& part : shares_of_path(path.hour)) {
            const double to = sum + part.share * path.dollars_per_million;
            canvas.box(QRectF(QPointF(canvas.x(sum), y - half), QPointF(canvas.x(to), y + half)),
                       theme.part(part.colour));
            sum = to;
        }
        const QRectF bar(QPointF(canvas.x(0), y - half), QPointF(canvas.x(sum), y + half));
        if (path.is_sites_own) canvas.box_outline(bar, theme.text, canvas.px(2));
        const LabelStyle style{.role = path.is_sites_own ? Theme::Role::strong : Theme::Role::secondary,
                               .ground = true};
        const std::vector<LabelPlace> beside{{{bar.right() + canvas.px(7), y}}};
        for (const QString& text : path_texts(path, alone))
            if (canvas.label(text, beside, style)) break;
        canvas.hit(bar.adjusted(0, 0, canvas.px(4), 0), path_readout(path));
    }
}

QString lead_readout(const DeploymentPath& path) {
    QString out = DeploymentChart::tr("%1 running in %2 (%3 to %4)")
                      .arg(to_qt(label_of(path.deployment)), week_text(path.lead_weeks.likely))
                      .arg(std::round(path.lead_weeks.low))
                      .arg(std::round(path.lead_weeks.high));
    if (const std::string early = path.done_meanwhile(); !early.empty())
        out += DeploymentChart::tr("\nthe run is done %1").arg(qt(early));
    if (const std::string none = path.trains_none(); !none.empty()) out += u'\n' + qt(none);
    for (const LeadItem& item : path.lead.items)
        out += DeploymentChart::tr("\n%1: %2")
                   .arg(to_qt(label_of_lead(item.what)), week_text(item.weeks.likely));
    return out;
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
        const double ready = canvas.x(path.lead_weeks.likely),
                     done = canvas.x(std::max(path.lead_weeks.likely, path.done_weeks.likely));
        const QRectF wait(QPointF(canvas.x(0), y - half), QPointF(ready, y + half));
        canvas.box(wait, theme.part(StepPart::pipeline_bubble));
        canvas.box(QRectF(QPointF(ready, y - half), QPointF(done, y + half)), theme.part(StepPart::memory));
        const QPen pen(theme.text, canvas.px(1.5));
        const double low = canvas.x(path.lead_weeks.low), high = canvas.x(path.lead_weeks.high),
                     cap = canvas.px(4), below = y + half + canvas.px(5);
        canvas.rule({low, below}, {high, below}, pen);
        for (const double end : {low, high}) canvas.rule({end, below - cap}, {end, below + cap}, pen);
        const QString first =
            path.lead.items.empty() ? QString() : to_qt(label_of_lead(path.lead.items.front().what));
        const bool fits = canvas.text_size(first).width() + canvas.px(12) < wait.width();
        if (fits)
            canvas.label(first, {{wait.center(), Qt::AlignCenter}},
                         {.colour = theme.text_on(theme.part(StepPart::pipeline_bubble))});
        const QString runs =
            !path.done_meanwhile().empty()
                ? DeploymentChart::tr("runs in %1; run done in %2 by what is there")
                      .arg(week_text(path.lead_weeks.likely), week_text(path.done_weeks.likely))
            : path.done_weeks.likely > 0
                ? DeploymentChart::tr("runs in %1, done in %2")
                      .arg(week_text(path.lead_weeks.likely), week_text(path.done_weeks.likely))
                : DeploymentChart::tr("runs in %1").arg(week_text(path.lead_weeks.likely));
        const QString brief = DeploymentChart::tr("runs in %1").arg(week_text(path.lead_weeks.likely));
        const LabelStyle style{.role = path.is_sites_own ? Theme::Role::strong : Theme::Role::secondary,
                               .ground = true};
        const auto place = [&](const QString& text) {
            return canvas.label(text, {{{done + canvas.px(7), y}}}, style);
        };
        // What it waits for goes before how long the run takes.
        if (fits || first.isEmpty()) {
            if (!place(runs)) place(brief);
        } else if (!place(DeploymentChart::tr("%1: %2").arg(first, runs)) &&
                   !place(DeploymentChart::tr("%1: %2").arg(first, brief)) && !place(first))
            place(brief);
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
    double most = 0, weeks = 0;
    for (const DeploymentPath& path : paths) {
        if (path.has_price()) most = std::max(most, path.dollars_per_million);
        if (path.no_days().empty()) weeks = std::max({weeks, path.lead_weeks.high, path.done_weeks.likely});
    }
    money.x = {.unit = QStringLiteral("$"), .low = 0, .high = most > 0 ? most * 1.5 : 1, .zoom = false};
    const bool wide = size.width() >= theme.spacing(wide_for_weeks_px),
               alone = !wide && size.height() < theme.spacing(high_for_weeks_px);
    spec.stacked = !wide && !alone;
    if (alone) { // room for all that is said beside the longest bar
        const QFontMetricsF metrics(theme.font(Theme::Role::strong));
        double text = 0;
        for (const DeploymentPath& path : paths)
            if (path.has_price()) text = std::max(text, metrics.horizontalAdvance(path_texts(path, true)[1]));
        const double plot = size.width() - theme.spacing(path_names_px);
        money.x.high = most > 0 ? most * plot / std::max(plot * 0.3, plot - text - theme.spacing(12)) : 1;
    }
    money.draw = [study, alone](ChartCanvas& canvas) { draw_money(canvas, study->paths, alone); };
    spec.panels.push_back(std::move(money));
    for (const PaidFor& part : shares_of_path({}))
        spec.legend.push_back({{}, part.name, theme.part(part.colour)});
    if (alone) return spec;
    PanelSpec time;
    time.heading = size.width() < theme.spacing(wide_heading_px)
                       ? DeploymentChart::tr("Weeks from the order; line: how far it may lie")
                       : DeploymentChart::tr(
                             "Weeks from the order; grey: waiting, and for what; line: how far that may lie");
    time.y = paths_axis(paths);
    time.y.visible = spec.stacked;
    time.x = {.title = DeploymentChart::tr("Weeks"), .low = 0, .high = weeks * 1.25, .zoom = false};
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
