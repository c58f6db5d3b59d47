// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/money/running_controls.h"

#include <QDateEdit>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>

namespace roofrack {

namespace {

QDate date_of(std::chrono::sys_days day) {
    const std::chrono::year_month_day date(day);
    return {static_cast<int>(date.year()), static_cast<int>(static_cast<unsigned>(date.month())),
            static_cast<int>(static_cast<unsigned>(date.day()))};
}

std::chrono::sys_days day_of(QDate date) {
    return std::chrono::sys_days(std::chrono::year(date.year()) /
                                 std::chrono::month(static_cast<unsigned>(date.month())) /
                                 std::chrono::day(static_cast<unsigned>(date.day())));
}

} // namespace

RunningControls::RunningControls(QWidget* parent)
    : QWidget(parent)
    , m_day(new QDateEdit(this)) {
    setObjectName(QStringLiteral("panel"));
    setAttribute(Qt::WA_StyledBackground);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(16, 8, 16, 0);
    auto* label = new QLabel(tr("Ready &by date"), this);
    label->setBuddy(m_day);
    row->addWidget(label);
    row->addWidget(m_day);
    m_day->setDisplayFormat(QStringLiteral("yyyy-MM-dd"));
    m_day->setCalendarPopup(true);
    m_day->setAccessibleName(tr("Date by which it shall run"));
    connect(m_day, &QDateEdit::dateChanged, this, [this](QDate date) { Q_EMIT day_chosen(day_of(date)); });
    for (const int weeks : {26, 52, 104, 156}) {
        auto* later = new QPushButton(tr("%1 weeks").arg(weeks), this);
        later->setAutoDefault(false);
        later->setFlat(true);
        later->setToolTip(tr("So long after the order"));
        connect(later, &QPushButton::clicked, this,
                [this, weeks] { m_day->setDate(m_day->minimumDate().addDays(7 * weeks)); });
        row->addWidget(later);
    }
    row->addStretch();
}

void RunningControls::show_day(std::chrono::sys_days order, std::chrono::sys_days by) {
    const QSignalBlocker quiet(m_day);
    m_day->setDateRange(date_of(order), date_of(order).addYears(20));
    m_day->setDate(date_of(by));
}

} // namespace roofrack
