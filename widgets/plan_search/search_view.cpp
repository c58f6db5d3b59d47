// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plan_search/search_view.h"

#include "widgets/charts/chart_text.h"
#include "widgets/charts/plan_search_chart.h"
#include "widgets/charts/plan_text.h"
#include "widgets/fields/elided_label.h"
#include "widgets/plan_search/plan_table.h"
#include "widgets/plan_search/search_controls.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPushButton>
#include <QResizeEvent>
#include <QSignalBlocker>
#include <QSplitter>
#include <QTabBar>
#include <QToolButton>
#include <QVBoxLayout>

namespace roofrack {

namespace {

/// Tab goes from widget to widget as they were made or moved in: the chart before its tables.
QSplitter* splitter_round(PlanSearchChart& chart, QWidget& parent) {
    auto* splitter = new QSplitter(Qt::Horizontal, &parent);
    splitter->addWidget(&chart);
    return splitter;
}

} // namespace

SearchView::SearchView(PlanSearchChart* chart, QWidget* parent)
    : QWidget(parent)
    , m_controls(new SearchControls(this))
    , m_chart(chart)
    , m_splitter(splitter_round(*chart, *this))
    , m_plans(new QWidget(m_splitter))
    , m_lists(new QTabBar(m_plans))
    , m_table(new PlanTable(m_plans))
    , m_plan(new ElidedLabel(m_plans))
    , m_use(new QPushButton(tr("Use this plan"), m_plans)) {
    setObjectName(QStringLiteral("panel"));
    setAttribute(Qt::WA_StyledBackground);
    m_lists->setDrawBase(false);
    m_lists->setExpanding(false);
    m_lists->setElideMode(Qt::ElideNone);
    m_lists->setAccessibleName(tr("Which plans"));
    m_lists->addTab(tr("Fastest"));
    m_lists->addTab(tr("Pareto front"));
    m_lists->addTab(tr("By TP × PP"));
    m_lists->setTabToolTip(pareto, tr("No other plan is better in step time, memory and energy at once"));
    m_lists->setTabToolTip(by_degrees, tr("The best plan of each cell of the map"));
    m_plan->setProperty("role", "secondary");
    m_use->setObjectName(QStringLiteral("use-plan"));
    m_use->setToolTip(tr("Makes it the scenario's plan, in one step that can be undone"));
    auto* copy = new QPushButton(tr("Copy"), m_plans);
    copy->setObjectName(QStringLiteral("copy-plans"));
    copy->setToolTip(tr("Copies the plans for a spreadsheet; the table's context menu copies CSV"));

    auto* foot = new QHBoxLayout;
    foot->setContentsMargins(8, 0, 16, 8);
    foot->setSpacing(8);
    foot->addWidget(m_plan, 1);
    foot->addWidget(copy);
    foot->addWidget(m_use);
    auto* right = new QVBoxLayout(m_plans);
    right->setContentsMargins(0, 0, 0, 0);
    right->setSpacing(4);
    right->addWidget(m_lists);
    right->addWidget(m_table, 1);
    right->addLayout(foot);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setStretchFactor(0, 1);
    m_splitter->setStretchFactor(1, 1);
    m_plans->hide();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_controls);
    column->addWidget(m_splitter, 1);
    connect(m_lists, &QTabBar::currentChanged, this, &SearchView::show_list);
    connect(m_table, &PlanTable::selection_changed, this, &SearchView::show_selection);
    connect(m_table, &PlanTable::use_requested, this, &SearchView::use);
    connect(m_use, &QPushButton::clicked, this, &SearchView::use);
    connect(copy, &QPushButton::clicked, m_table, &PlanTable::copy);
    connect(m_chart, &PlanSearchChart::cell_chosen, this, &SearchView::choose_cell);
    show_search(nullptr);
}

void SearchView::show_search(std::shared_ptr<const PlanSearch> search) {
    m_search = std::move(search);
    m_running = m_stale = false;
    m_table->set_stale(false);
    if (m_search && m_plans->isHidden()) {
        m_plans->show();
        share_room();
    }
    m_plans->setVisible(m_search != nullptr);
    {
        const QSignalBlocker quiet(m_lists);
        m_lists->setCurrentIndex(fastest);
    }
    show_list();
    update_line();
}

