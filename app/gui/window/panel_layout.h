// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QList>
#include <QObject>

class QDockWidget;
class QMainWindow;
class QSplitter;

namespace roofrack {

/// Which panels of the page are shown, how large, and how that is kept. Panels are known by the names of
/// their docks.
class PanelLayout : public QObject {
    Q_OBJECT

public:
    static constexpr int version = 1; ///< of saveState: what was saved by another is not restored

    /// `splitter`: the drawing above the charts.
    PanelLayout(QMainWindow& page, QSplitter& splitter);

    /// All panels have been made: reset() comes back to this.
    void keep_first();
    /// The width of a panel that opens beside the inspector goes back to the drawing, not to the inspector.
    void opens_beside_inspector(QDockWidget& dock);

    QList<QDockWidget*> docks() const;
    void reset();
    /// Hides the charts and the findings, so that the drawing has their room; brings back those that were
    /// shown.
    void show_only_drawing(bool only);
    bool shows_only_drawing() const { return m_only_drawing; }

    QByteArray splitter_state() const;
    /// As the panels were when `layout` and `splitter` were saved; their sizes once the window is shown.
    void restore(const QByteArray& layout, const QByteArray& splitter);

    // The page has been shown, or has another size.
    void shown();
    void resized();

private:
    QDockWidget* dock(const char* name) const;
    void size_docks();
    void restore_sizes();
    void share_height();

    QMainWindow& m_page;
    QSplitter& m_splitter;
    QByteArray m_first;
    QByteArray m_saved, m_saved_splitter; ///< until the window has the size that they are of
    bool m_only_drawing = false;
    bool m_hid_findings = false; ///< for the drawing
    bool m_is_fresh = true;      ///< the panels have the sizes of a first start
    int m_inspector_width = 0;   ///< beside a panel that opened beside it; 0: it is not shown
};

} // namespace roofrack
