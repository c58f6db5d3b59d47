// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

namespace roofrack {

/// An SVG of QSvgGenerator with its texts as outlines, so that it looks the same where the type is not
/// installed. What each says is kept for readers and searches (aria-label).
QByteArray with_outlined_text(const QByteArray& svg);

} // namespace roofrack
