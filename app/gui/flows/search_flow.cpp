// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/flows/search_flow.h"

#include "widgets/editor/commands/set_scenario_value.h"
#include "widgets/editor/document.h"
#include "widgets/fields/text.h"
#include "widgets/plan_search/search_controls.h"
#include "widgets/plan_search/search_view.h"

namespace roofrack {

SearchFlow::SearchFlow(Document& document, PlanSearcher searcher, QObject* parent)
    : QObject(parent)
    , m_document(document)
    , m_lane(std::move(searcher)) {
    connect(&m_document, &Document::changed, this, [this](Changes what) {
        if (what & evaluated_changes) check_stale();
    });
    connect(&m_document, &Document::scenario_changed, this, &SearchFlow::check_stale);
    connect(&m_lane, &SearchLane::progress, this, [this](double done) {
        if (m_view) m_view->show_progress(done);
    });
    connect(&m_lane, &SearchLane::finished, this, [this](std::shared_ptr<const PlanSearch> search) {
        m_search = std::move(search);
        m_is_stale = !still_holds(*m_search, m_document.scenario());
        if (m_view) {
            m_view->show_search(m_search);
            m_view->set_stale(m_is_stale);
        }
        Q_EMIT search_changed();
        Q_EMIT state_changed();
    });
    connect(&m_lane, &SearchLane::failed, this, [this](const Diagnostic& diagnostic) {
        if (m_view) m_view->show_failure(to_qt(diagnostic.text()));
        Q_EMIT state_changed();
    });
    connect(&m_lane, &SearchLane::cancelled, this, [this] {
        if (m_view) m_view->show_cancelled();
        Q_EMIT state_changed();
    });
}

void SearchFlow::attach(SearchView& view) {
    m_view = &view;
    view.set_read_only(m_document.is_read_only());
    view.show_search(m_search);
    view.set_stale(m_is_stale);
    connect(&view.controls(), &SearchControls::started, this, &SearchFlow::start);
    connect(&view.controls(), &SearchControls::cancelled, this, &SearchFlow::cancel);
    connect(&view, &SearchView::use_requested, this, &SearchFlow::use);
    connect(&view, &SearchView::selection_changed, this, &SearchFlow::state_changed);
    connect(&m_document, &Document::file_changed, &view,
            [this, &view] { view.set_read_only(m_document.is_read_only()); });
}

void SearchFlow::start() {
    m_lane.start({m_document.snapshot(), m_view ? m_view->controls().options() : SearchOptions{}});
    if (m_view) m_view->show_progress(0);
    Q_EMIT state_changed();
}

void SearchFlow::forget() {
    m_lane.cancel();
    m_search.reset();
    m_is_stale = false;
    if (m_view) m_view->show_search(nullptr);
    Q_EMIT search_changed();
    Q_EMIT state_changed();
}

bool SearchFlow::can_use() const {
    if (!m_view || m_document.is_read_only()) return false;
    const auto plan = m_view->selected();
    return plan && plan->feasible;
}

void SearchFlow::use_selected() {
    if (can_use()) use(m_view->selected()->plan);
}

void SearchFlow::use(const Plan& plan) {
    m_document.end_gesture();
    m_document.perform<SetPlan>(adopted(plan, m_document.scenario().plan, m_search->asked.options),
                                tr("plan from the search"));
}

void SearchFlow::check_stale() {
    if (!m_search) return;
    const bool stale = !still_holds(*m_search, m_document.scenario());
    if (std::exchange(m_is_stale, stale) == stale) return;
    if (m_view) m_view->set_stale(stale);
    Q_EMIT search_changed();
    Q_EMIT state_changed();
}

} // namespace roofrack
