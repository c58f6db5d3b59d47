// SPDX-License-Identifier: GPL-3.0-or-later
#include "verdict_bar.h"

#include "fields/elided_label.h"
#include "fields/text.h"
#include "units/quantity_text.h"

#include <QHBoxLayout>
#include <QStyle>

namespace roofrack {

namespace {

/// 25.2e6 → "25.2 M".
QString rate(double value) {
    QString text = to_qt(format_quantity(value, Dimension::number, 3));
    if (!text.isEmpty() && text.back().isLetter() && !text.contains(u' ')) text.insert(text.size() - 1, u' ');
    return text;
}

void set_state(QWidget* widget, const char* state) {
    if (widget->property("state").toString() == QLatin1String(state)) return;
    widget->setProperty("state", state);
    widget->style()->unpolish(widget);
    widget->style()->polish(widget);
}

} // namespace

VerdictBar::VerdictBar(QWidget* parent)
    : QWidget(parent)
    , m_step(new QLabel(this))
    , m_line(new ElidedLabel(this))
    , m_state(new QLabel(this)) {
    m_step->setProperty("role", "verdict");
    m_step->setObjectName(QStringLiteral("verdict-step"));
    m_line->setObjectName(QStringLiteral("verdict-line"));
    m_state->setProperty("role", "secondary");
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(16, 4, 16, 4);
    row->setSpacing(12);
    row->addWidget(m_step, 0, Qt::AlignVCenter);
    row->addWidget(m_line, 1, Qt::AlignVCenter);
    row->addWidget(m_state, 0, Qt::AlignVCenter);
    show_nothing();
}

void VerdictBar::show_evaluation(const Evaluation& evaluation, double elapsed_ms) {
    QStringList parts;
    if (evaluation.feasible && evaluation.step_time.si() > 0) {
        m_step->setText(
            tr("%1 a step").arg(to_qt(format_quantity(evaluation.step_time.si(), Dimension::time, 3))));
        set_state(m_step, "");
        if (evaluation.mfu > 0) parts << tr("MFU %1 %").arg(100 * evaluation.mfu, 0, 'f', 1);
        if (evaluation.tokens_per_s > 0)
            parts << tr("%1 tokens/s").arg(rate(evaluation.tokens_per_s));
        else
            parts << tr("%1 samples/s").arg(rate(evaluation.samples_per_s));
    } else {
        m_step->setText(evaluation.gpus > 0 ? tr("This plan does not run") : tr("No step to predict"));
        set_state(m_step, "critical");
        if (!evaluation.findings.empty()) parts << to_qt(evaluation.findings.front().message);
    }
    if (evaluation.power.facility.si() > 0)
        parts << tr("%1 at PUE %2")
                     .arg(to_qt(format_quantity(evaluation.power.facility.si(), Dimension::power, 3)))
                     .arg(evaluation.power.pue, 0, 'f', 2);
    if (evaluation.feasible) {
        parts << to_qt(name_of(evaluation.regime));
        if (!evaluation.binds.empty()) parts << tr("binds: %1").arg(to_qt(evaluation.binds));
    }
    m_line->set_full_text(parts.join(QStringLiteral("  ·  ")));
    m_elapsed = tr("%1 ms").arg(elapsed_ms, 0, 'f', elapsed_ms < 10 ? 1 : 0);
    show_state();
}

void VerdictBar::show_nothing() {
    m_step->clear();
    m_line->set_full_text({});
    m_elapsed.clear();
    show_state();
}

void VerdictBar::set_saved_state(const QString& state) {
    m_saved = state;
    show_state();
}

void VerdictBar::show_state() {
    QStringList parts{m_elapsed, m_saved};
    parts.removeAll(QString());
    m_state->setText(parts.join(QStringLiteral(" · ")));
}

QString VerdictBar::text() const {
    return m_step->text() + QStringLiteral("  ·  ") + m_line->full_text() + QStringLiteral("  ·  ") +
           m_state->text();
}

} // namespace roofrack
