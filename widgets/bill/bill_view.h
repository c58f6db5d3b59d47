// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facility/economics/capital.h"
#include "widgets/editor/latest_worker.h"

#include <QWidget>

#include <memory>

class QLabel;
class QPushButton;
class QSortFilterProxyModel;
class QTableView;

namespace roofrack {

class BillModel;
struct Scenario;
struct Theme;

/// The bill of materials of the drawing as a table that sorts, copies and is written as CSV, with its totals
/// below. Counted only while it is seen, on a thread of its own; until then the last one stays.
class BillView : public QWidget {
    Q_OBJECT

public:
    explicit BillView(const Catalog& catalog, QWidget* parent = nullptr);

    void set_theme(const Theme& theme);
    void show_scenario(std::shared_ptr<const Scenario> scenario);
    /// True until what is seen is the bill of the scenario.
    bool is_counting() const { return m_shown != m_scenario; }

    /// The selected rows when there are several, else all, in the order shown; tab-separated, with a heading.
    QString table() const;
    std::string csv() const;

Q_SIGNALS:
    /// A row was chosen: the elements or links that it is drawn as.
    void chosen(const std::vector<std::string>& ids);
    void export_requested();

protected:
    void showEvent(QShowEvent* event) override;

private:
    using Snapshot = std::shared_ptr<const Scenario>;
    void count();
    void show_bill(const Snapshot& of, Result<BillOfMaterials> bill, Capital capital);
    void copy() const;

    const Catalog& m_catalog;
    Snapshot m_scenario;
    Snapshot m_shown; ///< the snapshot whose bill it is
    BillModel* m_model;
    QSortFilterProxyModel* m_sorted;
    QTableView* m_table;
    QLabel* m_totals;
    QPushButton* m_export;
    LatestWorker<Snapshot> m_worker; ///< last: it uses all of the above
};

} // namespace roofrack
