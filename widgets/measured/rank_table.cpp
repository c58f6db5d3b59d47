// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/measured/rank_table.h"

#include "core/base/units/quantity_text.h"
#include "core/measured/trace/logs/measured_file.h"
#include "widgets/fields/readable_programs.h"
#include "widgets/fields/sorted_header.h"
#include "widgets/fields/text.h"

#include <QAbstractTableModel>
#include <QHeaderView>
#include <QPainter>
#include <QSortFilterProxyModel>

#include <algorithm>
#include <array>

namespace roofrack {

namespace {

enum RankColumn {
    file,
    rank,
    caused,
    alone,
    last_in,
    whole_window,
    compute,
    exposed,
    overlap,
    memory,
    idle,
    loader,
    device,
    gpu,
    columns
};

constexpr std::array<const char*, columns> titles = {
    QT_TRANSLATE_NOOP("roofrack::RankTable", "File"),
    QT_TRANSLATE_NOOP("roofrack::RankTable", "Rank"),
    QT_TRANSLATE_NOOP("roofrack::RankTable", "Wait caused"),
    QT_TRANSLATE_NOOP("roofrack::RankTable", "Gain alone"),
    QT_TRANSLATE_NOOP("roofrack::RankTable", "Last to arrive"),
    QT_TRANSLATE_NOOP("roofrack::RankTable", "Window"),
    QT_TRANSLATE_NOOP("roofrack::RankTable", "Compute"),
    QT_TRANSLATE_NOOP("roofrack::RankTable", "Exposed comm"),
    QT_TRANSLATE_NOOP("roofrack::RankTable", "Overlap"),
    QT_TRANSLATE_NOOP("roofrack::RankTable", "Exposed copies"),
    QT_TRANSLATE_NOOP("roofrack::RankTable", "Idle"),
    QT_TRANSLATE_NOOP("roofrack::RankTable", "Data loader"),
    QT_TRANSLATE_NOOP("roofrack::RankTable", "Device"),
    QT_TRANSLATE_NOOP("roofrack::RankTable", "GPU"),
};
constexpr std::array<const char*, columns> tips = {
    nullptr,
    nullptr,
    QT_TRANSLATE_NOOP("roofrack::RankTable", "Time that the others waited for it"),
    QT_TRANSLATE_NOOP("roofrack::RankTable",
                      "What would be gained at most were this rank alone on time: the others then wait for "
                      "the second to last"),
    QT_TRANSLATE_NOOP("roofrack::RankTable", "Collectives that this rank entered last"),
    QT_TRANSLATE_NOOP("roofrack::RankTable", "First device start to last device end"),
    QT_TRANSLATE_NOOP("roofrack::RankTable", "Union of the kernels that are not communication"),
    QT_TRANSLATE_NOOP("roofrack::RankTable", "Communication that no computation hides"),
    QT_TRANSLATE_NOOP("roofrack::RankTable", "Share of the communication that computation hides"),
    QT_TRANSLATE_NOOP("roofrack::RankTable", "Copies that nothing hides"),
    QT_TRANSLATE_NOOP("roofrack::RankTable", "No device activity"),
    nullptr,
    nullptr,
    nullptr,
};

} // namespace

class RankTable::Model : public QAbstractTableModel {
public:
    using QAbstractTableModel::QAbstractTableModel;

    void show(std::shared_ptr<const TraceResult> trace) {
        beginResetModel();
        m_trace = std::move(trace);
        endResetModel();
    }

    const TraceResult* trace() const { return m_trace.get(); }
    int rowCount(const QModelIndex& parent) const override {
        return parent.isValid() || !m_trace ? 0 : static_cast<int>(m_trace->ranks.size());
    }
    int columnCount(const QModelIndex& parent) const override { return parent.isValid() ? 0 : columns; }

    QVariant headerData(int section, Qt::Orientation orientation, int role) const override {
        if (orientation != Qt::Horizontal) return {};
        const auto at = static_cast<size_t>(section);
        if (role == Qt::DisplayRole) return RankTable::tr(titles[at]);
        if (role == Qt::TextAlignmentRole)
            return int(Qt::AlignVCenter |
                       (section == file || section == gpu ? Qt::AlignLeft : Qt::AlignRight));
        if (role == Qt::ToolTipRole && tips[at]) return RankTable::tr(tips[at]);
        return {};
    }

