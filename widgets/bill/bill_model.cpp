// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/bill/bill_model.h"

#include "core/base/units/quantity_text.h"
#include "core/facility/economics/capital_text.h"
#include "widgets/fields/text.h"

namespace roofrack {

namespace {

QString item_text(const BillRow& row) {
    switch (row.group) {
    case BillGroup::server: return BillModel::tr("Server");
    case BillGroup::switch_:
        return row.tier > 0 ? BillModel::tr("Switch, tier %1").arg(row.tier) : BillModel::tr("Switch");
    case BillGroup::optic: return BillModel::tr("Optic");
    case BillGroup::cable: return BillModel::tr("Cable");
    case BillGroup::storage: return BillModel::tr("Storage");
    case BillGroup::rack: return BillModel::tr("Rack");
    case BillGroup::feed: return BillModel::tr("Feed");
    case BillGroup::cooling: break;
    }
    return BillModel::tr("Cooling");
}

QString sure_text(Status status) {
    switch (status) {
    case Status::confirmed: return BillModel::tr("confirmed");
    case Status::derived: return BillModel::tr("derived");
    case Status::announced: return BillModel::tr("announced");
    case Status::from_memory: return BillModel::tr("from memory");
    case Status::judgement: return BillModel::tr("judgement");
    case Status::unknown: break;
    }
    return BillModel::tr("unknown");
}

bool is_number(int column) {
    return column == BillModel::count || column == BillModel::price || column == BillModel::range ||
           column == BillModel::length || column == BillModel::power;
}

QString quantity(double value, Dimension dimension) { return to_qt(format_quantity(value, dimension)); }

} // namespace

void BillModel::show(BillOfMaterials bill, Capital capital) {
    beginResetModel();
    m_bill = std::move(bill);
    m_capital = std::move(capital);
    endResetModel();
}

int BillModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_bill.rows.size());
}

int BillModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : columns; }

QVariant BillModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>((is_number(section) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role == copied_role) {
        const QString name = headerData(section, orientation, Qt::DisplayRole).toString();
        if (section == length) return name + QStringLiteral(" [m]");
        if (section == power) return name + QStringLiteral(" [kW]");
        if (section == price || section == range) return name + QStringLiteral(" [$]");
        return name;
    }
    if (role != Qt::DisplayRole) return {};
    switch (section) {
    case item: return tr("Item");
    case part: return tr("Part");
    case count: return tr("Count");
    case length: return tr("Length");
    case power: return tr("Power");
    case price: return tr("Price");
    case range: return tr("Low to high");
    case ownership: return tr("Ownership");
    case price_figure: return tr("Price is from");
    case source: return tr("Its source");
    case figure: return tr("Power figure");
    default: return {};
    }
}

const CapitalRow* BillModel::price_of(int index) const {
    const auto at = static_cast<size_t>(index);
    if (at >= m_capital.rows.size() || m_capital.rows[at].basis == PriceBasis::none) return nullptr;
    return &m_capital.rows[at];
}

bool BillModel::is_missing(int index, int column) const { return column == price && !price_of(index); }

bool BillModel::is_estimate(int index) const {
    const CapitalRow* const priced = price_of(index);
    return priced && priced->basis == PriceBasis::estimate;
}

QVariant BillModel::data(const QModelIndex& index, int role) const {
    const int at = index.row();
    switch (role) {
    case Qt::DisplayRole:
        if (is_missing(at, index.column())) return tr("not known");
        return text(at, index.column());
    case Qt::ForegroundRole:
        if (is_missing(at, index.column()) && m_quiet.isValid()) return m_quiet;
        return {};
    case copied_role: return copied(at, index.column());
    case Qt::ToolTipRole: return tooltip(at, index.column());
    case Qt::UserRole: return raw(index.row(), index.column());
    case Qt::TextAlignmentRole: return headerData(index.column(), Qt::Horizontal, role);
    default: return {};
    }
}

