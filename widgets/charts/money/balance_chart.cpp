// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/money/balance_chart.h"

#include "core/base/catalog/key_values.h"
#include "core/study/network_balance.h"
#include "widgets/charts/chart_text.h"
#include "widgets/charts/figure_columns.h"
#include "widgets/charts/plot/chart_canvas.h"

#include <algorithm>
#include <array>

namespace roofrack {

namespace {

constexpr double column_share = 0.62; ///< share of the way from one column to the next
constexpr double headroom = 1.16;     ///< for the sums above the columns

QString dollars(double value) { return shown(value, Dimension::money); }

QString factor_text(double factor) {
    return factor < 1 ? BalanceChart::tr("1/%1 ×").arg(1 / factor, 0, 'g', 3)
                      : BalanceChart::tr("%1 ×").arg(factor, 0, 'g', 3);
}

struct CostShare {
    QString name;
    QColor colour;
    double dollars = 0;
};
/// From the ground up.
std::array<CostShare, 3> shares_of(const Theme& theme, const NetworkChoice& choice) {
    return {CostShare{BalanceChart::tr("all else, at work"), theme.part(StepPart::compute), choice.for_work},
            CostShare{BalanceChart::tr("all else, waiting for the network"), theme.part(StepPart::failure),
                      choice.for_waiting},
            CostShare{BalanceChart::tr("the network itself"), theme.part(StepPart::data_comm),
                      choice.for_network}};
}

QString readout_of(const NetworkChoice& choice) {
    return BalanceChart::tr(
               "%1 the network, %2 per GPU\n%3 a step, %4 GPUs' worth of waiting\nnetwork %5, worth %6")
        .arg(factor_text(choice.factor), qt(gigabit_text(choice.egress.si())), shown(choice.step),
             count_text(choice.waiting_gpus), dollars(choice.network.si()),
             choice.worth.si() < 0 ? BalanceChart::tr("nothing") : dollars(choice.worth.si()));
}

void draw_columns(ChartCanvas& canvas, const NetworkBalance& balance) {
    const Theme& theme = canvas.theme();
    const double half = (canvas.x(1) - canvas.x(0)) * column_share / 2;
    const NetworkChoice* cheapest = balance.cheapest();
    for (size_t i = 0; i < balance.choices.size(); ++i) {
        const NetworkChoice& choice = balance.choices[i];
        const double x = canvas.x(static_cast<double>(i));
        double sum = 0;
        for (const CostShare& share : shares_of(theme, choice)) {
            const QRectF box(QPointF(x - half, canvas.y(sum + share.dollars)),
                             QPointF(x + half, canvas.y(sum)));
            sum += share.dollars;
            canvas.box(box, share.colour);
            const QString text = dollars(share.dollars);
            if (canvas.text_size(text).height() + canvas.px(4) < box.height() &&
                canvas.text_size(text).width() + canvas.px(6) < box.width())
                canvas.label(text, {{box.center(), Qt::AlignCenter}},
                             {.colour = theme.text_on(share.colour)});
        }
        const QRectF column(QPointF(x - half, canvas.y(sum)), QPointF(x + half, canvas.y(0)));
        if (choice.factor == 1) canvas.box_outline(column, theme.text, canvas.px(2));
        canvas.label(
            &choice == cheapest ? BalanceChart::tr("%1, the least").arg(dollars(sum)) : dollars(sum),
            {{{x, column.top() - canvas.px(4)}, Qt::AlignHCenter | Qt::AlignBottom}},
            {.role = &choice == cheapest ? Theme::Role::strong : Theme::Role::secondary, .ground = true});
        canvas.hit(column.adjusted(0, -canvas.px(18), 0, 0), readout_of(choice));
    }
}

} // namespace

BalanceChart::BalanceChart(QWidget* parent)
    : Chart(QLatin1String(id_text), Chart::tr(title_text), parent) {}

ChartSpec BalanceChart::describe(const Theme& theme, QSize) const {
    ChartSpec spec;
    spec.source = source_line(data());
    spec.title = BalanceChart::tr("Network price against waiting");
    if (!data().subject.empty()) spec.title += QStringLiteral(", ") + qt(data().subject);
    if (!data().have<NetworkBalance>() || data().have<NetworkBalance>()->choices.empty()) {
        spec.empty =
            data().have<NetworkBalance>() && !data().have<NetworkBalance>()->reason.empty()
                ? BalanceChart::tr("No network to choose: %1.").arg(qt(data().have<NetworkBalance>()->reason))
                : BalanceChart::tr("Draw a network between servers and choose a model: what a slower "
                                   "or faster one costs and saves appears here.");
        return spec;
    }
    const NetworkBalance& balance = *data().have<NetworkBalance>();
    const NetworkChoice &drawn = *balance.drawn(), &cheapest = *balance.cheapest();
    const double gain = 1 - cheapest.dollars_per_million() / drawn.dollars_per_million();
    spec.subtitle = joined(
        {cheapest.factor == 1 ? BalanceChart::tr("balanced: neither slower nor faster is cheaper")
                              : BalanceChart::tr("%1 the network would be %2 cheaper")
                                    .arg(factor_text(cheapest.factor), percent_text(gain)),
         BalanceChart::tr("as drawn a network for %1, and %2 GPUs' worth of waiting")
             .arg(dollars(drawn.network.si()), count_text(drawn.waiting_gpus)),
         balance.unpriced.empty() ? QString() : BalanceChart::tr("at least: not all of it has a price")});
    for (const CostShare& share : shares_of(theme, drawn))
        spec.legend.push_back({{}, share.name, share.colour});
    PanelSpec panel;
    panel.heading = balance.counts_samples ? BalanceChart::tr("$ per million samples; framed: as drawn")
                                           : BalanceChart::tr("$ per million tokens; framed: as drawn");
    panel.x = {.scale = AxisSpec::Scale::category,
               .title = BalanceChart::tr("Inter-node network, its price scaled in proportion"),
               .low = -0.6,
               .high = static_cast<double>(balance.choices.size()) - 0.4,
               .zoom = false};
    double most = 0;
    for (const NetworkChoice& choice : balance.choices) {
        panel.x.categories << QStringLiteral("%1, %2").arg(factor_text(choice.factor),
                                                           qt(gigabit_text(choice.egress.si())));
        most = std::max(most, choice.dollars_per_million());
    }
    panel.y = {.low = 0, .high = most * headroom};
    panel.draw = [shared = data().have<NetworkBalance>()](ChartCanvas& canvas) {
        draw_columns(canvas, *shared);
    };
    spec.panels.push_back(std::move(panel));
    return spec;
}

ChartTable BalanceChart::table() const {
    constexpr figures::ViewKey view[] = {{"factor", "factor"},
                                         {"egress_bytes_per_s", "egress"},
                                         {"step_time_s", "step_time"},
                                         {"waiting_gpus", "waiting_gpus"},
                                         {"network_usd", "network"},
                                         {"worth_usd", "worth"},
                                         {"usd_per_million", "dollars_per_million"},
                                         {"of_network", "for_network"},
                                         {"of_work", "for_work"},
                                         {"of_waiting", "for_waiting"}};
    return table_of_list(data().have<NetworkBalance>(), &NetworkBalance::choices, view);
}

} // namespace roofrack