void SearchView::set_stale(bool stale) {
    m_stale = stale;
    m_table->set_stale(stale);
    update_line();
}

void SearchView::show_progress(double done) {
    m_running = true;
    m_controls->show_running(done);
}

void SearchView::show_failure(const QString& why) {
    m_running = false;
    m_controls->show_warning(why);
}

void SearchView::show_cancelled() {
    m_running = false;
    update_line();
    if (!m_stale)
        m_controls->show_idle(m_search ? tr("Cancelled: the plans are of the search before")
                                       : tr("The search was cancelled"));
}

void SearchView::set_read_only(bool read_only) {
    m_read_only = read_only;
    show_selection();
}

void SearchView::update_line() {
    if (m_running) return;
    if (!m_search)
        m_controls->show_idle(tr("Every plan of the model on these GPUs, the best first"));
    else if (m_stale)
        m_controls->show_warning(tr("Drawing changed: search again"));
    else {
        QString line = search_summary(m_search->result);
        if (const double place = m_search->result.base_rank; place > 0)
            line = tr("the plan now is number %1 · %2").arg(count_text(place), line);
        m_controls->show_idle(line);
    }
}

std::optional<RankedPlan> SearchView::selected() const { return m_table->selected(); }

void SearchView::show_list() {
    if (!m_search) {
        m_table->show_plans("fastest", {}, true);
        return;
    }
    const SearchResult& result = m_search->result;
    switch (m_lists->currentIndex()) {
    case pareto: m_table->show_plans("pareto", result.pareto, false); break;
    case by_degrees: {
        std::vector<RankedPlan> plans;
        for (const SearchCell& cell : result.map) plans.push_back(plan_of(cell));
        m_table->show_plans("map", std::move(plans), false);
        break;
    }
    default: m_table->show_plans("fastest", result.best, true, result.base); break;
    }
    m_table->select_first();
}

void SearchView::show_selection() {
    const auto plan = selected();
    m_plan->set_full_text(
        !plan ? QString()
        : plan->feasible
            ? joined({degrees_text(plan->plan), choices_text(plan->plan)})
            : tr("TP %1 × PP %2: %3").arg(plan->plan.tp).arg(plan->plan.pp).arg(qt(plan->reason)));
    m_use->setEnabled(plan && plan->feasible && !m_read_only);
    m_chart->set_selected(plan ? std::optional(std::pair{plan->plan.tp, plan->plan.pp}) : std::nullopt);
    Q_EMIT selection_changed();
}

void SearchView::choose_cell(int tp, int pp) {
    if (!m_search) return;
    const auto cell = std::ranges::find_if(m_search->result.map,
                                           [=](const SearchCell& c) { return c.tp == tp && c.pp == pp; });
    if (cell == m_search->result.map.end()) return;
    // In the list that is shown if it is there, else in the list of the cells, which has them all.
    if (cell->best && m_table->select(cell->best->plan)) return;
    m_lists->setCurrentIndex(by_degrees);
    m_table->select(tp, pp);
}

void SearchView::use() {
    const auto plan = selected();
    if (plan && plan->feasible && !m_read_only) Q_EMIT use_requested(plan->plan);
}

void SearchView::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    // Side by side unless there is height for both and no width.
    const auto wanted = width() < 640 && height() > 560 ? Qt::Vertical : Qt::Horizontal;
    if (m_splitter->orientation() == wanted) return;
    m_splitter->setOrientation(wanted);
    share_room();
}

void SearchView::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape && m_running)
        m_controls->cancel();
    else
        QWidget::keyPressEvent(event);
}

void SearchView::share_room() {
    m_plans->setMinimumSize(std::max(240, m_lists->sizeHint().width()), 120);
    const int room = m_splitter->orientation() == Qt::Vertical ? m_splitter->height() : m_splitter->width();
    m_splitter->setSizes({room * 52 / 100, room * 48 / 100});
}

} // namespace roofrack
