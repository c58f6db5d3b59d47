// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart_data.h"
#include "widgets/theme/theme.h"

#include <QTabWidget>

#include <memory>
#include <vector>

namespace roofrack {

class Chart;
class SearchView;

/// The charts as tabs. A chart is made when its tab is first seen.
class ChartArea : public QTabWidget {
    Q_OBJECT

public:
    explicit ChartArea(QWidget* parent = nullptr);

    void set_theme(const Theme& theme);
    void show_data(std::shared_ptr<const ChartData> data);
    std::shared_ptr<const ChartData> data() const { return m_data; }

    /// The chart of the tab shown.
    Chart* current();
    /// Every chart, made where it was not yet.
    std::vector<Chart*> all();
    void show_chart(const QString& id);
    /// The plan search, once its tab was seen.
    SearchView* search_view() const { return m_search; }
    void step(int direction);

Q_SIGNALS:
    /// "Why this number": a name that explain() knows.
    void explain_requested(const QString& part);
    void search_view_made(roofrack::SearchView& view);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void fit_tabs();
    Chart* chart(int tab);

    Theme m_theme = Theme::light();
    std::shared_ptr<const ChartData> m_data;
    SearchView* m_search = nullptr;
    std::vector<Chart*> m_charts; ///< by tab; nullptr: not made yet
};

} // namespace roofrack
