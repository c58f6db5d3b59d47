// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/text_scale.h"

#include "widgets/theme/screen_room.h"
#include "widgets/theme/theme.h"

#include <QApplication>
#include <QScreen>
#include <QWidget>

#include <algorithm>
#include <cmath>

namespace roofrack {

double text_scale() {
    static const int usual = Theme::light().font(Theme::Role::body).pixelSize();
    const int now = QApplication::font().pixelSize();
    return now > 0 ? static_cast<double>(now) / usual : 1; // below 0: no theme was applied
}

int at_text_scale(int pixels) { return static_cast<int>(std::lround(pixels * text_scale())); }

void resize_for_text(QWidget& window, QSize size) {
    QSize scaled(at_text_scale(size.width()), at_text_scale(size.height()));
    if (const QScreen* screen = window.screen()) {
        const QSize most = room_of_screen(screen->availableGeometry()).size();
        scaled = scaled.boundedTo(most.expandedTo(window.minimumSizeHint()));
    }
    window.resize(scaled);
}

} // namespace roofrack
