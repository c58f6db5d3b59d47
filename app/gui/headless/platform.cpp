// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/headless/platform.h"

#include <QByteArray>
#include <QString>

#include <malloc.h>

namespace roofrack {

void choose_platform() {
    for (const char* display : {"QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY"})
        if (!qEnvironmentVariableIsEmpty(display)) return;
    qputenv("QT_QPA_PLATFORM", "offscreen");
}

namespace {

QtMessageHandler handler_before = nullptr;

void pass_on(QtMsgType type, const QMessageLogContext& context, const QString& text) {
    if (text != QLatin1String("This plugin does not support propagateSizeHints()"))
        handler_before(type, context, text);
}

} // namespace

void pass_over_sizes() {
    if (!handler_before) handler_before = qInstallMessageHandler(pass_on);
}

void give_back_large_blocks() {
#ifdef M_MMAP_THRESHOLD                     // glibc, which would raise it to 32 MiB by itself
    mallopt(M_MMAP_THRESHOLD, 1024 * 1024); // bytes
#endif
}

} // namespace roofrack
