// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/window/layout/dock_title.h"

#include <QDockWidget>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

namespace roofrack {

DockTitle::DockTitle(QDockWidget* dock)
    : QWidget(dock) {
    setObjectName(QStringLiteral("dock-title"));
    setAttribute(Qt::WA_StyledBackground);
    auto* title = new QLabel(dock->windowTitle(), this);
    title->setProperty("role", "strong");
    auto* hide_button = new QToolButton(this);
    hide_button->setText(QStringLiteral("×"));
    hide_button->setToolTip(tr("Hide this panel (View, Panels shows it again)"));
    hide_button->setAccessibleName(tr("Hide %1").arg(dock->windowTitle()));
    hide_button->setFocusPolicy(Qt::TabFocus);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(12, 6, 4, 2);
    row->setSpacing(4);
    row->addWidget(title, 1);
    row->addWidget(hide_button);
    connect(hide_button, &QToolButton::clicked, dock, &QDockWidget::close);
}

} // namespace roofrack
