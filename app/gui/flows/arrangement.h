// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <optional>

namespace roofrack {

/// How a workspace was left. Nothing: as at first.
struct Arrangement {
    QByteArray panels;                 ///< QMainWindow::saveState
    std::optional<double> views_share; ///< of the height that drawing and views have together, 0 to 1
    std::optional<bool> shows_drawing; ///< beside the views
    std::optional<bool> shows_drawing_when_small; ///< instead of the views
    QString view;                                 ///< the chart of the tab
    QString overlay;                              ///< of the drawing, by its id

    bool operator==(const Arrangement&) const = default;
};

} // namespace roofrack
