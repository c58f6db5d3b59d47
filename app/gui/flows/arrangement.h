// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <optional>

namespace roofrack {

/// How a workspace was left. Nothing: as at first.
struct Arrangement {
    QByteArray panels;                 ///< QMainWindow::saveState
    std::optional<double> views_share; ///< share of the height that drawing and views have together, 0 to 1
    std::optional<bool> shows_drawing; ///< beside the views
    std::optional<bool> shows_drawing_when_small; ///< instead of the views
    std::optional<bool> is_wide;                  ///< the window that it was left in was wide
    QStringList folded; ///< panels that its width folded, by the names of their docks
    QString view;       ///< the chart of the tab
    QString overlay;    ///< overlay of the drawing, by its id

    bool operator==(const Arrangement&) const = default;
};

} // namespace roofrack
