// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/window/layout/work_strip.h"

#include "widgets/canvas/view/drawing_tile.h"
#include "widgets/findings/findings_line.h"

#include <QHBoxLayout>
#include <QToolButton>

namespace roofrack {

WorkStrip::WorkStrip(Canvas& canvas, QWidget* parent)
    : QWidget(parent)
    , m_tile(new DrawingTile(canvas, this))
    , m_findings(new FindingsLine(this))
    , m_inspector(add_button(tr("Inspector"), tr("Open the inspector")))
    , m_views(add_button(tr("Back to the views (F4)"), tr("Give the views their room again"))) {
    setObjectName(QStringLiteral("panel"));
    m_tile->setFixedSize(108, 44);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(8, 2, 8, 2);
    row->setSpacing(4);
    row->addWidget(m_tile);
    row->addWidget(m_findings, 1);
    row->addWidget(m_inspector);
    row->addWidget(m_views, 0, Qt::AlignLeft);
    connect(m_tile, &DrawingTile::chosen, this, &WorkStrip::drawing_wanted);
    connect(m_views, &QToolButton::clicked, this, &WorkStrip::views_wanted);
    connect(m_inspector, &QToolButton::clicked, this,
            [this] { Q_EMIT panel_wanted(QStringLiteral("inspector")); });
    connect(m_findings, &FindingsLine::findings_wanted, this,
            [this] { Q_EMIT panel_wanted(QStringLiteral("findings")); });
    connect(m_findings, &FindingsLine::mitigations_wanted, this,
            [this] { Q_EMIT panel_wanted(QStringLiteral("reliefs")); });
    show_parts({});
}

QToolButton* WorkStrip::add_button(const QString& text, const QString& tip) {
    auto* button = new QToolButton(this);
    button->setText(text);
    button->setToolTip(tip);
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

void WorkStrip::set_theme(const Theme& theme) { m_findings->set_theme(theme); }

void WorkStrip::show_parts(const Parts& parts) {
    m_tile->setVisible(parts.tile);
    m_findings->setVisible(parts.findings);
    m_inspector->setVisible(parts.inspector);
    m_views->setVisible(parts.views);
    setVisible(parts != Parts{});
}

} // namespace roofrack
