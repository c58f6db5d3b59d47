// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/findings/findings_line.h"

#include "widgets/fields/elided_label.h"
#include "widgets/fields/text.h"
#include "widgets/findings/severity_mark.h"

#include <QHBoxLayout>
#include <QMouseEvent>
#include <QPainter>
#include <QToolButton>

namespace roofrack {

namespace {

constexpr int mark_column = 24; ///< px before the text, for the sign of the severity

} // namespace

FindingsLine::FindingsLine(QWidget* parent)
    : QFrame(parent)
    , m_text(new ElidedLabel(this))
    , m_count(new QToolButton(this)) {
    setObjectName(QStringLiteral("findings-line"));
    setCursor(Qt::PointingHandCursor);
    setAccessibleName(tr("What binds, and what mitigates it"));
    m_count->setToolTip(tr("Open what binds, and what mitigates it"));
    auto* mitigations = new QToolButton(this);
    mitigations->setText(tr("Mitigations"));
    mitigations->setToolTip(tr("Open the changes that the program can make"));
    for (QToolButton* button : {m_count, mitigations}) {
        button->setFocusPolicy(Qt::TabFocus);
        button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    }
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(mark_column, 1, 8, 1);
    row->setSpacing(4);
    row->addWidget(m_text, 1);
    row->addWidget(m_count);
    row->addWidget(mitigations);
    connect(m_count, &QToolButton::clicked, this, &FindingsLine::findings_wanted);
    connect(mitigations, &QToolButton::clicked, this, &FindingsLine::mitigations_wanted);
    set_findings({});
}

void FindingsLine::set_findings(const std::vector<Finding>& findings) {
    const Finding* const gravest = gravest_of(findings);
    m_has_any = gravest;
    m_severity = m_has_any ? gravest->severity : Severity::info;
    m_text->set_full_text(m_has_any ? to_qt(gravest->message) : tr("No findings yet"));
    m_count->setText(findings.size() == 1 ? tr("1 finding") : tr("%1 findings").arg(findings.size()));
    update();
}

void FindingsLine::set_theme(const Theme& theme) {
    m_theme = theme;
    update();
}

QString FindingsLine::text() const { return m_text->full_text(); }

void FindingsLine::paintEvent(QPaintEvent* event) {
    QFrame::paintEvent(event);
    if (!m_has_any) return;
    QPainter painter(this);
    paint_severity(painter, QPointF(mark_column / 2.0, height() / 2.0), m_severity,
                   m_theme.severity(m_severity));
}

void FindingsLine::mousePressEvent(QMouseEvent* event) { event->accept(); }

void FindingsLine::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton && rect().contains(event->position().toPoint()))
        Q_EMIT findings_wanted();
}

} // namespace roofrack
