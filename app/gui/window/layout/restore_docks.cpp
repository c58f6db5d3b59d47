// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/window/layout/restore_docks.h"

#include <QLayout>
#include <QMainWindow>

namespace roofrack {

bool restore_docks(QMainWindow& window, const QByteArray& state, int version) {
    QLayout& layout = *window.layout();
    const bool was_enabled = layout.isEnabled();
    layout.setEnabled(false);
    const bool restored = window.restoreState(state, version);
    layout.setEnabled(was_enabled);
    layout.invalidate();
    layout.activate();
    return restored;
}

} // namespace roofrack
