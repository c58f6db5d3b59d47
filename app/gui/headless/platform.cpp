// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/headless/platform.h"

#include "core/base/units/printable.h"

#include <QByteArray>
#include <QString>

#include <cstdio>
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
    // So much of what small blocks give back is kept for the next ones: a drawing of 30,000 racks opens with
    // a third of the page faults.
    mallopt(M_TOP_PAD, 64 * 1024 * 1024);
#endif
}

int say_error(const Diagnostic& diagnostic, Exit exit) {
    std::fprintf(stderr, "error: %s\n", printable_line(diagnostic.text()).c_str());
    return exit;
}

void say_warning(const std::string& text) {
    std::fprintf(stderr, "warning: %s\n", printable_line(text).c_str());
}

} // namespace roofrack
