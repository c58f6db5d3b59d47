// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/window/panel_layout.h"
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
class ProjectPage : public QMainWindow {
    Q_OBJECT

public:
    explicit ProjectPage(Document& document, QWidget* parent = nullptr);

    void set_theme(const Theme& theme);
    void show_bundle(std::shared_ptr<const EvaluationBundle> bundle);
    void show_trace(std::shared_ptr<const TraceResult> trace);

    Canvas& canvas() { return *m_canvas; }
    ChartArea& charts() { return *m_charts; }
    SearchFlow& search() { return *m_search; }
    BillView& bill() { return *m_bill; }
    PanelLayout& panels() { return m_panels; }
    void show_bill();
    /// Shows a panel, brings it to the front and gives it the keyboard.
    void show_dock(const QString& name);
    void toggle_dock(const QString& name); ///< shows it, or hides it when it is seen
    /// Of what the selected element is made of.
    void edit_part_figures();
    /// The keyboard to the search over the parts.
    void search_parts();

Q_SIGNALS:
    void explain_requested(const QString& part);

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void make_docks();
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
    PanelLayout m_panels;
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
};

} // namespace roofrack
