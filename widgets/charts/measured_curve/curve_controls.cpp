// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/measured_curve/curve_controls.h"

#include "core/study/measured_against.h"
#include "widgets/charts/chart_text.h"
#include "widgets/fields/choice_edit.h"
#include "widgets/fields/segments.h"

#include <QHBoxLayout>
#include <QPushButton>

namespace roofrack {

CurveControls::CurveControls(QWidget* parent)
    : QWidget(parent)
    , m_curve(new ChoiceEdit(this))
    , m_value(new Segments(tr("The chart shows"), this))
    , m_remove(new QPushButton(tr("Remove"), this)) {
    setObjectName(QStringLiteral("panel"));
    setAttribute(Qt::WA_StyledBackground);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(16, 8, 16, 0);
    row->addWidget(m_curve);
    row->addWidget(m_value);
    row->addStretch();
    auto* open = new QPushButton(tr("Open…"), this);
    row->addWidget(open);
    row->addWidget(m_remove);
    m_curve->setAccessibleName(tr("Which measured curve is shown"));
    m_curve->fit_widest();
    open->setToolTip(tr("Read a table of GPUs against rate or step time"));
    open->setAccessibleName(tr("Open measured curve"));
    m_remove->setToolTip(tr("Take the curve that is shown out of the scenario; undo brings it back"));
    m_remove->setAccessibleName(tr("Remove measured curve"));
    for (const StudyValue value : {StudyValue::speedup, StudyValue::rate, StudyValue::efficiency})
        m_value->add(QString::number(static_cast<int>(value)), value_text(value), value_tip(value));
    connect(m_curve, &ChoiceEdit::key_committed, this, &CurveControls::curve_chosen);
    connect(m_value, &Segments::key_chosen, this,
            [this](const QString& key) { Q_EMIT value_chosen(static_cast<StudyValue>(key.toInt())); });
    connect(open, &QPushButton::clicked, this, &CurveControls::open_wanted);
    connect(m_remove, &QPushButton::clicked, this, &CurveControls::remove_wanted);
    show_curves({}, {});
}

void CurveControls::show_curves(const std::vector<MeasuredStudy>& curves, const QString& shown) {
    std::vector<ChoiceEdit::Choice> choices;
    for (const MeasuredStudy& each : curves) {
        const QString name = qt(each.fit.curve.name);
        choices.push_back({name, name, qt(each.fit.curve.file)});
    }
    m_curve->set_choices(choices);
    if (!shown.isEmpty()) m_curve->set_key(shown);
    m_curve->setVisible(curves.size() > 1);
    m_value->setEnabled(!curves.empty());
    m_remove->setEnabled(!curves.empty());
}

} // namespace roofrack
