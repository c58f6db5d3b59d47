// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plan_search/plan_table_model.h"

#include "core/base/units/energy_text.h"
#include "core/step/workload/plan_check.h"
#include "widgets/charts/chart_text.h"
#include "widgets/charts/plan_text.h"
#include "widgets/fields/text.h"

#include <QGuiApplication>
#include <QPalette>

#include <algorithm>
#include <array>
#include <cmath>

namespace roofrack {

namespace {

struct Heading {
    const char* title;
    const char* tip;
};
constexpr std::array<Heading, PlanTableModel::columns> headings = {{
    {QT_TRANSLATE_NOOP("roofrack::PlanTableModel", "#"),
     QT_TRANSLATE_NOOP("roofrack::PlanTableModel", "Rank by step time")},
    {QT_TRANSLATE_NOOP("roofrack::PlanTableModel", "Step time"), nullptr},
    {QT_TRANSLATE_NOOP("roofrack::PlanTableModel", "Why this plan lost"),
     QT_TRANSLATE_NOOP("roofrack::PlanTableModel", "What it loses most by against the fastest plan")},
    {QT_TRANSLATE_NOOP("roofrack::PlanTableModel", "TP"),
     QT_TRANSLATE_NOOP("roofrack::PlanTableModel", "Tensor parallel")},
    {QT_TRANSLATE_NOOP("roofrack::PlanTableModel", "PP"),
     QT_TRANSLATE_NOOP("roofrack::PlanTableModel", "Pipeline stages")},
    {QT_TRANSLATE_NOOP("roofrack::PlanTableModel", "VPP"),
     QT_TRANSLATE_NOOP("roofrack::PlanTableModel", "Virtual stages: chunks of layers a stage")},
    {QT_TRANSLATE_NOOP("roofrack::PlanTableModel", "CP"),
     QT_TRANSLATE_NOOP("roofrack::PlanTableModel", "Context parallel")},
    {QT_TRANSLATE_NOOP("roofrack::PlanTableModel", "EP"),
     QT_TRANSLATE_NOOP("roofrack::PlanTableModel", "Expert parallel")},
    {QT_TRANSLATE_NOOP("roofrack::PlanTableModel", "DP"),
     QT_TRANSLATE_NOOP("roofrack::PlanTableModel", "Data parallel")},
    {QT_TRANSLATE_NOOP("roofrack::PlanTableModel", "MB"),
     QT_TRANSLATE_NOOP("roofrack::PlanTableModel", "Sequences a micro-batch")},
    {QT_TRANSLATE_NOOP("roofrack::PlanTableModel", "MFU"),
     QT_TRANSLATE_NOOP("roofrack::PlanTableModel",
                       "Model FLOPs utilisation (PaLM), in FP8 and FP4 against the BF16 peak")},
    {QT_TRANSLATE_NOOP("roofrack::PlanTableModel", "Memory"),
     QT_TRANSLATE_NOOP("roofrack::PlanTableModel", "Of the fullest GPU")},
    {QT_TRANSLATE_NOOP("roofrack::PlanTableModel", "Energy"),
     QT_TRANSLATE_NOOP("roofrack::PlanTableModel", "Of one step, whole facility")},
    {QT_TRANSLATE_NOOP("roofrack::PlanTableModel", "ZeRO"),
     QT_TRANSLATE_NOOP("roofrack::PlanTableModel", "ZeRO stage: what is sharded over data parallel")},
    {QT_TRANSLATE_NOOP("roofrack::PlanTableModel", "Recompute"), nullptr},
    {QT_TRANSLATE_NOOP("roofrack::PlanTableModel", "SP"),
     QT_TRANSLATE_NOOP("roofrack::PlanTableModel", "Sequence parallel")},
    {QT_TRANSLATE_NOOP("roofrack::PlanTableModel", "Schedule"), nullptr},
}};

bool is_text(int column) {
    using M = PlanTableModel;
    return column == M::reason || column == M::recomputed || column == M::sequence_parallel ||
           column == M::pipeline_schedule;
}

/// The degree in this column; 0: it holds something else.
int degree(const Plan& plan, int column) {
    using M = PlanTableModel;
    switch (column) {
    case M::tp: return plan.tp;
    case M::pp: return plan.pp;
    case M::vpp: return plan.vpp;
    case M::cp: return plan.cp;
    case M::ep: return plan.ep;
    case M::dp: return plan.dp;
    case M::micro_batch: return plan.micro_batch;
    default: return 0;
    }
}

} // namespace

void PlanTableModel::show(const char* list, std::vector<RankedPlan> plans, bool ranked,
                          std::optional<RankedPlan> base) {
    beginResetModel();
    m_list = list;
    m_plans = std::move(plans);
    m_base = -1;
    if (base) {
        m_base = find([&](const RankedPlan& plan) { return plan.plan == base->plan; });
        m_is_base_apart = m_base < 0;
        if (m_is_base_apart) {
            m_base = rowCount();
            m_plans.push_back(std::move(*base));
        }
    }
    m_ranked = ranked;
    m_scale = {};
    for (const RankedPlan& plan : m_plans)
        if (plan.feasible && (m_scale.si() == 0 || plan.step_time < m_scale)) m_scale = plan.step_time;
    endResetModel();
}

void PlanTableModel::set_stale(bool stale) {
    if (std::exchange(m_stale, stale) == stale || m_plans.empty()) return;
    Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columns - 1), {Qt::ForegroundRole});
}

