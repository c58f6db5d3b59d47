// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/facility/year_controls.h"

#include "core/study/year/year.h"
#include "widgets/charts/chart_text.h"
#include "widgets/charts/facility/year_map.h"
#include "widgets/fields/choice_edit.h"
#include "widgets/fields/segments.h"

#include <QHBoxLayout>

namespace roofrack {

YearControls::YearControls(QWidget* parent)
    : QWidget(parent)
    , m_climate(new ChoiceEdit(this))
    , m_value(new Segments(tr("The hours show"), this)) {
    setObjectName(QStringLiteral("panel"));
    setAttribute(Qt::WA_StyledBackground);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(16, 8, 16, 0);
    row->addWidget(m_climate);
    row->addWidget(m_value);
    row->addStretch();
    m_climate->setAccessibleName(tr("Climate of the year"));
    m_climate->fit_widest();
    const auto add = [this](YearValue value, const QString& text) {
        m_value->add(QString::number(static_cast<int>(value)), text, value_name(value));
    };
    add(YearValue::pue, tr("PUE"));
    add(YearValue::power, tr("Power"));
    add(YearValue::chiller, tr("Chillers"));
    add(YearValue::clock, tr("Clock"));
    add(YearValue::air, tr("Air"));
    connect(m_climate, &ChoiceEdit::key_committed, this, &YearControls::climate_chosen);
    connect(m_value, &Segments::key_chosen, this,
            [this](const QString& key) { Q_EMIT value_chosen(static_cast<YearValue>(key.toInt())); });
    show_years({}, {});
}

void YearControls::show_years(const std::vector<std::shared_ptr<const Year>>& years, const QString& shown) {
    std::vector<ChoiceEdit::Choice> choices;
    for (const auto& each : years) choices.push_back({qt(each->climate), qt(each->label), qt(each->source)});
    m_climate->set_choices(choices);
    if (!shown.isEmpty()) m_climate->set_key(shown);
    m_climate->setEnabled(years.size() > 1);
    m_value->setEnabled(!years.empty());
}

} // namespace roofrack
