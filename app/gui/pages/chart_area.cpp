// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/pages/chart_area.h"

#include "core/answers/facility_answers.h"
#include "core/answers/measured_answers.h"
#include "widgets/charts/catalog/chart_catalog.h"
#include "widgets/charts/chart.h"
#include "widgets/charts/compare/choice_controls.h"
#include "widgets/charts/facility/year_controls.h"
#include "widgets/charts/measured_curve/curve_controls.h"
#include "widgets/charts/measured_curve/measured_curve_chart.h"
#include "widgets/charts/money/running_chart.h"
#include "widgets/charts/money/running_controls.h"
#include "widgets/charts/plan_search_chart.h"
#include "widgets/charts/scale/scaling_chart.h"
#include "widgets/charts/scale/study_controls.h"
#include "widgets/fields/style_property.h"
#include "widgets/plan_search/search_view.h"

#include <QCoreApplication>
#include <QEvent>
#include <QMenu>
#include <QSignalBlocker>
#include <QStyle>
#include <QTabBar>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <string_view>

namespace roofrack {

namespace {

constexpr int lowest = 212; ///< px: lower, bars and names have no room between the axes

/// All the height that is left by what stands over it.
void add_high(QWidget& view, QWidget& page) { static_cast<QVBoxLayout*>(page.layout())->addWidget(&view, 1); }

void place(QWidget* controls, Chart& chart, QWidget& page) {
    page.layout()->addWidget(controls);
    add_high(chart, page);
}

} // namespace

ChartArea::ChartArea(QWidget* parent)
    : QTabWidget(parent)
    , m_more(new QToolButton(this))
    , m_charts(chart_catalog().size(), nullptr) {
    setDocumentMode(true);
    tabBar()->setDrawBase(false);
    tabBar()->setExpanding(false);
    tabBar()->setUsesScrollButtons(true);
    tabBar()->setElideMode(Qt::ElideRight);
    setAccessibleName(tr("Charts"));
    m_more->setText(tr("More"));
    m_more->setToolTip(tr("More views of this workspace"));
    m_more->setPopupMode(QToolButton::InstantPopup);
    m_more->setToolButtonStyle(Qt::ToolButtonTextOnly);
    m_more->setFocusPolicy(Qt::TabFocus);
    m_more->setMenu(new QMenu(m_more));
    connect(m_more->menu(), &QMenu::aboutToShow, this, &ChartArea::fill_more);
    setCornerWidget(m_more);
    std::vector<const char*> ids;
    for (const ChartEntry& entry : chart_catalog()) {
        auto* page = new QWidget(this);
        auto* column = new QVBoxLayout(page);
        column->setContentsMargins(0, 0, 0, 0);
        page->setMinimumHeight(lowest);
        page->setWindowTitle(Chart::tr(entry.title).replace(u'&', QStringLiteral("&&")));
        page->hide();
        m_pages.push_back(page);
        ids.push_back(entry.id);
    }
    show_tabs({ids}, {});
    connect(this, &QTabWidget::currentChanged, this, [this](int tab) {
        if (tab >= 0 && !tabBar()->isTabVisible(tab)) fit_tabs();
        current();
    });
}

/// Without the line that the style draws over the corner of "More" alone.
void ChartArea::paintEvent(QPaintEvent* /*event*/) {}

void ChartArea::show_tabs(const ChartTabs& tabs, const QString& chosen) {
    if (tabs.tabs.empty()) return;
    m_tabs = tabs;
    m_from_more.clear();
    const auto holds = [&](const std::vector<const char*>& ids) {
        return std::ranges::any_of(ids, [&](const char* id) { return chosen == QLatin1String(id); });
    };
    if (holds(tabs.more) || holds(tabs.research)) m_from_more = chosen;
    const bool has_chosen = !m_from_more.isEmpty() || (holds(tabs.tabs) && !m_left_out.contains(chosen));
    const auto first = std::ranges::find_if(
        tabs.tabs, [this](const char* id) { return !m_left_out.contains(QLatin1String(id)); });
    const QString usual = QLatin1String(first == tabs.tabs.end() ? tabs.tabs.front() : *first);
    set_tabs(tabs.tabs, page_of(has_chosen ? chosen : usual));
    if (!isVisible()) return;
    current();
    Q_EMIT chart_seen(current_id()); // it came on the screen while nothing was told
}

/// Tabs for these, then for the one from behind "More".
void ChartArea::set_tabs(const std::vector<const char*>& ids, QWidget* shown) {
    {
        // The one to be shown first, lest another is seen, and made, on the way.
        const QSignalBlocker quiet(this);
        if (indexOf(shown) < 0) addTab(shown, shown->windowTitle());
        setCurrentWidget(shown);
        std::vector<QWidget*> wanted;
        for (const char* id : ids)
            if (QWidget* page = page_of(QString::fromLatin1(id));
                page == shown || !m_left_out.contains(QLatin1String(id)))
                wanted.push_back(page);
        if (!m_from_more.isEmpty()) wanted.push_back(page_of(m_from_more));
        for (int tab = count() - 1; tab >= 0; --tab)
            if (!std::ranges::count(wanted, widget(tab))) removeTab(tab);
        for (int tab = 0; QWidget * page : wanted) {
            if (const int now = indexOf(page); now < 0)
                insertTab(tab, page, page->windowTitle());
            else
                tabBar()->moveTab(now, tab);
            ++tab;
        }
    }
    tabBar()->setVisible(count() > 1);
    updateGeometry();
    fit_tabs();
}

void ChartArea::leave_out(const QSet<QString>& ids) {
    if (ids == m_left_out) return;
    m_left_out = ids;
    show_tabs(m_tabs, current_id());
}

QStringList ChartArea::offered() const {
    QStringList ids;
    for (const auto* some : {&m_tabs.tabs, &m_tabs.more, &m_tabs.research})
        for (const char* id : *some) ids << QLatin1String(id);
    return ids;
}

/// What has no tab, or one that did not fit.
void ChartArea::fill_more() {
    QMenu* menu = m_more->menu();
    for (QMenu* before : menu->findChildren<QMenu*>()) before->deleteLater();
    menu->clear();
    const auto add = [&](QMenu* to, const char* id) {
        QWidget* page = page_of(QLatin1String(id));
        const int tab = indexOf(page);
        if ((tab >= 0 && tabBar()->isTabVisible(tab)) || m_left_out.contains(QLatin1String(id))) return;
        to->addAction(page->windowTitle(), this, [this, id] { show_chart(QLatin1String(id)); });
    };
    for (const char* id : m_tabs.tabs) add(menu, id);
    for (const char* id : m_tabs.more) add(menu, id);
    if (m_tabs.research.empty()) return;
    QMenu* research = menu->addMenu(tr("Research"));
    for (const char* id : m_tabs.research) add(research, id);
}

int ChartArea::number_of(const QString& id) const {
    const auto found = std::ranges::find_if(
        chart_catalog(), [&](const ChartEntry& entry) { return id == QLatin1String(entry.id); });
    return static_cast<int>(found - chart_catalog().begin());
}

int ChartArea::number_of(const QWidget* page) const {
    return static_cast<int>(std::ranges::find(m_pages, page) - m_pages.begin());
}

Chart* ChartArea::chart(size_t number) {
    if (number >= m_charts.size()) return nullptr;
    Chart*& made = m_charts[number];
    if (!made) {
        QWidget* page = m_pages[number];
        made = chart_catalog()[number].create(page);
        made->setTheme(m_theme);
        if (m_data) made->show(m_data);
        connect(made, &Chart::explainRequested, this, &ChartArea::explain_requested);
        connect(made, &Chart::commandWanted, this, &ChartArea::command_wanted);
        connect(made, &Chart::chosen, this, &ChartArea::mark_chosen);
        connect(made, &Chart::seen, this, [this, made = made] { Q_EMIT chart_seen(made->id()); });
        if (auto* map = qobject_cast<PlanSearchChart*>(made)) {
            m_search = new SearchView(map, page);
            add_high(*m_search, *page);
            Q_EMIT search_view_made(*m_search);
        } else if (auto* scaling = qobject_cast<ScalingChart*>(made)) {
            add_study_controls(*scaling, page);
        } else if (auto* curve = qobject_cast<MeasuredCurveChart*>(made)) {
            add_curve_controls(*curve, page);
        } else if (auto* year = qobject_cast<YearChart*>(made)) {
            add_year_controls(*year, page);
        } else if (auto* running = qobject_cast<RunningChart*>(made)) {
            add_running_controls(*running, page);
        } else if (ChoiceControls* controls = made->make_controls(page)) {
            connect(controls, &ChoiceControls::chosen, this, &ChartArea::comparison_chosen);
            connect(controls, &ChoiceControls::marked, this, &ChartArea::mark_chosen);
            m_choices.push_back(controls);
            if (m_data) controls->show_data(*m_data);
            place(controls, *made, *page);
        } else
            add_high(*made, *page);
    }
    return made;
}

void ChartArea::add_study_controls(ScalingChart& chart, QWidget* page) {
    m_scaling = &chart;
    m_study = new StudyControls(page);
    m_study->show_scenarios(m_scenarios);
    set_study_view(m_study_view);
    show_study_controls();
    connect(m_study, &StudyControls::metric_chosen, this, &ChartArea::metric_chosen);
    connect(m_study, &StudyControls::view_chosen, this, [this](const StudyView& view) {
        set_study_view(view);
        Q_EMIT study_view_chosen(view);
    });
    place(m_study, chart, *page);
}

void ChartArea::set_study_view(const StudyView& view) {
    m_study_view = view;
    if (!m_study) return;
    m_study->show_view(view);
    m_scaling->show_view(view);
}

void ChartArea::show_scenarios(const QStringList& names) {
    m_scenarios = names;
    if (m_study) m_study->show_scenarios(names);
}

void ChartArea::show_study_controls() {
    if (!m_study || !m_data || m_data->given().points.empty()) return;
    m_study->show_metric(m_data->given().metric);
    m_study->show_known(m_data->scale());
}

void ChartArea::add_curve_controls(MeasuredCurveChart& chart, QWidget* page) {
    m_curve_chart = &chart;
    m_curve = new CurveControls(page);
    show_curve_controls();
    connect(m_curve, &CurveControls::curve_chosen, &chart, &MeasuredCurveChart::show_curve);
    connect(m_curve, &CurveControls::value_chosen, &chart, &MeasuredCurveChart::show_value);
    connect(m_curve, &CurveControls::open_wanted, this, &ChartArea::open_curve_wanted);
    connect(m_curve, &CurveControls::remove_wanted, this, &ChartArea::remove_curve_wanted);
    place(m_curve, chart, *page);
}

void ChartArea::show_curve_controls() {
    if (m_curve && m_data)
        m_curve->show_curves(m_data->have_or_empty<MeasuredStudies>().curves, m_curve_chart->shown_curve());
}

void ChartArea::add_year_controls(YearChart& chart, QWidget* page) {
    m_year_chart = &chart;
    m_year = new YearControls(page);
    show_year_controls();
    connect(m_year, &YearControls::climate_chosen, &chart, &YearChart::show_climate);
    connect(m_year, &YearControls::value_chosen, &chart, &YearChart::show_value);
    place(m_year, chart, *page);
}

void ChartArea::show_year_controls() {
    if (m_year && m_data)
        m_year->show_years(m_data->have_or_empty<Weather>().years, m_year_chart->shown_climate());
}

void ChartArea::add_running_controls(RunningChart& chart, QWidget* page) {
    m_running_chart = &chart;
    m_running = new RunningControls(page);
    show_running_controls();
    connect(m_running, &RunningControls::day_chosen, &chart, &RunningChart::show_day);
    place(m_running, chart, *page);
}

void ChartArea::show_running_controls() {
    if (m_running) m_running->show_day(m_running_chart->order_day(), m_running_chart->day());
}

QString ChartArea::shown_curve() const { return m_curve_chart ? m_curve_chart->shown_curve() : QString(); }

Chart* ChartArea::current() { return chart(static_cast<size_t>(number_of(currentWidget()))); }

QString ChartArea::current_id() const {
    const auto number = static_cast<size_t>(number_of(currentWidget()));
    return number < m_pages.size() ? QString::fromLatin1(chart_catalog()[number].id) : QString();
}

void ChartArea::show_first_rows() {
    for (Chart* made : m_charts)
        if (made) made->show_first_rows();
}

std::vector<Chart*> ChartArea::all() {
    for (size_t i = 0; i < m_charts.size(); ++i) chart(i);
    return m_charts;
}

void ChartArea::want_all(bool all) {
    m_is_all_wanted = all;
    if (all) Q_EMIT chart_seen(current_id());
}

bool ChartArea::is_seen(const QString& id) const {
    if (m_is_all_wanted) return true;
    const auto number = static_cast<size_t>(number_of(id));
    return number < m_charts.size() && m_charts[number] && m_charts[number]->isVisible();
}

QSize ChartArea::minimumSizeHint() const {
    QSize least = QTabWidget::minimumSizeHint();
    if (tabBar()->isHidden()) least.rheight() -= tabBar()->minimumSizeHint().height();
    return least;
}

void ChartArea::showEvent(QShowEvent* event) {
    QTabWidget::showEvent(event);
    current();
}

void ChartArea::resizeEvent(QResizeEvent* event) {
    QTabWidget::resizeEvent(event);
    fit_tabs();
}

void ChartArea::set_narrow(bool narrow) {
    if (tabBar()->property("narrow").toBool() == narrow) return;
    set_style_property(tabBar(), "narrow", narrow);
    QEvent changed(QEvent::StyleChange); // it measures its tabs again
    QCoreApplication::sendEvent(tabBar(), &changed);
}

int ChartArea::tabs_width() const {
    const int more = m_more->isHidden() ? 0 : m_more->sizeHint().width();
    return width() - more;
}

/// The tabs stand closer before any of them goes behind "More", the last ones first. The one that is seen
/// stays.
void ChartArea::fit_tabs() {
    const bool has_more = !m_tabs.more.empty() || !m_tabs.research.empty();
    m_more->setVisible(has_more);
    for (int tab = 0; tab < count(); ++tab) tabBar()->setTabVisible(tab, true);
    set_narrow(false);
    const auto fits = [this] { return tabBar()->sizeHint().width() <= tabs_width(); };
    set_narrow(!fits());
    for (int tab = count() - 1; tab > 0 && !fits(); --tab) {
        if (tab == currentIndex()) continue;
        m_more->show();
        tabBar()->setTabVisible(tab, false);
    }
}

void ChartArea::set_theme(const Theme& theme) {
    m_theme = theme;
    fit_tabs();
    for (Chart* made : m_charts)
        if (made) made->setTheme(theme);
}

void ChartArea::show_data(std::shared_ptr<const ChartData> data) {
    m_data = std::move(data);
    if (isVisible()) current();
    show_study_controls();
    for (Chart* made : m_charts)
        if (made) made->show(m_data);
    show_curve_controls();
    show_year_controls();
    show_running_controls();
    for (ChoiceControls* each : m_choices) each->show_data(*m_data);
}

void ChartArea::show_chart(const QString& id) {
    if (!offered().contains(id)) return;
    QWidget* page = page_of(id);
    if (indexOf(page) < 0) {
        m_from_more = id;
        set_tabs(m_tabs.tabs, page);
        current();
        if (isVisible()) Q_EMIT chart_seen(id);
    }
    setCurrentWidget(page);
    fit_tabs();
}

void ChartArea::step(int direction) {
    if (count() == 0) return;
    int next = currentIndex();
    do next = (next + direction + count()) % count();
    while (!tabBar()->isTabVisible(next));
    setCurrentIndex(next);
}

} // namespace roofrack
