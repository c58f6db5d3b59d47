// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QVariant>

class QWidget;

namespace roofrack {

/// Sets a property that the style sheet chooses by ("state", "invalid"), and has the widget styled again
/// where its value has changed.
void set_style_property(QWidget* widget, const char* name, const QVariant& value);

} // namespace roofrack
