// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/window/panel_layout.h"
#include "widgets/theme/theme.h"

#include <functional>

class QDockWidget;

namespace roofrack {

class BillView;
class Canvas;
class Document;
class DrawingTile;
struct Evaluation;
class FindingsView;
class Inspector;
class Outline;
class OwnPartPanel;
class PartsShelf;
class RackElevation;
class RankTable;
class MitigationsView;
class WorkStrip;

/// The panels around the drawing and the views: made, shown and hidden here, known by the names of their
/// docks.
class ProjectPanels : public QObject {
    Q_OBJECT

public:
    ProjectPanels(Document& document, Canvas& canvas, PanelLayout& layout, QMainWindow& page);

    PartsShelf& parts() { return *m_parts; }
    Outline& outline() { return *m_outline; }
    Inspector& inspector() { return *m_inspector; }
    FindingsView& findings() { return *m_findings; }
    RankTable& ranks() { return *m_ranks; }
    BillView& bill() { return *m_bill; }
    MitigationsView& mitigations() { return *m_mitigations; }
    RackElevation& elevation() { return *m_elevation; }
    OwnPartPanel& own_part() { return *m_own_part; }

    QList<QDockWidget*> docks() const { return m_layout.docks(); }

    void set_theme(const Theme& theme);
    void show_findings(const Evaluation& evaluation);
    /// Shows a panel, brings it to the front and gives it the keyboard.
    void show(const QString& name);
    void toggle(const QString& name); ///< shows it, or hides it when it is seen
    /// In front, the keyboard where it is.
    void bring(const QString& name);
    /// The keyboard to the search over the parts.
    void search_parts();

private:
    void change(std::function<void()> what);
    void show_now(const QString& name);
    void bring_now(const QString& name);
    QDockWidget* make_dock(const char* name, const QString& title);
    void add(QDockWidget& dock, QWidget* content, Qt::DockWidgetArea area);
    QDockWidget* dock(const QString& name) const;
    void make_side();
    void make_below();
    void make_small();
    QWidget* make_inspector(QDockWidget& dock);
    void show_bill();

    Document& m_document;
    Canvas& m_canvas;
    PanelLayout& m_layout;
    QMainWindow& m_page;
    PartsShelf* m_parts = nullptr;
    Outline* m_outline = nullptr;
    Inspector* m_inspector = nullptr;
    FindingsView* m_findings = nullptr;
    RankTable* m_ranks = nullptr;
    BillView* m_bill = nullptr;
    MitigationsView* m_mitigations = nullptr;
    RackElevation* m_elevation = nullptr;
    OwnPartPanel* m_own_part = nullptr;
    QDockWidget* m_bill_dock = nullptr;
    DrawingTile* m_tile = nullptr;
    WorkStrip* m_strip = nullptr;
    /// The height of the docks below the charts, px; 0 if it is not known.
    int m_height_without_bill = 0;
};

} // namespace roofrack
