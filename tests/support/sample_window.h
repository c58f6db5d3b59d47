// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/flows/file_flow.h"
#include "app/gui/window/main_window.h"

#include <QSignalSpy>
#include <QTest>

namespace roofrack::test {

/// Opens a sample in a window and waits until it is evaluated.
inline bool open_sample(MainWindow& window, const QString& id) {
    QSignalSpy settled(&window, &MainWindow::settled);
    return window.files().open_sample(id) && (settled.count() > 0 || settled.wait(60000));
}

} // namespace roofrack::test
