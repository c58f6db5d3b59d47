// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/fields/style_property.h"

#include <QStyle>
#include <QWidget>

namespace roofrack {

void set_style_property(QWidget* widget, const char* name, const QVariant& value) {
    if (widget->property(name) == value) return;
    widget->setProperty(name, value);
    widget->style()->unpolish(widget);
    widget->style()->polish(widget);
}

} // namespace roofrack