int PlanTableModel::find(const std::function<bool(const RankedPlan&)>& wanted) const {
    const auto it = std::ranges::find_if(m_plans, wanted);
    return it == m_plans.end() ? -1 : static_cast<int>(it - m_plans.begin());
}

bool PlanTableModel::says_something(int column) const {
    if (column == rank) return m_ranked;
    if (column == vpp || column == cp || column == ep)
        return std::ranges::any_of(m_plans,
                                   [&](const RankedPlan& plan) { return degree(plan.plan, column) > 1; });
    if (column == reason)
        return std::ranges::any_of(m_plans, [](const RankedPlan& plan) { return !why_text(plan).isEmpty(); });
    return true;
}

ChartTable PlanTableModel::table(const std::vector<int>& rows) const {
    ChartTable out;
    out.columns = plan_columns();
    for (const int row : rows)
        out.rows.push_back(row == m_base && m_is_base_apart
                               ? plan_row("base", 0, plan(row))
                               : plan_row(m_list, m_ranked ? row + 1 : 0, plan(row)));
    return out;
}

int PlanTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_plans.size());
}

int PlanTableModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : columns; }

QVariant PlanTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    const Heading& heading = headings[static_cast<size_t>(section)];
    if (role == Qt::DisplayRole) return tr(heading.title);
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignVCenter | (is_text(section) ? Qt::AlignLeft : Qt::AlignRight));
    if (role == Qt::ToolTipRole && heading.tip) return tr(heading.tip);
    return {};
}

QVariant PlanTableModel::data(const QModelIndex& index, int role) const {
    switch (role) {
    case Qt::DisplayRole: return text(index.row(), index.column());
    case Qt::UserRole: return raw(index.row(), index.column());
    case kept_role: return kept(index.row(), index.column());
    case Qt::TextAlignmentRole:
        return int(Qt::AlignVCenter | (is_text(index.column()) ? Qt::AlignLeft : Qt::AlignRight));
    case Qt::ToolTipRole:
        if (index.column() == rank && index.row() == m_base)
            return tr("The scenario's plan when the search began");
        return index.column() == reason ? text(index.row(), reason) : QVariant();
    case Qt::ForegroundRole:
        if (m_stale || !plan(index.row()).feasible)
            return QGuiApplication::palette().color(QPalette::Disabled, QPalette::Text);
        return {};
    default: return {};
    }
}

QVariant PlanTableModel::text(int row, int column) const {
    const RankedPlan& ranked = plan(row);
    if (column == rank) {
        if (row != m_base) return count_text(row + 1);
        return m_is_base_apart ? tr("now") : tr("%1 now").arg(row + 1);
    }
    if (column == reason) return why_text(ranked, row == 0 && m_ranked);
    if (column == tp || column == pp) return count_text(degree(ranked.plan, column));
    if (column == memory && ranked.memory.si() > 0) return shown(ranked.memory);
    if (!ranked.feasible && (ranked.plan.dp == 0 || column == step_time || column == mfu || column == energy))
        return {};
    switch (column) {
    case step_time: return aligned_time_text(ranked.step_time, m_scale);
    case mfu:
        return std::isfinite(ranked.mfu) && ranked.mfu > 0
                   ? QStringLiteral("%1 %").arg(100 * ranked.mfu, 0, 'f', 1)
                   : QString();
    case energy: return qt(step_energy_text(ranked.energy, 3));
    case zero: return ranked.plan.zero;
    case recomputed: return to_qt(recompute_text(ranked.plan));
    case sequence_parallel: return ranked.plan.sequence_parallel ? tr("yes") : tr("no");
    case pipeline_schedule: return in_words(name_of(ranked.plan.schedule));
    default: return count_text(degree(ranked.plan, column));
    }
}

/// " · may not fit".
QString PlanTableModel::kept(int row, int column) const {
    if (column != reason || !plan(row).may_not_fit()) return {};
    const QString all = text(row, column).toString();
    const qsizetype mark = all.lastIndexOf(QStringLiteral(" · "));
    return mark < 0 ? QString() : all.mid(mark);
}

QVariant PlanTableModel::raw(int row, int column) const {
    const RankedPlan& ranked = plan(row);
    switch (column) {
    case rank: return row;
    // What does not run comes after everything that does.
    case step_time: return ranked.feasible ? ranked.step_time.si() : std::numeric_limits<double>::infinity();
    case mfu: return std::isfinite(ranked.mfu) ? ranked.mfu : 0;
    case memory: return ranked.memory.si();
    case energy: return ranked.energy.si();
    case zero: return ranked.plan.zero;
    default: break;
    }
    if (const int value = degree(ranked.plan, column)) return value;
    return text(row, column);
}

} // namespace roofrack
