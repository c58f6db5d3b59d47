// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/pages/chart_area.h"

#include "widgets/charts/chart.h"
#include "widgets/charts/chart_catalog.h"
#include "widgets/charts/plan_search_chart.h"
#include "widgets/plan_search/search_view.h"

#include <QStyle>
#include <QTabBar>
#include <QVBoxLayout>

namespace roofrack {

ChartArea::ChartArea(QWidget* parent)
    : QTabWidget(parent)
    , m_charts(chart_catalog().size(), nullptr) {
    setDocumentMode(true);
    tabBar()->setDrawBase(false);
    tabBar()->setExpanding(false);
    tabBar()->setUsesScrollButtons(true);
    tabBar()->setElideMode(Qt::ElideRight);
    setAccessibleName(tr("Charts"));
    for (const ChartEntry& entry : chart_catalog()) {
        auto* page = new QWidget(this);
        auto* column = new QVBoxLayout(page);
        column->setContentsMargins(0, 0, 0, 0);
        addTab(page, Chart::tr(entry.title).replace(u'&', QStringLiteral("&&")));
    }
    connect(this, &QTabWidget::currentChanged, this, [this] { current(); });
}

Chart* ChartArea::chart(int tab) {
    if (tab < 0 || tab >= count()) return nullptr;
    Chart*& made = m_charts[static_cast<size_t>(tab)];
    if (!made) {
        QWidget* page = widget(tab);
        made = chart_catalog()[static_cast<size_t>(tab)].create(page);
        made->setTheme(m_theme);
        if (m_data) made->show(m_data);
        connect(made, &Chart::explainRequested, this, &ChartArea::explain_requested);
        if (auto* map = qobject_cast<PlanSearchChart*>(made)) {
            m_search = new SearchView(map, page);
            page->layout()->addWidget(m_search);
            Q_EMIT search_view_made(*m_search);
        } else
            page->layout()->addWidget(made);
    }
    return made;
}

Chart* ChartArea::current() { return chart(currentIndex()); }

std::vector<Chart*> ChartArea::all() {
    for (int tab = 0; tab < count(); ++tab) chart(tab);
    return m_charts;
}

void ChartArea::resizeEvent(QResizeEvent* event) {
    QTabWidget::resizeEvent(event);
    fit_tabs();
}

/// The tabs stand closer before any of them is shortened.
void ChartArea::fit_tabs() {
    int wanted = 0;
    for (int tab = 0; tab < count(); ++tab)
        wanted += tabBar()->fontMetrics().horizontalAdvance(tabText(tab)) + 2 * m_theme.spacing(12);
    const bool is_narrow = wanted > width();
    if (tabBar()->property("narrow").toBool() == is_narrow) return;
    tabBar()->setProperty("narrow", is_narrow);
    tabBar()->style()->unpolish(tabBar());
    tabBar()->style()->polish(tabBar());
}

void ChartArea::set_theme(const Theme& theme) {
    m_theme = theme;
    fit_tabs();
    for (Chart* made : m_charts)
        if (made) made->setTheme(theme);
}

void ChartArea::show_data(std::shared_ptr<const ChartData> data) {
    m_data = std::move(data);
    current();
    for (Chart* made : m_charts)
        if (made) made->show(m_data);
}

void ChartArea::show_chart(const QString& id) {
    for (int tab = 0; tab < count(); ++tab)
        if (id == QLatin1String(chart_catalog()[static_cast<size_t>(tab)].id)) setCurrentIndex(tab);
}

void ChartArea::step(int direction) { setCurrentIndex((currentIndex() + direction + count()) % count()); }

} // namespace roofrack
