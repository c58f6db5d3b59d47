// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/trace.h"
#include "widgets/editor/document.h"
#include "widgets/editor/evaluation_bundle.h"
#include "widgets/theme/theme.h"

#include <QMainWindow>

class QSplitter;

namespace roofrack {

class BillView;
class Canvas;
class ChartArea;
class FindingsView;
class Inspector;
class Outline;
class OwnPartPanel;
class OwnPartsFlow;
class PartsShelf;
class RackElevation;
class RankTable;
class SearchFlow;

/// An open project: the drawing above the charts, and around them the panels, which move, hide and are saved.
class Workspace : public QMainWindow {
    Q_OBJECT

public:
    static constexpr int layout_version = 1; ///< of saveState: what was saved by another is not restored

    explicit Workspace(Document& document, QWidget* parent = nullptr);

    void set_theme(const Theme& theme);
    void show_bundle(std::shared_ptr<const EvaluationBundle> bundle);
    void show_trace(std::shared_ptr<const TraceResult> trace);

    Canvas& canvas() { return *m_canvas; }
    ChartArea& charts() { return *m_charts; }
    SearchFlow& search() { return *m_search; }
    BillView& bill() { return *m_bill; }
    void show_bill();
    QList<QDockWidget*> docks() const;
    /// Shows a panel, brings it to the front and gives it the keyboard.
    void show_dock(const QString& name);
    void toggle_dock(const QString& name); ///< shows it, or hides it when it is seen
    void reset_layout();
    /// Hides the charts and the findings, so that the drawing has their room; brings back those that were
    /// shown.
    void show_only_drawing(bool only);
    /// Of what the selected element is made of.
    void edit_part_figures();
    /// The keyboard to the search over the parts.
    void search_parts();
    bool shows_only_drawing() const { return m_only_drawing; }
    QByteArray splitter_state() const;
    /// As the panels were when `layout` and `splitter` were saved; their sizes once the window is shown.
    void restore(const QByteArray& layout, const QByteArray& splitter);

Q_SIGNALS:
    void explain_requested(const QString& part);

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void make_docks();
    void size_docks();
    void restore_sizes();
    void share_height();
    void connect_document();
    void connect_waivers();
    void connect_outline();
    void connect_search();
    void show_charts();
    void show_document(Changes what);
    QDockWidget* add_dock(const QString& name, const QString& title, QWidget* content,
                          Qt::DockWidgetArea area);

    Document& m_document;
    std::shared_ptr<const EvaluationBundle> m_bundle;
    std::shared_ptr<const TraceResult> m_trace;
    QSplitter* m_splitter;
    Canvas* m_canvas;
    ChartArea* m_charts;
    Inspector* m_inspector;
    FindingsView* m_findings;
    Outline* m_outline;
    PartsShelf* m_parts;
    OwnPartPanel* m_own_part;
    OwnPartsFlow* m_own_parts;
    RankTable* m_ranks;
    RackElevation* m_elevation;
    BillView* m_bill;
    SearchFlow* m_search;
    QDockWidget* m_ranks_dock;
    QDockWidget* m_bill_dock;
    int m_height_without_bill = 0; ///< px of the docks below the charts; 0: not known
    QByteArray m_first_layout;
    QByteArray m_saved_layout, m_saved_splitter; ///< until the window has the size that they are of
    bool m_only_drawing = false;
    bool m_hid_findings = false; ///< for the drawing
    bool m_is_fresh = true;      ///< the panels have the sizes of a first start
    int m_inspector_width = 0;   ///< beside the rack elevation; 0: it is not shown
};

} // namespace roofrack
