// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QDockWidget;

namespace roofrack {

/// The heading of a panel, in line with its contents, with a button that hides it. Dragging it moves the
/// panel.
class DockTitle : public QWidget {
    Q_OBJECT

public:
    explicit DockTitle(QDockWidget* dock);
};

} // namespace roofrack
