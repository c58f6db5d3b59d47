// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/published/listed_runs.h"
#include "widgets/theme/theme.h"

#include <QWidget>

#include <array>

class QLabel;
class QLineEdit;
class QPushButton;
class QSplitter;
class QTableView;

namespace roofrack {

class ChoiceEdit;
class LeftOutTable;
class RunResidualsChart;
class RunScatterChart;
class RunsModel;
class RunsProxy;

/// What is known of predictions for machines that no run has shown, the list of published runs with its
/// filters, and the two charts of those that it shows. A run chosen in the list is marked in both; a click on
/// a dot chooses it in the list.
class RunsView : public QWidget {
    Q_OBJECT

public:
    explicit RunsView(QWidget* parent = nullptr);

    void show_runs(const ListedRuns* runs);
    void set_theme(const Theme& theme);

    /// What the list shows, by places in ListedRuns; those of the filter.
    std::vector<size_t> shown_places() const;
    QString chosen_id() const; ///< empty: none

Q_SIGNALS:
    /// The run shall be opened as a project.
    void open_requested(const QString& id);

private:
    QWidget* make_filters();
    QWidget* make_list();
    void fill_filters();
    RunFilter filter() const;
    RunClass by() const;
    void apply_filter();
    void show_choice();
    void choose(const QString& place);
    void ask_to_open();
    int chosen_place() const; ///< −1: none

    const ListedRuns* m_runs = nullptr;
    RunsModel* m_model;
    RunsProxy* m_proxy;
    QLineEdit* m_words;
    std::array<ChoiceEdit*, run_classes.size()> m_classes{};
    ChoiceEdit* m_by;
    QLabel *m_line, *m_details;
    LeftOutTable* m_left_out;
    QTableView* m_table;
    QPushButton* m_open;
    RunScatterChart* m_scatter;
    RunResidualsChart* m_residuals;
};

} // namespace roofrack
