// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/pages/verdict_bar.h"

#include "core/base/units/quantity_text.h"
#include "core/facility/economics/capital.h"
#include "core/step/engine/figures/gpu_rates.h"
#include "core/study/standstill.h"
#include "widgets/fields/elided_label.h"
#include "widgets/fields/style_property.h"
#include "widgets/fields/text.h"
#include "widgets/theme/text_scale.h"

#include <QAction>
#include <QHBoxLayout>
#include <QMenu>
#include <QPushButton>

#include <algorithm>
#include <cmath>
#include <utility>

namespace roofrack {

namespace {

/// 25.2e6 → "25.2 M": the space stands before the suffix, whose unit follows.
QString count_with_suffix(double value) {
    QString text = to_qt(format_quantity(value, Dimension::number, 3));
    if (!text.isEmpty() && text.back().isLetter() && !text.contains(u' ')) text.insert(text.size() - 1, u' ');
    return text;
}

/// "5.9–7.2 s": where 80 % of measurements should lie; empty without a band.
QString band_text(const Evaluation& evaluation) {
    const double low = evaluation.step_time_low.si(), high = evaluation.step_time_high.si();
    if (!(low > 0) || !(high > low)) return {};
    QString from = to_qt(format_quantity(low, Dimension::time, 3));
    const QString to = to_qt(format_quantity(high, Dimension::time, 3));
    if (from.section(u' ', -1) == to.section(u' ', -1)) from = from.section(u' ', 0, -2);
    return QStringLiteral("%1–%2").arg(from, to);
}

/// What makes the band as wide as it is, the widest first.
QString band_tip(const Evaluation& evaluation) {
    std::vector<SpreadTerm> terms = evaluation.band;
    std::ranges::stable_sort(terms, std::ranges::greater{}, &SpreadTerm::sigma);
    QStringList lines{
        VerdictBar::tr("80 % of measured steps should lie in this band. Contributions to its width:")};
    for (const SpreadTerm& term : terms)
        lines << QStringLiteral("%1 (σ %2 %)").arg(to_qt(term.cause)).arg(100 * term.sigma, 0, 'f', 1);
    return lines.join(u'\n');
}

struct MoneyEntry {
    QString text, explain;
};

QString dollars(double value) { return to_qt(format_quantity(value, Dimension::money, 3)); }

/// What a menu says about the money; empty where no price is known. The first is what the bar itself says.
std::vector<MoneyEntry> money_of(const Evaluation& e, const RunCost& cost) {
    if (!e.feasible || !cost.has_price() || !(cost.useful_rate > 0)) return {};
    const bool owns = cost.hour.rent <= 0 && e.capital;
    const auto at_least = [&](const QString& text) {
        return cost.gaps.empty() ? text : VerdictBar::tr("at least %1").arg(text);
    };
    std::vector<MoneyEntry> out{{at_least((cost.counts_samples ? VerdictBar::tr("%1 per million samples")
                                                               : VerdictBar::tr("%1 per million tokens"))
                                              .arg(dollars(cost.dollars_per_million))),
                                 QStringLiteral("cost_per_million")},
                                {at_least(VerdictBar::tr("%1 per hour").arg(dollars(cost.per_hour.si()))),
                                 QStringLiteral("cost_per_hour")}};
    if (owns)
        out.push_back(
            {(e.capital->is_complete() ? VerdictBar::tr("%1 to buy") : VerdictBar::tr("at least %1 to buy"))
                 .arg(dollars(e.capital->needed(e.gpus, e.building).likely)),
             QStringLiteral("capital")});
    if (cost.has_budget()) {
        out.push_back({at_least(VerdictBar::tr("%1 in %2 for the whole run")
                                    .arg(dollars(cost.dollars.si()),
                                         to_qt(format_quantity(cost.time.si(), Dimension::time, 3)))),
                       QStringLiteral("cost_of_run")});
        out.push_back({VerdictBar::tr("%1 t CO₂e for the whole run")
                           .arg(to_qt(format_quantity(cost.carbon / 1e3, Dimension::number, 3))),
                       QStringLiteral("carbon_of_run")});
    }
    return out;
}

/// The regime and what binds: first in the line, since a narrow window cuts its end.
QStringList verdict_words(const Evaluation& evaluation) {
    QStringList words;
    if (evaluation.regime) {
        const QString regime = in_words(name_of(*evaluation.regime));
        words << (evaluation.regime_of_best_plans ? VerdictBar::tr("%1 by the best plans").arg(regime)
                                                  : regime);
    }
    // What is drawn cannot stand there: of more weight than what the step waits for.
    if (std::ranges::find(evaluation.findings, "room-too-small", &Finding::id) != evaluation.findings.end())
        words << VerdictBar::tr("the room is too small");
    if (!evaluation.binds.empty())
        words << (evaluation.after_that.empty()
                      ? VerdictBar::tr("binds: %1").arg(to_qt(evaluation.binds))
                      : VerdictBar::tr("binds: %1, then %2")
                            .arg(to_qt(evaluation.binds), to_qt(evaluation.after_that)));
    if (!evaluation.waits.empty()) words << to_qt(evaluation.waits);
    return words;
}

} // namespace

VerdictBar::VerdictBar(QWidget* parent)
    : QWidget(parent)
    , m_step(new QLabel(this))
    , m_band(new QLabel(this))
    , m_line(new ElidedLabel(this))
    , m_plan(new QPushButton(this))
    , m_money(new QPushButton(this))
    , m_side_note(new QLabel(this)) {
    m_step->setProperty("role", "verdict");
    m_step->setObjectName(QStringLiteral("verdict-step"));
    m_band->setObjectName(QStringLiteral("verdict-band"));
    m_band->setProperty("role", "secondary");
    m_line->setObjectName(QStringLiteral("verdict-line"));
    m_line->leave_out_silently(); // few windows have room for all of it, which its tooltip says
    m_plan->setObjectName(QStringLiteral("verdict-plan"));
    m_plan->setFlat(true);
    m_plan->setAutoDefault(false);
    m_plan->setAccessibleName(tr("Plan"));
    m_plan->setToolTip(tr("Plan used for all figures in this window: as given, or the best one found at each "
                          "GPU count"));
    m_plan->setMenu(new QMenu(m_plan));
    m_money->setObjectName(QStringLiteral("verdict-money"));
    m_money->setFlat(true);
    m_money->setAutoDefault(false);
    m_money->setAccessibleName(tr("Money"));
    m_money->setToolTip(tr("What it costs; each figure opens “Why this number”"));
    m_money->setMenu(new QMenu(m_money));
    m_side_note->setProperty("role", "secondary");
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(16, 4, 16, 4);
    row->setSpacing(12);
    row->addWidget(m_step, 0, Qt::AlignVCenter);
    row->addWidget(m_band, 0, Qt::AlignVCenter);
    row->addWidget(m_line, 1, Qt::AlignVCenter);
    row->addWidget(m_plan, 0, Qt::AlignVCenter);
    row->addWidget(m_money, 0, Qt::AlignVCenter);
    row->addWidget(m_side_note, 0, Qt::AlignVCenter);
    show_plan();
    show_nothing();
}

void VerdictBar::set_plan_choices(const QList<QAction*>& choices) { m_plan->menu()->addActions(choices); }

void VerdictBar::set_best_plan(bool best) {
    if (std::exchange(m_best_plan, best) == best) return;
    show_plan();
    Q_EMIT plan_chosen(best);
}

void VerdictBar::show_plan() {
    m_plan->setText(m_best_plan == m_shown_best_plan
                        ? (m_best_plan ? tr("Best plan found") : tr("Plan as given"))
                        : tr("Finding …"));
}

void VerdictBar::show_evaluation(const Evaluation& evaluation, const RunCost& cost, double elapsed_ms,
                                 bool best_plan) {
    m_shown_best_plan = best_plan;
    show_plan();
    QStringList parts;
    const bool predicted = evaluation.feasible && evaluation.step_time.si() > 0;
    // Where no GPU is drawn there is no verdict: a trace may be what was opened, and its own is the headline.
    set_style_property(m_step, "role", predicted || evaluation.gpus > 0 ? "verdict" : "secondary");
    m_band->setText(predicted ? band_text(evaluation) : QString());
    m_band->setToolTip(band_tip(evaluation));
    m_band->setVisible(!m_band->text().isEmpty());
    if (predicted) {
        m_step->setText(
            tr("%1 per step").arg(to_qt(format_quantity(evaluation.step_time.si(), Dimension::time, 3))));
        set_style_property(m_step, "state", "");
        parts << verdict_words(evaluation);
        if (const std::string mfu = mfu_text(evaluation.mfu, evaluation.plan); !mfu.empty())
            parts << to_qt(mfu);
        if (const std::string flops = gpu_flops_text(evaluation); !flops.empty()) parts << to_qt(flops);
        parts << to_qt(gpu_rate_text(evaluation)) << to_qt(gpus_at_work_text(evaluation));
        if (evaluation.tokens_per_s > 0)
            parts << tr("%1 tokens/s").arg(count_with_suffix(evaluation.tokens_per_s));
        else
            parts << tr("%1 samples/s").arg(count_with_suffix(evaluation.samples_per_s));
    } else {
        const Standstill standstill = standstill_of(evaluation);
        m_step->setText(to_qt(standstill.heading));
        // Where no GPU is drawn yet nothing is wrong.
        set_style_property(m_step, "state", evaluation.gpus > 0 ? "critical" : "");
        if (!standstill.reasons.empty()) parts << to_qt(standstill.reasons.front());
    }
    if (evaluation.power.facility.si() > 0)
        parts << tr("%1 at PUE %2")
                     .arg(to_qt(format_quantity(evaluation.power.facility.si(), Dimension::power, 3)))
                     .arg(evaluation.power.pue, 0, 'f', 2);
    m_line->set_full_text(parts.join(ElidedLabel::part_separator));
    const QString of_best_plans = evaluation.regime_of_best_plans
                                      ? tr("By the best plans: no smaller size runs the plan as given.\n")
                                      : QString();
    m_line->set_note(
        predicted ? of_best_plans +
                        tr("MFU and FLOP/s: model FLOPs, without recomputed ones, of the productive "
                           "step.\nTokens, and GPUs that never wait: by the wall clock, with checkpoints "
                           "and failures.\nAs fast as so many that never wait: the share of the "
                           "wall-clock step in compute, HBM and inference.")
                  : QString());
    m_plan->show();
    show_money(evaluation, cost);
    m_elapsed = tr("%1 ms").arg(elapsed_ms, 0, 'f', elapsed_ms < 10 ? 1 : 0);
    show_side_note();
}

void VerdictBar::show_nothing() {
    m_step->setText(QString(QChar::Nbsp)); // as high as with a figure
    set_style_property(m_step, "role", "verdict");
    m_band->clear();
    m_band->hide();
    m_line->set_full_text({});
    m_line->set_note({});
    m_plan->hide();
    m_money->hide();
    m_money->setText({});
    m_elapsed.clear();
    show_side_note();
}

void VerdictBar::show_money(const Evaluation& evaluation, const RunCost& cost) {
    const std::vector<MoneyEntry> entries = money_of(evaluation, cost);
    m_money->setVisible(!entries.empty());
    m_money->setText(entries.empty() ? QString() : entries.front().text);
    m_money->menu()->clear();
    for (const MoneyEntry& entry : entries)
        connect(m_money->menu()->addAction(tr("Why %1").arg(entry.text)), &QAction::triggered, this,
                [this, part = entry.explain] { Q_EMIT explain_requested(part); });
}

void VerdictBar::set_saved_text(const QString& text) {
    m_saved = text;
    show_side_note();
}

/// How long the evaluation took is left out of a narrow window, so that what binds has room.
void VerdictBar::show_side_note() {
    constexpr int wide = 1500; // px, with usual text
    QStringList parts{width() < at_text_scale(wide) ? QString() : m_elapsed, m_saved};
    parts.removeAll(QString());
    m_side_note->setText(parts.join(QStringLiteral(" · ")));
    m_side_note->setToolTip(m_elapsed.isEmpty() ? QString() : tr("Evaluated in %1").arg(m_elapsed));
}

void VerdictBar::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    show_side_note();
}

QString VerdictBar::text() const {
    const QString band = m_band->text().isEmpty() ? QString() : QStringLiteral("  ·  ") + m_band->text();
    const QString money = m_money->text().isEmpty() ? QString() : QStringLiteral("  ·  ") + m_money->text();
    const QString plan = m_plan->isHidden() ? QString() : QStringLiteral("  ·  ") + m_plan->text();
    return m_step->text() + band + QStringLiteral("  ·  ") + m_line->full_text() + plan + money +
           QStringLiteral("  ·  ") + m_side_note->text();
}

} // namespace roofrack
