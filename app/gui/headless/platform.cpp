// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/headless/platform.h"

#include <QByteArray>

namespace roofrack {

void choose_platform() {
    for (const char* display : {"QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY"})
        if (!qEnvironmentVariableIsEmpty(display)) return;
    qputenv("QT_QPA_PLATFORM", "offscreen");
}

} // namespace roofrack
