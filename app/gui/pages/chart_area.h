// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart_data.h"
#include "widgets/charts/scale/study_view.h"
#include "widgets/theme/theme.h"

#include <QSet>
#include <QTabWidget>

#include <memory>
#include <vector>

class QMenu;
class QToolButton;

namespace roofrack {

class Chart;
class ChoiceControls;
struct ComparisonChoice;
class CurveControls;
class MeasuredCurveChart;
class RunningChart;
class RunningControls;
class YearChart;
class YearControls;
class ScalingChart;
class SearchView;
class StudyControls;

/// The charts of a workspace, by their ids: as tabs, behind "More", and behind "Research" there.
struct ChartTabs {
    std::vector<const char*> tabs, more = {}, research = {};
};

/// Charts as tabs, those of a workspace at a time; without tabs where it is only one. A chart behind "More"
/// has a tab while it is the last one chosen there. No tab's name is cut: one that does not fit goes behind
/// "More". A chart is made when it is first seen, and is the same one in every workspace.
class ChartArea : public QTabWidget {
    Q_OBJECT

public:
    explicit ChartArea(QWidget* parent = nullptr);

    void set_theme(const Theme& theme);
    void show_data(std::shared_ptr<const ChartData> data);
    std::shared_ptr<const ChartData> data() const { return m_data; }

    /// Tabs for these charts, in this order; shows `chosen`, or the first when it is none of them.
    void show_tabs(const ChartTabs& tabs, const QString& chosen);
    /// These have no tab until they are asked for by name: there is nothing to be seen in them.
    void leave_out(const QSet<QString>& ids);
    const QSet<QString>& left_out() const { return m_left_out; }
    /// The tabs' charts and those behind "More" that have none.
    QStringList offered() const;
    /// The chart of the tab shown.
    Chart* current();
    QString current_id() const; ///< also of a chart that is not made yet
    /// Another project is open: as Chart::show_first_rows().
    void show_first_rows();
    /// Every chart, made where it was not yet.
    std::vector<Chart*> all();
    /// Nothing when it is not of this workspace.
    void show_chart(const QString& id);
    /// The plan search, once its tab was seen.
    SearchView* search_view() const { return m_search; }
    /// The name of the measured curve that is shown, once its tab was seen; empty if there is none.
    QString shown_curve() const;
    /// How the scaling chart is seen.
    void set_study_view(const StudyView& view);
    const StudyView& study_view() const { return m_study_view; }
    /// The other scenarios of the project.
    void show_scenarios(const QStringList& names);
    /// It is on the screen, or all are wanted.
    bool is_seen(const QString& id) const;
    /// As if every chart were on the screen: what they show is found, seen or not.
    void want_all(bool all);
    void step(int direction);
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    /// "Why this number": a name that explain() knows.
    void explain_requested(const QString& part);
    /// The call of the command line that prints what the shown chart shows is to be copied.
    void command_wanted();
    /// A mark that stands for an element of the drawing, by its id, or for something of the chart's own.
    void mark_chosen(const QString& key);
    /// What the scaling study counts.
    void metric_chosen(roofrack::ScaleMetric metric);
    /// How the user wants to see the scaling chart from now on.
    void study_view_chosen(const roofrack::StudyView& view);
    /// It came on the screen.
    void chart_seen(const QString& id);
    void search_view_made(roofrack::SearchView& view);
    /// How the scenarios are compared from now on.
    void comparison_chosen(const roofrack::ComparisonChoice& choice);
    void open_curve_wanted();
    void remove_curve_wanted();

protected:
    void paintEvent(QPaintEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void set_narrow(bool narrow);
    void fit_tabs();
    int tabs_width() const;
    void fill_more();
    void set_tabs(const std::vector<const char*>& ids, QWidget* shown);
    QWidget* page_of(const QString& id) const { return m_pages[static_cast<size_t>(number_of(id))]; }
    void add_study_controls(ScalingChart& chart, QWidget* page);
    void show_study_controls();
    void add_curve_controls(MeasuredCurveChart& chart, QWidget* page);
    void show_curve_controls();
    void add_year_controls(YearChart& chart, QWidget* page);
    void show_year_controls();
    void add_running_controls(RunningChart& chart, QWidget* page);
    void show_running_controls();
    Chart* chart(size_t number);
    // In the catalogue; behind its end when there is none.
    int number_of(const QWidget* page) const;
    int number_of(const QString& id) const;

    Theme m_theme = Theme::light();
    std::shared_ptr<const ChartData> m_data;
    bool m_is_all_wanted = false;
    SearchView* m_search = nullptr;
    StudyControls* m_study = nullptr;
    ScalingChart* m_scaling = nullptr;
    StudyView m_study_view;
    QStringList m_scenarios;
    CurveControls* m_curve = nullptr;
    MeasuredCurveChart* m_curve_chart = nullptr;
    YearControls* m_year = nullptr;
    YearChart* m_year_chart = nullptr;
    RunningControls* m_running = nullptr;
    RunningChart* m_running_chart = nullptr;
    std::vector<ChoiceControls*> m_choices;
    ChartTabs m_tabs;
    QSet<QString> m_left_out;
    QString m_from_more; ///< The chart from behind "More" that has a tab; empty if none has.
    QToolButton* m_more;
    std::vector<QWidget*> m_pages; ///< in the order of the catalogue
    std::vector<Chart*> m_charts;  ///< one an entry; nullptr: not made yet
};

} // namespace roofrack
