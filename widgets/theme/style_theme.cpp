// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/style_theme.h"

#include "core/base/style/style_inks.h"

#include <QFontDatabase>

namespace roofrack {

bool has_type(const HouseStyle& style) {
    load_fonts();
    return style.font.empty() || QFontDatabase::hasFamily(QString::fromStdString(style.font));
}

Theme styled_theme(const Theme& base, const HouseStyle& style) {
    Theme out = base;
    if (style.colours != StyleColours()) {
        const StyleInks inks = inks_of(style.colours);
        const double scale = base.scale;
        out = inks.is_dark ? Theme::dark() : Theme::light();
        out.scale = scale;
        out.panel = out.raised = QColor(inks.ground);
        out.window = QColor(inks.surface);
        out.line = QColor(inks.line);
        out.grid = QColor(inks.grid);
        out.text = QColor(inks.text);
        out.secondary = QColor(inks.muted);
        out.disabled = QColor(inks.faint);
        out.accent = QColor(inks.accent);
    }
    if (!style.font.empty() && has_type(style)) out.family = QString::fromStdString(style.font);
    return out;
}

} // namespace roofrack
