// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QToolButton;

namespace roofrack {

class Canvas;
class DrawingTile;
class FindingsLine;
struct Theme;

/// Under the views: what gave them its room, each as small as it can be seen. The drawing as a tile, the
/// findings as a line, the inspector as its title.
class WorkStrip : public QWidget {
    Q_OBJECT

public:
    struct Parts {
        bool tile = false, findings = false, inspector = false;
        bool views = false; ///< the way back from the drawing
        bool operator==(const Parts&) const = default;
    };

    WorkStrip(Canvas& canvas, QWidget* parent);

    FindingsLine& findings() { return *m_findings; }
    void set_theme(const Theme& theme);
    /// Hidden when it has none of them.
    void show_parts(const Parts& parts);

Q_SIGNALS:
    void drawing_wanted();
    void views_wanted();
    /// `panel` is the name of its dock.
    void panel_wanted(const QString& panel);

private:
    QToolButton* add_button(const QString& text, const QString& tip);

    DrawingTile* m_tile;
    FindingsLine* m_findings;
    QToolButton *m_inspector, *m_views;
};

} // namespace roofrack
