// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QByteArray;
class QMainWindow;

namespace roofrack {

/// QMainWindow::restoreState of a window that is shown, in which nothing is laid out before all is restored.
/// Qt 6.4 walks the list of its tab bars while it shows them; each that is shown lays out the window, which
/// replaces the list under the walk: it reads freed memory. False: the state is of another version or broken.
bool restore_docks(QMainWindow& window, const QByteArray& state, int version);

} // namespace roofrack
