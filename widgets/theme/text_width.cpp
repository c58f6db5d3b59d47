// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/text_width.h"

#include <QFontMetricsF>
#include <QHash>

#include <array>

namespace roofrack {

double text_width(const QString& text, Theme::Role role) {
    constexpr qsizetype most = 50000;
    constexpr size_t roles = 4;
    static thread_local std::array<QHash<QString, double>, roles> known;
    QHash<QString, double>& widths = known[static_cast<size_t>(role)];
    if (const auto found = widths.constFind(text); found != widths.constEnd()) return *found;
    if (widths.size() > most) widths.clear();
    const double width = QFontMetricsF(Theme::light().font(role)).horizontalAdvance(text);
    widths.insert(text, width);
    return width;
}

} // namespace roofrack
