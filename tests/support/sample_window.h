// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/flows/file_flow.h"
#include "app/gui/window/main_window.h"
#include "core/base/catalog/catalog.h"

#include <QSignalSpy>
#include <QTest>

#include <memory>

namespace roofrack::test {

/// A window of that size that has the keys; null where it does not get them.
inline std::unique_ptr<MainWindow> shown_window(Session& session, QSize size) {
    auto window = std::make_unique<MainWindow>(Catalog::built_in(), session);
    window->resize(size);
    window->show();
    window->activateWindow();
    if (!QTest::qWaitForWindowActive(window.get())) window.reset();
    return window;
}

/// Opens a sample in a window and waits until it is evaluated.
inline bool open_sample(MainWindow& window, const QString& id) {
    QSignalSpy settled(&window, &MainWindow::settled);
    return window.files().open_sample(id) && (settled.count() > 0 || settled.wait(60000));
}

} // namespace roofrack::test
