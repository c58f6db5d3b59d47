// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/fields/section.h"

#include <QScrollArea>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

namespace roofrack {

Section::Section(const QString& title, QWidget* content, QWidget* parent)
    : QWidget(parent)
    , m_header(new QToolButton(this))
    , m_content(content) {
    m_header->setProperty("role", "section");
    set_title(title);
    m_header->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_header->setArrowType(Qt::DownArrow);
    m_header->setIconSize(QSize(8, 8));
    m_header->setCheckable(true);
    m_header->setChecked(true);
    m_header->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addWidget(m_header);
    column->addWidget(content);
    connect(m_header, &QToolButton::toggled, this, &Section::set_open);
    connect(m_header, &QToolButton::clicked, this, [this](bool open) {
        if (open) QTimer::singleShot(0, this, &Section::bring_into_view); // once it has its height
    });
}

bool Section::is_open() const { return m_header->isChecked(); }

void Section::set_open(bool open) {
    m_header->setChecked(open);
    m_header->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
    m_content->setVisible(open);
}

/// As much of it as there is room for, its header always.
void Section::bring_into_view() {
    for (QWidget* each = parentWidget(); each; each = each->parentWidget())
        if (auto* area = qobject_cast<QScrollArea*>(each)) {
            area->ensureWidgetVisible(m_content, 0, 8);
            area->ensureWidgetVisible(m_header, 0, 0);
        }
}

QString Section::title() const { return m_header->accessibleName(); }

void Section::set_title(const QString& title) {
    m_header->setText(u' ' + title); // air after the arrow
    m_header->setAccessibleName(title);
}

} // namespace roofrack
