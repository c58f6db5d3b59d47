// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/palette/outline_model.h"

#include "widgets/editor/item_text.h"

#include "core/base/units/quantity_text.h"
#include "core/drawing/element_index.h"
#include "widgets/fields/text.h"
#include "widgets/inspector/part_text.h"

#include <QMimeData>
#include <QTimer>

namespace roofrack {

namespace {

/// Which elements stand in a container that leads to the top: one that is cyclic leads nowhere.
std::vector<bool> reach_top(const std::vector<int>& parents) {
    enum class State : unsigned char { unknown, walked, reaches, circles };
    std::vector<State> states(parents.size(), State::unknown);
    std::vector<size_t> walk;
    for (size_t start = 0; start < parents.size(); ++start) {
        walk.clear();
        int at = static_cast<int>(start);
        while (at >= 0 && states[static_cast<size_t>(at)] == State::unknown) {
            states[static_cast<size_t>(at)] = State::walked;
            walk.push_back(static_cast<size_t>(at));
            at = parents[static_cast<size_t>(at)];
        }
        const bool reaches = at < 0 || states[static_cast<size_t>(at)] == State::reaches;
        for (const size_t each : walk) states[each] = reaches ? State::reaches : State::circles;
    }
    std::vector<bool> out(parents.size());
    for (size_t i = 0; i < out.size(); ++i) out[i] = states[i] == State::reaches;
    return out;
}

constexpr QLatin1String ids_type("application/x-roofrack-items");

std::vector<std::string> dragged_ids(const QMimeData& data) {
    std::vector<std::string> ids;
    for (const QByteArray& id : data.data(ids_type).split('\n'))
        if (!id.isEmpty()) ids.push_back(id.toStdString());
    return ids;
}

} // namespace

OutlineModel::OutlineModel(QObject* parent)
    : QAbstractItemModel(parent) {}

OutlineModel::Tree OutlineModel::read(const Cluster& cluster) {
    Tree tree;
    std::vector<Node>& nodes = tree.nodes;
    nodes.reserve(cluster.elements.size() + cluster.links.size() + 1);
    const ElementIndex index(cluster);
    std::vector<int> parents;
    for (const Element& element : cluster.elements) {
        Node& node = nodes.emplace_back();
        node.id = element.id;
        node.name = element.name;
        node.kind = element.kind;
        node.count = element.count;
        if (element.kind == ElementKind::note) node.text = element.text;
        parents.push_back(element.parent.empty() ? -1 : index.position(element.parent));
    }
    // A containment that is cyclic has no top: its members are shown there.
    const std::vector<bool> stands = reach_top(parents);
    const auto put = [&](int position, int parent) {
        std::vector<int>& siblings = parent < 0 ? tree.top : nodes[static_cast<size_t>(parent)].children;
        nodes[static_cast<size_t>(position)].parent = parent;
        nodes[static_cast<size_t>(position)].row = static_cast<int>(siblings.size());
        siblings.push_back(position);
    };
    for (size_t i = 0; i < parents.size(); ++i) put(static_cast<int>(i), stands[i] ? parents[i] : -1);
    if (cluster.links.empty()) return tree;
    const int heading = static_cast<int>(nodes.size());
    nodes.emplace_back();
    put(heading, -1);
    for (const Link& link : cluster.links) {
        const int position = static_cast<int>(nodes.size());
        Node& node = nodes.emplace_back();
        node.id = link.id;
        node.is_link = true;
        node.pattern = link.pattern;
        node.from = index.position(link.from);
        node.to = index.position(link.to);
        if (node.from < 0) node.lost_from = link.from;
        if (node.to < 0) node.lost_to = link.to;
        put(position, heading);
    }
    return tree;
}

bool OutlineModel::is_same_tree(const Tree& tree) const {
    if (tree.top != m_top || tree.nodes.size() != m_nodes.size()) return false;
    for (size_t i = 0; i < m_nodes.size(); ++i)
        if (m_nodes[i].id != tree.nodes[i].id || m_nodes[i].children != tree.nodes[i].children) return false;
    return true;
}

void OutlineModel::index_nodes() {
    m_places = NameIndex(m_nodes.size());
    for (const Node& node : m_nodes) m_places.add(node.id);
}

void OutlineModel::set_cluster(const Cluster& cluster) {
    Tree tree = read(cluster);
    if (is_same_tree(tree)) {
        std::vector<int> changed;
        bool renamed = false; // the links name their ends
        for (size_t i = 0; i < m_nodes.size(); ++i) {
            if (m_nodes[i] == tree.nodes[i]) continue;
            renamed |= m_nodes[i].name != tree.nodes[i].name;
            m_nodes[i] = std::move(tree.nodes[i]);
            changed.push_back(static_cast<int>(i));
        }
        index_nodes();
        for (const int position : changed)
            Q_EMIT dataChanged(index_at(position), index_at(position), {Qt::DisplayRole, Qt::ToolTipRole});
        if (renamed && !m_nodes.empty() && m_nodes.back().is_link) {
            const QModelIndex last = index_at(static_cast<int>(m_nodes.size()) - 1);
            Q_EMIT dataChanged(last.siblingAtRow(0), last, {Qt::DisplayRole});
        }
        return;
    }
    beginResetModel();
    m_nodes = std::move(tree.nodes);
    m_top = std::move(tree.top);
    index_nodes();
    endResetModel();
}

QString OutlineModel::label_of(const Node& node) const {
    if (node.is_link) {
        const auto name = [this](int end, const std::string& lost) {
            if (end < 0) return to_qt(lost);
            const Node& element = m_nodes[static_cast<size_t>(end)];
            return to_qt(element.name.empty() ? element.id : element.name);
        };
        return name(node.from, node.lost_from) + QStringLiteral(" – ") + name(node.to, node.lost_to);
    }
    if (node.id.empty()) return tr("Links");
    QString label = to_qt(node.name.empty() ? node.id : node.name);
    if (!node.text.empty()) label = to_qt(node.text).left(80).simplified();
    if (node.count > 1) label += QStringLiteral(" × ") + to_qt(format_count(node.count));
    return label;
}

QString OutlineModel::tooltip_of(const Node& node) const {
    if (node.is_link) return tr("Link, %1").arg(in_words(name_of(node.pattern)));
    return node.id.empty() ? QString() : kind_title(node.kind);
}

const std::vector<int>& OutlineModel::children_of(const QModelIndex& parent) const {
    return parent.isValid() ? m_nodes[parent.internalId()].children : m_top;
}

QModelIndex OutlineModel::index_at(int position) const {
    return createIndex(m_nodes[static_cast<size_t>(position)].row, 0, static_cast<quintptr>(position));
}

QModelIndex OutlineModel::index_of(const std::string& id) const {
    const int position = id.empty() ? -1 : m_places.position(id);
    return position < 0 ? QModelIndex() : index_at(position);
}

QModelIndex OutlineModel::index(int row, int column, const QModelIndex& parent) const {
    const auto& children = children_of(parent);
    if (row < 0 || column != 0 || row >= static_cast<int>(children.size())) return {};
    return createIndex(row, column, static_cast<quintptr>(children[static_cast<size_t>(row)]));
}

QModelIndex OutlineModel::parent(const QModelIndex& child) const {
    if (!child.isValid()) return {};
    const int up = m_nodes[child.internalId()].parent;
    return up < 0 ? QModelIndex() : index_at(up);
}

int OutlineModel::rowCount(const QModelIndex& parent) const {
    return static_cast<int>(children_of(parent).size());
}

int OutlineModel::columnCount(const QModelIndex&) const { return 1; }

QVariant OutlineModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const Node& node = m_nodes[index.internalId()];
    switch (role) {
    case Qt::DisplayRole: return label_of(node);
    case Qt::EditRole: return as_written(node.name);
    case Qt::ToolTipRole: return tooltip_of(node);
    case id_role: return as_written(node.id);
    default: return {};
    }
}