QString BillModel::text(int index, int column) const {
    const BillRow& row = this->row(index);
    switch (column) {
    case item: return item_text(row);
    case part: return row.announced.empty() ? to_qt(row.name) : tr("%1 · announced").arg(to_qt(row.name));
    case count: return to_qt(format_count(row.count));
    case length: return row.length ? tr("%1 m").arg(*row.length) : QString();
    case power: return row.power && *row.power > 0 ? quantity(*row.power, Dimension::power) : QString();
    case price: {
        const CapitalRow* const priced = price_of(index);
        if (!priced) return {};
        const QString likely = quantity(priced->price.likely, Dimension::money);
        return is_estimate(index) ? tr("≈ %1").arg(likely) : likely;
    }
    case range: return price_of(index) ? to_qt(price_range_text(*price_of(index))) : QString();
    case ownership:
        if (row.procurement == Procurement::owned) return tr("there already");
        if (row.procurement == Procurement::buy) return tr("to buy");
        return row.sale ? tr("to sell at %1").arg(quantity(*row.sale, Dimension::money)) : tr("to sell");
    case price_figure:
        return price_of(index) ? to_qt(price_status_text(*price_of(index))) : tr("nobody: give your own");
    case source: {
        const auto at = static_cast<size_t>(index);
        return at < m_capital.rows.size() ? to_qt(price_source_text(m_capital.rows[at])) : QString();
    }
    case figure:
        if (!row.note.empty()) return to_qt(row.note);
        return row.power && *row.power > 0 ? sure_text(row.power_status) : QString();
    default: return {};
    }
}

QString BillModel::tooltip(int index, int column) const {
    const BillRow& row = this->row(index);
    if (const CapitalRow* const priced =
            column == source || (column >= price && column <= price_figure) ? price_of(index) : nullptr) {
        const QString low = quantity(priced->price.low, Dimension::money),
                      high = quantity(priced->price.high, Dimension::money);
        QStringList lines{is_estimate(index) ? tr("Estimate for its class: %1 to %2").arg(low, high)
                          : low == high      ? sure_text(priced->status)
                                             : tr("%1: %2 to %3").arg(sure_text(priced->status), low, high)};
        if (!priced->source.empty()) lines << to_qt(priced->source);
        if (priced->with_space) lines << tr("Comes with the space: not in the sum");
        return lines.join(u'\n');
    }
    if ((column == power || column == figure) && row.power && !row.power_source.empty())
        return to_qt(row.power_source);
    QStringList lines;
    if (column == part) lines << to_qt(row.name);
    if (column == part && !row.announced.empty())
        lines << to_qt(row.announced) << tr("What rests on it has a wider band");
    QStringList drawn;
    for (const std::string& id : row.drawn) drawn << to_qt(id);
    if (drawn.size() > 12) drawn = drawn.mid(0, 12) << QStringLiteral("…");
    lines << tr("Drawn as %1").arg(drawn.join(QStringLiteral(", ")));
    return lines.join(u'\n');
}

QString BillModel::copied(int index, int column) const {
    // Digits enough for a sum, no exponents that a spreadsheet may not read.
    const auto number = [](double value) { return QString::number(value, 'g', 12); };
    const BillRow& at = row(index);
    switch (column) {
    case count: return number(at.count);
    case length: return at.length ? number(*at.length) : QString();
    case power: return at.power && *at.power > 0 ? number(*at.power / 1e3) : QString();
    case price: return price_of(index) ? number(price_of(index)->price.likely) : QString();
    case range: {
        const CapitalRow* const priced = price_of(index);
        return priced ? number(priced->price.low) + QStringLiteral("–") + number(priced->price.high)
                      : QString();
    }
    case figure: {
        QStringList out{text(index, column)};
        if (is_estimate(index)) out << tr("price estimated for its class");
        out.removeAll(QString());
        return out.join(QStringLiteral("; "));
    }
    default: return text(index, column);
    }
}

QVariant BillModel::raw(int index, int column) const {
    const BillRow& at = row(index);
    const auto known = [](const std::optional<double>& value) { return value.value_or(-1); };
    switch (column) {
    case item: return index; // by group, as the core orders them
    case count: return at.count;
    case length: return known(at.length);
    case power: return known(at.power);
    case range: return known(price_of(index) ? std::optional(price_of(index)->price.high) : std::nullopt);
    case price: return known(price_of(index) ? std::optional(price_of(index)->price.likely) : std::nullopt);
    default: return text(index, column);
    }
}

} // namespace roofrack
