// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/scale/study_controls.h"

#include "widgets/charts/chart_text.h"
#include "widgets/fields/choice_edit.h"
#include "widgets/fields/segments.h"

#include <QHBoxLayout>
#include <QLabel>

#include <array>
#include <utility>

namespace roofrack {

namespace {

constexpr std::array metrics{ScaleMetric::goodput, ScaleMetric::fixed_batch, ScaleMetric::throughput,
                             ScaleMetric::time_to_loss};

QString tip_of(ScaleMetric metric) {
    switch (metric) {
    case ScaleMetric::throughput:
        return StudyControls::tr("Tokens a second without failures, the batch growing with the GPUs");
    case ScaleMetric::fixed_batch:
        return StudyControls::tr("Tokens a second without failures, the batch fixed");
    case ScaleMetric::goodput: break;
    case ScaleMetric::time_to_loss:
        return StudyControls::tr(
            "Useful progress: failures and the extra tokens of a large batch paid, the batch growing");
    }
    return StudyControls::tr("Tokens a second with checkpoints and failures paid, the batch fixed");
}

} // namespace

StudyControls::StudyControls(QWidget* parent)
    : QWidget(parent)
    , m_metric(new ChoiceEdit(this))
    , m_value(new Segments(tr("The curve shows"), this)) {
    setObjectName(QStringLiteral("panel"));
    setAttribute(Qt::WA_StyledBackground);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(16, 8, 16, 0);
    auto* label = new QLabel(tr("&Counts"), this);
    label->setBuddy(m_metric);
    row->addWidget(label);
    row->addWidget(m_metric);
    row->addSpacing(12);
    row->addWidget(m_value);
    row->addStretch();
    m_metric->setAccessibleName(tr("What the study counts"));
    m_metric->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    std::vector<ChoiceEdit::Choice> choices;
    for (const ScaleMetric metric : metrics)
        choices.push_back({qt(name_of(metric)), metric_text(metric), tip_of(metric)});
    m_metric->set_choices(choices);
    for (const StudyValue value : {StudyValue::speedup, StudyValue::rate, StudyValue::efficiency})
        m_value->add(QString::number(static_cast<int>(value)), value_text(value), value_tip(value));
    connect(m_metric, &ChoiceEdit::key_committed, this, [this](const QString& key) {
        if (const auto metric = scale_metric(key.toStdString())) Q_EMIT metric_chosen(*metric);
    });
    connect(m_value, &Segments::key_chosen, this,
            [this](const QString& key) { Q_EMIT value_chosen(static_cast<StudyValue>(key.toInt())); });
}

void StudyControls::show_metric(ScaleMetric metric) { m_metric->set_key(qt(name_of(metric))); }

} // namespace roofrack
