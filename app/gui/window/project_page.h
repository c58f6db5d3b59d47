// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/window/panel_layout.h"
#include "core/study/money/run_cost.h"
#include "widgets/editor/answers_lane.h"
#include "widgets/editor/document.h"
#include "widgets/theme/theme.h"

#include <QMainWindow>

namespace roofrack {

class BillView;
class Canvas;
class ChartArea;
class CompareFlow;
class ComparisonFlow;
class DecideFlow;
class DeckFlow;
class DeckView;
class DesignFlow;
class InputsFlow;
class LayoutQueue;
class OwnPartsFlow;
struct OpenRun;
class ProjectPanels;
class RunBar;
class SearchFlow;
class Session;
class StudyFlow;
class TriedFlow;
struct SlowGroups;
class WhatIfBar;
class WhatIfFlow;
class WorkspaceSwitch;

/// An open project: the drawing, the views and the panels around them, as the present workspace arranges
/// them.
class ProjectPage : public QMainWindow {
    Q_OBJECT

public:
    ProjectPage(Document& document, Session& session, LayoutQueue& queue, QWidget* parent = nullptr);

    void set_theme(const Theme& theme);
    /// Another project was opened: nothing that was found for the one before is shown.
    void forget();
    void show_answered(Answered answered);
    /// What the views on the screen ask for with the evaluation.
    std::vector<Ask> asked_at_once() const;
    /// What is evaluated: the open scenario, with what is turned in it.
    std::shared_ptr<const Scenario> shown_scenario() const;
    /// What a file of the bill is called: as the project; beside a what-if as that, whose bill it is.
    std::string name_of_bill() const;
    /// null: none.
    void show_run(std::shared_ptr<const OpenRun> run);
    /// A chart of the workspace Measured.
    void show_measured(const QString& chart);
    /// All answers of the shown snapshot; null before the first one.
    const std::shared_ptr<const Answers>& answers() const { return m_answered.answers; }
    bool has_run() const { return m_run != nullptr; }
    RunBar& run_bar() { return *m_run_bar; }

    Canvas& canvas() { return *m_canvas; }
    ChartArea& charts() { return *m_charts; }
    DeckView& deck() { return *m_deck; }
    DeckFlow& slides() { return *m_slides; }
    SearchFlow& search() { return *m_search; }
    const StudyFlow& study() const { return *m_study; }
    WhatIfFlow& what_if() { return *m_what_if; }
    TriedFlow& tried() { return *m_tried; }
    const CompareFlow& compare() const { return *m_compare; }
    /// Something that charts show is being found, or will be in a moment.
    bool is_finding() const;
    BillView& bill();
    PanelLayout& panel_layout() { return m_layout; }
    ProjectPanels& panels() { return *m_panels; }
    WorkspaceSwitch& workspaces() { return *m_workspaces; }
    /// The drawing is seen: what is done next is done in it.
    void need_drawing();
    /// Opens the figures of the part that the selected element is made of.
    void edit_part_figures();
    void new_part();

Q_SIGNALS:
    void explain_requested(const QString& part);
    /// shown_scenario() is another one, though the project is not.
    void turned();
    /// What the verdict says: at once, and again with what was found a moment later.
    void evaluated(const roofrack::Evaluation& evaluation, const roofrack::RunCost& cost, double elapsed_ms,
                   bool best_plan);

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void connect_document();
    void connect_search();
    void locate(const std::vector<std::string>& ids);
    void show_input(const std::string& address);
    void try_values(const std::string& address);
    void search_designs();
    void show_results();
    void show_charts();
    void show_judged();
    void show_document(Changes what);
    void show_selection();
    void uncover_inspector();

    Document& m_document;
    Answered m_answered;
    std::shared_ptr<const SlowGroups> m_slow;   ///< as the inspector shows it
    std::shared_ptr<const Evaluation> m_judged; ///< the evaluation that the drawing shows
    std::shared_ptr<const OpenRun> m_run;
    Canvas* m_canvas;
    ChartArea* m_charts;
    DeckView* m_deck;
    WorkArea* m_area;
    RunBar* m_run_bar;
    PanelLayout m_layout;
    ProjectPanels* m_panels;
    WorkspaceSwitch* m_workspaces;
    OwnPartsFlow* m_own_parts;
    SearchFlow* m_search;
    WhatIfBar* m_what_if_bar;
    WhatIfFlow* m_what_if;
    StudyFlow* m_study;
    CompareFlow* m_compare;
    ComparisonFlow* m_comparison;
    InputsFlow* m_inputs;
    TriedFlow* m_tried;
    DesignFlow* m_designs;
    DecideFlow* m_decide;
    DeckFlow* m_slides;
};

} // namespace roofrack
