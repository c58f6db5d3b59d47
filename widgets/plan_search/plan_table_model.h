// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/search/search.h"
#include "widgets/charts/chart_table.h"

#include <QAbstractTableModel>

#include <functional>
#include <optional>

namespace roofrack {

/// Plans that a search found, one a row. Qt::UserRole is what sorting compares, `kept_role` the end of a
/// text that is to be read where there is no room for the whole.
class PlanTableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column {
        rank,
        step_time,
        reason,
        tp,
        pp,
        vpp,
        cp,
        ep,
        dp,
        micro_batch,
        mfu,
        memory,
        energy,
        zero,
        recomputed,
        sequence_parallel,
        pipeline_schedule,
        columns
    };

    static constexpr int kept_role = Qt::UserRole + 1;

    using QAbstractTableModel::QAbstractTableModel;

    /// `base`, if not among them, is a row of its own below.
    void show(const char* list, std::vector<RankedPlan> plans, bool ranked,
              std::optional<RankedPlan> base = {});
    void set_stale(bool stale);

    const RankedPlan& plan(int row) const { return m_plans[static_cast<size_t>(row)]; }
    /// −1: none.
    int find(const std::function<bool(const RankedPlan&)>& wanted) const;
    /// False for a column that says the same of every plan, or nothing.
    bool says_something(int column) const;
    ChartTable table(const std::vector<int>& rows) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    QVariant data(const QModelIndex& index, int role) const override;

private:
    QVariant text(int row, int column) const;
    QVariant raw(int row, int column) const;
    QString kept(int row, int column) const;

    const char* m_list = "";
    std::vector<RankedPlan> m_plans;
    Seconds m_scale{};            ///< the fastest, for the unit and the decimals
    int m_base = -1;              ///< its row; −1: not shown
    bool m_is_base_apart = false; ///< it is none of the list, and stands below it without a rank
    bool m_ranked = true;
    bool m_stale = false;
};

} // namespace roofrack
