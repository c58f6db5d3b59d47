// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/present/style_button.h"

#include "widgets/fields/text.h"

#include <QMenu>

namespace roofrack {

StyleButton::StyleButton(QWidget* parent)
    : QPushButton(parent) {
    setObjectName(QStringLiteral("style-button"));
    setAutoDefault(false);
    setText(tr("Style"));
    auto* const menu = new QMenu(this);
    connect(menu->addAction(tr("Choose a style file…")), &QAction::triggered, this,
            &StyleButton::choose_wanted);
    m_remove = menu->addAction(tr("Remove the style"));
    connect(m_remove, &QAction::triggered, this, &StyleButton::remove_wanted);
    setMenu(menu);
    show_style({});
}

void StyleButton::show_style(const HouseStyle& style) {
    m_remove->setEnabled(style.is_given());
    setToolTip(tr("How slides and reports look: colours, type, logo and the line at the foot. The project's "
                  "style: %1")
                   .arg(name_of(style)));
}

QString StyleButton::name_of(const HouseStyle& style) {
    if (!style.is_given()) return tr("none");
    return style.name.empty() ? tr("without a name") : to_qt(style.name);
}

} // namespace roofrack
