// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart.h"
#include "widgets/published/listed_runs.h"

namespace roofrack {

/// A chart of published runs: those that the list shows.
class RunsChart : public Chart {
    Q_OBJECT

public:
    /// `places`: what is shown of them. `by`: what their colours and groups are.
    void show_runs(const ListedRuns* runs, std::vector<size_t> places, RunClass by);
    /// The row chosen in the list; −1: none.
    void choose(int place);

    ChartTable table() const override;

protected:
    using Chart::Chart;

    bool has_runs() const { return m_runs && !m_places.empty(); }
    const ListedRuns* runs() const { return m_runs; }
    const std::vector<size_t>& places() const { return m_places; }
    RunClass by() const { return m_by; }
    int chosen_place() const { return m_chosen; }
    /// With title and source, and why there are no panels where there are no runs.
    ChartSpec begun(const QString& title) const;

private:
    const ListedRuns* m_runs = nullptr;
    std::vector<size_t> m_places;
    RunClass m_by = RunClass::generation;
    int m_chosen = -1;
};

/// "Llama 3 405B on 16,384 H100 …" and its figures, over lines.
QString run_readout(const ValidatedRow& row);
/// "+3.2 %".
QString error_text(double percent);
/// A class, of class_of(), in words of the window: "Hopper".
QString class_text(RunClass by, const std::string& name);

/// Predicted against published step time on logarithmic axes, with lines at ±10 and ±20 %.
class RunScatterChart : public RunsChart {
    Q_OBJECT

public:
    static constexpr const char* id_text = "published-runs";
    static constexpr const char* title_text = QT_TRANSLATE_NOOP("roofrack::Chart", "Published runs");
    explicit RunScatterChart(QWidget* parent = nullptr);

protected:
    ChartSpec describe(const Theme& theme, QSize size) const override;
};

/// How far predictions are off, class by class: each run, the middle half of them, their mean.
class RunResidualsChart : public RunsChart {
    Q_OBJECT

public:
    static constexpr const char* id_text = "published-residuals";
    static constexpr const char* title_text = QT_TRANSLATE_NOOP("roofrack::Chart", "Residuals");
    explicit RunResidualsChart(QWidget* parent = nullptr);

protected:
    ChartSpec describe(const Theme& theme, QSize size) const override;
};

} // namespace roofrack
