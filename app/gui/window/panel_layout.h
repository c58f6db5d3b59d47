// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/flows/arrangement.h"
#include "app/gui/window/layout/work_area.h"

#include <QList>
#include <QObject>

class QDockWidget;
class QMainWindow;
class QWidget;

namespace roofrack {

class LayoutQueue;
class RunBar;
class WorkStrip;
struct Workspace;

/// Which panels of the page are shown, how large, and the share of drawing and views: as one workspace was
/// left, or as it is at first. Panels are known by the names of their docks. All of it goes through the
/// queue; what only a change of the queue may call says so.
class PanelLayout : public QObject {
    Q_OBJECT

public:
    static constexpr int version = 1; ///< version of saveState: what was saved by another is not restored
    static constexpr int small_height = 740; ///< px: a lower window has room for the drawing or for the views
    static constexpr int wide_width = 1400;  ///< px: a narrower window folds the panels beside the views
    static constexpr int high = 880;         ///< px: a lower window has no room for the drawing beside a plot
    static constexpr int narrow_width = 1240; ///< px: a narrower window has room for one panel at its side

    PanelLayout(QMainWindow& page, WorkArea& area, LayoutQueue& queue);

    /// All panels have been made: what a workspace has at first comes from this.
    void keep_first();
    /// The panel stands beside the inspector, in a narrow window behind its tab. Its width goes back to the
    /// drawing when it closes, not to the inspector.
    void opens_beside_inspector(QDockWidget& dock);

    /// The bar above the views; what it says gives way to them where the page is low.
    void add_run_bar(RunBar& bar);

    /// Where the drawing, the findings and the inspector are small: `tile` stands in the inspector.
    void set_small_parts(WorkStrip& strip, QWidget& tile);

    QList<QDockWidget*> docks() const;
    LayoutQueue& queue() { return m_queue; }
    /// Arranges the page for a workspace. Sizes count once the page is shown. Within a change of the queue.
    void arrange(const Workspace& workspace, const Arrangement& left);
    /// How the workspace is left, with everything shown; the view and the overlay are not known here. Within
    /// a change of the queue.
    Arrangement leave();
    /// As show_views(), within a change of the queue.
    void show_views_now();
    /// Inspector and the panel beside it: side by side, in a narrow window as tabs, also before `coming` is
    /// shown. Within a change of the queue.
    void place_beside(const QDockWidget* coming = nullptr);
    /// True while a workspace comes or is reset: what opens and closes then was not the user.
    bool is_arranging() const { return m_is_arranging; }

    /// Hides the views and the panels below, so that the drawing has their room; brings back those that were
    /// shown.
    void show_only_drawing(bool only);
    bool shows_only_drawing() const { return m_only_drawing; }
    /// In a small window: instead of the views.
    void show_drawing(bool shown);
    /// The drawing is seen: beside the views where there is room, else instead of them.
    void need_drawing();
    bool shows_drawing() const;
    /// In a small window: instead of the drawing.
    void show_views();
    /// Larger text needs more of the window's height: 1 as usual.
    void set_text_scale(double scale);

    // The page has been shown, or has another size.
    void shown();
    void resized();

Q_SIGNALS:
    /// The drawing or the views came or went.
    void parts_changed();

private:
    QDockWidget* dock(const char* name) const;
    void set_only_drawing(bool only);
    void fit_window();
    void first_sizes();
    void set_first();
    void size_docks();
    void restore_sizes();
    void show_parts();
    void show_small_parts();
    void lower_findings();
    void fold(bool folds);
    void set_wide(bool wide);
    bool& wants_drawing();
    int side_width(int usual) const;
    bool is_wide() const;
    bool is_low() const;
    QList<QDockWidget*> tabs_of_side() const;

    QMainWindow& m_page;
    WorkArea& m_area;
    LayoutQueue& m_queue;
    WorkStrip* m_strip = nullptr;
    QWidget* m_tile = nullptr;
    const Workspace* m_workspace = nullptr;
    QByteArray m_first;
    QDockWidget* m_beside = nullptr;    ///< opens beside the inspector
    QByteArray m_saved;                 ///< until the window has the size that they are of
    QList<QDockWidget*> m_hidden_below; ///< for the drawing
    bool m_only_drawing = false;
    double m_text_scale;
    bool m_is_small = false;
    bool m_is_wide = true;
    QStringList m_folded;             ///< panels that come back with the width, by the names of their docks
    bool m_drawing = true;            ///< beside the views
    bool m_drawing_when_small = true; ///< instead of the views
    bool m_is_first = true;           ///< the panels have the sizes of a first start
    bool m_is_arranging = false;
    /// The width beside a panel that opened next to it; 0 if it is not shown.
    int m_inspector_width = 0;
};

} // namespace roofrack