    QVariant data(const QModelIndex& index, int role) const override {
        if (role == Qt::TextAlignmentRole)
            return int(Qt::AlignVCenter |
                       (index.column() == file || index.column() == gpu ? Qt::AlignLeft : Qt::AlignRight));
        const TraceRank& row = m_trace->ranks[static_cast<size_t>(index.row())];
        if (role == Qt::ToolTipRole) return index.column() == file ? to_qt(row.file) : QVariant();
        if (role != Qt::DisplayRole && role != Qt::UserRole) return {};
        return value(row, index.column(), role == Qt::UserRole);
    }

private:
    /// `raw`: what sorting compares.
    QVariant value(const TraceRank& row, int column, bool raw) const {
        const auto whole = [](const std::optional<int>& v) { return v ? QVariant(*v) : QVariant(); };
        const auto time = [&](int64_t ns) -> QVariant {
            if (raw) return static_cast<qlonglong>(ns);
            return to_qt(format_quantity(static_cast<double>(ns) * 1e-9, Dimension::time));
        };
        switch (column) {
        case file: return to_qt(row.file).section(u'/', -1);
        case device: return whole(row.device);
        case rank: return whole(row.rank);
        case gpu: return to_qt(row.gpu);
        case last_in:
        case alone:
        case caused: {
            if (!row.rank) return {};
            const auto found = std::ranges::find(m_trace->stragglers, *row.rank, &TraceStraggler::rank);
            if (found == m_trace->stragglers.end()) return {};
            if (column == last_in) return QVariant(static_cast<qlonglong>(found->last_in));
            return time(column == caused ? found->wait_caused_ns : found->alone_ns);
        }
        default: break;
        }
        if (!row.times)
            return column == whole_window && !raw ? QVariant(RankTable::tr("no device event")) : QVariant();
        const TraceTimes& t = *row.times;
        switch (column) {
        case whole_window: return time(t.window_ns);
        case compute: return time(t.compute_ns);
        case exposed: return time(t.exposed_comm_ns);
        case overlap:
            if (!t.overlap_pct) return {};
            return raw ? QVariant(*t.overlap_pct)
                       : QVariant(QStringLiteral("%1 %").arg(*t.overlap_pct, 0, 'f', 1));
        case memory: return time(t.exposed_mem_ns);
        case idle: return time(t.idle_ns);
        case loader: return time(t.dataloader_ns);
        default: return {};
        }
    }

    std::shared_ptr<const TraceResult> m_trace;
};

RankTable::RankTable(QWidget* parent)
    : QTableView(parent)
    , m_model(new Model(this)) {
    auto* sorted = new QSortFilterProxyModel(this);
    sorted->setSourceModel(m_model);
    sorted->setSortRole(Qt::UserRole);
    setModel(sorted);
    setHorizontalHeader(new SortedHeader(this));
    setSortingEnabled(true);
    sortByColumn(rank, Qt::AscendingOrder);
    setFrameShape(QFrame::NoFrame);
    setShowGrid(false);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setWordWrap(false);
    verticalHeader()->hide();
    setAccessibleName(tr("Measured ranks"));
    ensurePolished();
    resizeColumnsToContents();
}

RankTable::~RankTable() = default;

void RankTable::show_trace(std::shared_ptr<const TraceResult> trace) {
    // Whom the others waited for stands first.
    const bool has_late = trace && !trace->stragglers.empty();
    m_model->show(std::move(trace));
    sortByColumn(has_late ? caused : rank, has_late ? Qt::DescendingOrder : Qt::AscendingOrder);
    resizeColumnsToContents();
}

void RankTable::paintEvent(QPaintEvent* event) {
    QTableView::paintEvent(event);
    if (model()->rowCount() > 0) return;
    QPainter painter(viewport());
    painter.setPen(palette().color(QPalette::PlaceholderText));
    painter.drawText(viewport()->rect().adjusted(16, 8, -16, -8), Qt::AlignCenter | Qt::TextWordWrap,
                     empty_text());
}

QString RankTable::empty_text() const {
    const TraceResult* const trace = m_model->trace();
    if (!trace || trace->files.empty())
        return tr("A trace of a real run fills this: one row per rank, and who arrives last.");
    QString out = tr("The open log tells nothing of single ranks. A profile of each does (%1; PyTorch's with "
                     "activities=[CPU, CUDA]).")
                      .arg(readable_programs({FormatTells::profile}));
    const auto hinted =
        std::ranges::find_if(trace->files, [](const MeasuredFile& file) { return !file.hint.empty(); });
    if (hinted != trace->files.end()) out += tr("\nOf this log: %1.").arg(to_qt(hinted->hint));
    return out;
}

} // namespace roofrack
