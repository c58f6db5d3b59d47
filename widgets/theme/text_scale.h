// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSize>

class QWidget;

namespace roofrack {

/// How much larger the application's text is than at 100 %.
double text_scale();

/// A length that is right for text of 100 %, for the text there is, px.
int at_text_scale(int pixels);

/// Gives a dialog or window a size that is right for text of 100 %, for the text there is, as far as its
/// screen goes.
void resize_for_text(QWidget& window, QSize size);

} // namespace roofrack
