// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/runs/run_tools.h"

#include "app/gui/commands/actions.h"
#include "app/gui/flows/file_flow.h"
#include "app/gui/flows/trace_flow.h"
#include "app/gui/runs/against_flow.h"
#include "app/gui/runs/draft_flow.h"
#include "app/gui/runs/measured_flow.h"
#include "app/gui/runs/runs_flow.h"
#include "core/step/engine/measured_network.h"
#include "widgets/charts/measured/run_against_chart.h"
#include "widgets/charts/step_breakdown_chart.h"
#include "widgets/editor/document.h"
#include "widgets/fields/text.h"
#include "widgets/measured/run_bar.h"

#include <QAction>

namespace roofrack {

RunTools::RunTools(Window window)
    : QObject(&window.widget)
    , m_in(std::move(window))
    , m_draft(new DraftFlow(m_in.document.catalog(), m_in.files, m_in.session, &m_in.widget))
    , m_measured(new MeasuredFlow(m_in.document, m_in.session, &m_in.widget))
    , m_against(
          new AgainstFlow(m_in.runs, m_in.traces, m_in.session, m_in.strip, m_in.messages, &m_in.widget)) {
    connect_actions();
    connect(&m_in.runs, &RunsFlow::run_shown, this, &RunTools::update);
    connect(&m_in.document, &Document::changed, this, &RunTools::update);
    connect(&m_in.document, &Document::scenario_changed, this, &RunTools::update);
    connect(m_against, &AgainstFlow::left, this, &RunTools::update); // the choice goes back
    connect(m_against, &AgainstFlow::compared, this,
            [this] { m_in.show_view(QLatin1String(RunAgainstChart::id_text)); });
    connect(m_draft, &DraftFlow::opened, this, [this] {
        m_in.runs.keep_shown();
        m_in.show_view(QLatin1String(StepBreakdownChart::id_text));
    });
    update();
}

void RunTools::connect_actions() {
    m_in.actions.on("trace.open", [this] { m_in.traces.open_files(); });
    m_in.actions.on("trace.open-folder", [this] { m_in.traces.open_folder(); });
    m_in.actions.on("trace.draft", [this] {
        if (const auto& run = m_in.runs.shown()) m_draft->start(*run);
    });
    m_in.actions.on("trace.calibrate", [this] { m_measured->calibrate(m_in.runs.files()); });
    m_in.actions.on("trace.diagnose", [this] { m_measured->diagnose(m_in.runs.files()); });
    m_in.actions.on("trace.compare", [this] { m_against->ask_files(); });
    connect(m_in.actions.get("trace.calibrated"), &QAction::triggered, m_measured,
            &MeasuredFlow::set_calibrated);
}

void RunTools::attach(RunBar& bar) {
    m_bar = &bar;
    const auto triggers = [this](const char* id) {
        return [action = m_in.actions.get(id)] { action->trigger(); };
    };
    connect(&bar, &RunBar::draft_wanted, this, triggers("trace.draft"));
    connect(&bar, &RunBar::calibrate_wanted, this, triggers("trace.calibrate"));
    connect(&bar, &RunBar::diagnose_wanted, this, triggers("trace.diagnose"));
    connect(&bar, &RunBar::against_files_wanted, this, triggers("trace.compare"));
    connect(&bar, &RunBar::against_chosen, m_against, &AgainstFlow::choose);
    connect(&bar, &RunBar::calibration_switched, m_measured, &MeasuredFlow::set_calibrated);
    update();
}

void RunTools::update() {
    const auto& run = m_in.runs.shown();
    const bool is_open = run != nullptr;
    const bool has_project = m_in.files.has_project();
    const bool drawn = has_project && !m_in.document.cluster().elements.empty();
    const bool may_edit = has_project && !m_in.document.is_read_only();
    const Calibration none;
    const Calibration& calibration = has_project ? m_in.document.scenario().calibration : none;
    m_in.actions.enable({"trace.draft", "trace.compare"}, is_open);
    m_in.actions.enable({"trace.calibrate", "trace.diagnose"}, is_open && drawn);
    m_in.actions.enable({"trace.calibrated"}, may_edit && calibration.is_given());
    m_in.actions.get("trace.calibrated")->setChecked(calibration.is_given() && !calibration.off);
    if (!m_bar) return;
    m_bar->show_asks(is_open, drawn);
    m_bar->show_against(run ? as_written(run->against) : QString());
    m_bar->show_calibration(may_edit && calibration.is_given(), !calibration.off,
                            to_qt(measured_by(calibration)));
}

} // namespace roofrack