std::optional<ElementKind> OutlineModel::kind_of(const QModelIndex& index) const {
    const Node& node = m_nodes[index.internalId()];
    return node.is_link || node.id.empty() ? std::nullopt : std::optional(node.kind);
}

const std::string& OutlineModel::id_of(const QModelIndex& index) const {
    return m_nodes[index.internalId()].id;
}

bool OutlineModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (!index.isValid() || role != Qt::EditRole || !flags(index).testFlag(Qt::ItemIsEditable)) return false;
    Q_EMIT rename_requested(id_of(index), value.toString().trimmed().toStdString());
    return true;
}

Qt::ItemFlags OutlineModel::flags(const QModelIndex& index) const {
    if (!index.isValid()) return m_editable ? Qt::ItemIsDropEnabled : Qt::NoItemFlags;
    Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable;
    const auto kind = kind_of(index);
    if (!kind || !m_editable) return flags;
    flags |= Qt::ItemIsDragEnabled;
    if (*kind != ElementKind::note) flags |= Qt::ItemIsEditable; // its text is written in the drawing
    if (is_container(*kind)) flags |= Qt::ItemIsDropEnabled;
    return flags;
}

QStringList OutlineModel::mimeTypes() const { return {ids_type}; }

QMimeData* OutlineModel::mimeData(const QModelIndexList& indexes) const {
    QByteArray ids;
    for (const QModelIndex& index : indexes)
        if (kind_of(index)) ids += QByteArray::fromStdString(id_of(index)) + '\n';
    if (ids.isEmpty()) return nullptr;
    auto* data = new QMimeData;
    data->setData(ids_type, ids);
    return data;
}

QString OutlineModel::why_not_drop(const QMimeData& data, const QModelIndex& parent) const {
    const auto ids = dragged_ids(data);
    if (ids.empty() || !m_move_check) return {};
    return m_move_check(ids, parent.isValid() ? id_of(parent) : std::string());
}

bool OutlineModel::canDropMimeData(const QMimeData* data, Qt::DropAction, int, int,
                                   const QModelIndex& parent) const {
    if (!data || !m_editable || (parent.isValid() && !kind_of(parent))) return false;
    return !dragged_ids(*data).empty() && why_not_drop(*data, parent).isEmpty();
}

bool OutlineModel::dropMimeData(const QMimeData* data, Qt::DropAction action, int row, int column,
                                const QModelIndex& parent) {
    if (!canDropMimeData(data, action, row, column, parent)) return false;
    // After the view has ended the drag: the move gives it another tree.
    QTimer::singleShot(
        0, this, [this, ids = dragged_ids(*data), into = parent.isValid() ? id_of(parent) : std::string()] {
            Q_EMIT move_requested(ids, into);
        });
    return true;
}

} // namespace roofrack
