// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/published/runs_model.h"

#include "widgets/charts/chart_text.h"
#include "widgets/published/runs_chart.h"

#include <cmath>

namespace roofrack {

namespace {

bool is_in_band(const ValidatedRow& row) {
    return row.band_low <= row.published && row.published <= row.band_high;
}

QString text_of(const ValidatedRow& row, int column) {
    switch (column) {
    case RunsModel::model: return qt(row.model);
    case RunsModel::gpus: return count_text(row.gpus);
    case RunsModel::gpu: return qt(row.gpu);
    case RunsModel::stack: return qt(row.family);
    case RunsModel::precision: return qt(row.precision);
    case RunsModel::published: return shown(row.published_step, Dimension::time);
    case RunsModel::predicted: return shown(row.predicted_step, Dimension::time);
    case RunsModel::error: return error_text(row.error_pct);
    case RunsModel::in_band: return is_in_band(row) ? RunsModel::tr("yes") : RunsModel::tr("no");
    default: return {};
    }
}

/// The far ones first when it is sorted by the error.
QVariant raw_of(const ValidatedRow& row, int column) {
    switch (column) {
    case RunsModel::gpus: return row.gpus;
    case RunsModel::published: return row.published_step;
    case RunsModel::predicted: return row.predicted_step;
    case RunsModel::error: return std::abs(row.error_pct);
    default: return text_of(row, column);
    }
}

bool is_number(int column) {
    return column == RunsModel::gpus || column == RunsModel::published || column == RunsModel::predicted ||
           column == RunsModel::error;
}

} // namespace

void RunsModel::show(const ListedRuns* runs) {
    beginResetModel();
    m_runs = runs;
    endResetModel();
}

int RunsModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || !m_runs ? 0 : static_cast<int>(m_runs->rows.size());
}

int RunsModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : columns; }

QVariant RunsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>((is_number(section) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole && section == in_band)
        return tr("Whether the published figure lies in the band of nominal 80 % around the prediction");
    if (role == Qt::ToolTipRole && (section == published || section == predicted))
        return tr("Time of a step, without checkpoints and failures");
    if (role != Qt::DisplayRole) return {};
    const QString names[columns] = {tr("Model"),   tr("GPUs"),      tr("GPU"),
                                    tr("Off by"),  tr("Published"), tr("Predicted"),
                                    tr("In band"), tr("Precision"), tr("Stack")};
    return names[section];
}

QVariant RunsModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || !m_runs) return {};
    const ValidatedRow& row = m_runs->rows[static_cast<size_t>(index.row())];
    if (role == Qt::DisplayRole) return text_of(row, index.column());
    if (role == Qt::UserRole) return raw_of(row, index.column());
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>((is_number(index.column()) ? Qt::AlignRight : Qt::AlignLeft) |
                                Qt::AlignVCenter);
    return {};
}

} // namespace roofrack
