// SPDX-License-Identifier: GPL-3.0-or-later
#include "palette/outline_model.h"

#include "fields/text.h"
#include "inspector/part_text.h"
#include "units/quantity_text.h"

#include <QMimeData>
#include <QTimer>

#include <algorithm>

namespace roofrack {

namespace {

const QString ids_type = QStringLiteral("application/x-roofrack-items");

QString label_of(const Element& element) {
    QString label = to_qt(element.name.empty() ? element.id : element.name);
    if (element.kind == ElementKind::note && !element.text.empty())
        label = to_qt(element.text).simplified().left(80);
    if (element.count > 1) label += QStringLiteral(" × ") + to_qt(format_count(element.count));
    return label;
}

std::vector<std::string> dragged_ids(const QMimeData& data) {
    std::vector<std::string> ids;
    for (const QByteArray& id : data.data(ids_type).split('\n'))
        if (!id.isEmpty()) ids.push_back(id.toStdString());
    return ids;
}

/// Which elements hang in a circle of containers, or on one.
std::vector<bool> circular(const std::vector<int>& parents) {
    enum class Mark { open, walking, sound, circular };
    std::vector<Mark> marks(parents.size(), Mark::open);
    for (size_t i = 0; i < parents.size(); ++i) {
        std::vector<size_t> chain;
        size_t at = i;
        while (marks[at] == Mark::open) {
            marks[at] = Mark::walking;
            chain.push_back(at);
            if (parents[at] < 0) break;
            at = static_cast<size_t>(parents[at]);
        }
        const bool sound = parents[at] < 0 || marks[at] == Mark::sound;
        for (const size_t each : chain) marks[each] = sound ? Mark::sound : Mark::circular;
    }
    std::vector<bool> found;
    for (const Mark mark : marks) found.push_back(mark == Mark::circular);
    return found;
}

} // namespace

OutlineModel::OutlineModel(QObject* parent)
    : QAbstractItemModel(parent) {}

void OutlineModel::set_cluster(const Cluster& cluster) {
    std::vector<Node> nodes;
    std::unordered_map<std::string, int> position;
    nodes.reserve(cluster.elements.size() + cluster.links.size() + 1);
    for (const Element& element : cluster.elements) {
        position.emplace(element.id, static_cast<int>(nodes.size()));
        nodes.push_back({element.id,
                         label_of(element),
                         to_qt(element.name),
                         title_of(element.kind),
                         element.kind,
                         -1,
                         0,
                         {}});
    }
    std::vector<int> parents;
    for (const Element& element : cluster.elements) {
        const auto parent = position.find(element.parent);
        parents.push_back(parent == position.end() ? -1 : parent->second);
    }
    // A containment that is circular has no top; its members are shown at the top.
    const std::vector<bool> in_circle = circular(parents);
    std::vector<int> top;
    const auto hang = [&](int node, int parent) {
        auto& siblings = parent < 0 ? top : nodes[static_cast<size_t>(parent)].children;
        nodes[static_cast<size_t>(node)].parent = parent;
        nodes[static_cast<size_t>(node)].row = static_cast<int>(siblings.size());
        siblings.push_back(node);
    };
    for (size_t i = 0; i < parents.size(); ++i) hang(static_cast<int>(i), in_circle[i] ? -1 : parents[i]);
    if (!cluster.links.empty()) {
        const int heading = static_cast<int>(nodes.size());
        nodes.push_back({{}, tr("Links"), {}, {}, std::nullopt, -1, 0, {}});
        hang(heading, -1);
        const auto name = [&](const std::string& id) {
            const auto found = position.find(id);
            const QString given =
                found == position.end() ? QString() : nodes[static_cast<size_t>(found->second)].name;
            return given.isEmpty() ? to_qt(id) : given;
        };
        for (const Link& link : cluster.links) {
            const int at = static_cast<int>(nodes.size());
            position.emplace(link.id, at);
            nodes.push_back({link.id,
                             name(link.from) + QStringLiteral(" – ") + name(link.to),
                             {},
                             tr("Link, %1").arg(to_qt(name_of(link.pattern))),
                             std::nullopt,
                             -1,
                             0,
                             {}});
            hang(at, heading);
        }
    }
    const bool same_tree = std::equal(nodes.begin(), nodes.end(), m_nodes.begin(), m_nodes.end(),
                                      [](const Node& a, const Node& b) { return a.same_place(b); });
    if (!same_tree) beginResetModel();
    std::swap(m_nodes, nodes); // now `nodes` are those before
    m_top = std::move(top);
    m_position = std::move(position);
    if (!same_tree) return endResetModel();
    for (size_t i = 0; i < nodes.size(); ++i) {
        if (nodes[i].label == m_nodes[i].label && nodes[i].tooltip == m_nodes[i].tooltip) continue;
        const QModelIndex changed = createIndex(m_nodes[i].row, 0, static_cast<quintptr>(i));
        Q_EMIT dataChanged(changed, changed);
    }
}

const std::vector<int>& OutlineModel::children_of(const QModelIndex& parent) const {
    return parent.isValid() ? node(parent).children : m_top;
}

QModelIndex OutlineModel::index_of(const std::string& id) const {
    const auto found = m_position.find(id);
    if (found == m_position.end()) return {};
    return createIndex(m_nodes[static_cast<size_t>(found->second)].row, 0,
                       static_cast<quintptr>(found->second));
}

std::vector<QModelIndex> OutlineModel::containers() const {
    std::vector<QModelIndex> found;
    for (size_t i = 0; i < m_nodes.size(); ++i)
        if (!m_nodes[i].children.empty())
            found.push_back(createIndex(m_nodes[i].row, 0, static_cast<quintptr>(i)));
    return found;
}

QModelIndex OutlineModel::index(int row, int column, const QModelIndex& parent) const {
    const auto& children = children_of(parent);
    if (row < 0 || column != 0 || row >= static_cast<int>(children.size())) return {};
    return createIndex(row, column, static_cast<quintptr>(children[static_cast<size_t>(row)]));
}

QModelIndex OutlineModel::parent(const QModelIndex& child) const {
    if (!child.isValid()) return {};
    const int up = node(child).parent;
    if (up < 0) return {};
    return createIndex(m_nodes[static_cast<size_t>(up)].row, 0, static_cast<quintptr>(up));
}

int OutlineModel::rowCount(const QModelIndex& parent) const {
    return static_cast<int>(children_of(parent).size());
}

int OutlineModel::columnCount(const QModelIndex&) const { return 1; }

QVariant OutlineModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const Node& shown = node(index);
    switch (role) {
    case Qt::DisplayRole: return shown.label;
    case Qt::EditRole: return shown.name;
    case Qt::ToolTipRole: return shown.tooltip;
    case id_role: return to_qt(shown.id);
    default: return {};
    }
}

bool OutlineModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (!index.isValid() || role != Qt::EditRole || !flags(index).testFlag(Qt::ItemIsEditable)) return false;
    Q_EMIT rename_requested(node(index).id, value.toString().trimmed().toStdString());
    return true;
}

Qt::ItemFlags OutlineModel::flags(const QModelIndex& index) const {
    if (!index.isValid()) return m_editable ? Qt::ItemIsDropEnabled : Qt::NoItemFlags;
    Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable;
    const auto kind = node(index).kind;
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
        if (node(index).kind) ids += QByteArray::fromStdString(node(index).id) + '\n';
    if (ids.isEmpty()) return nullptr;
    auto* data = new QMimeData;
    data->setData(ids_type, ids);
    return data;
}

QString OutlineModel::why_not_drop(const QMimeData& data, const QModelIndex& parent) const {
    const auto ids = dragged_ids(data);
    if (ids.empty() || !m_move_check) return {};
    return m_move_check(ids, parent.isValid() ? node(parent).id : std::string());
}

bool OutlineModel::canDropMimeData(const QMimeData* data, Qt::DropAction, int, int,
                                   const QModelIndex& parent) const {
    if (!data || !m_editable || (parent.isValid() && !node(parent).kind)) return false;
    return !dragged_ids(*data).empty() && why_not_drop(*data, parent).isEmpty();
}

bool OutlineModel::dropMimeData(const QMimeData* data, Qt::DropAction action, int row, int column,
                                const QModelIndex& parent) {
    if (!canDropMimeData(data, action, row, column, parent)) return false;
    // After the view has ended the drag: the move gives it another tree.
    QTimer::singleShot(
        0, this, [this, ids = dragged_ids(*data), into = parent.isValid() ? node(parent).id : std::string()] {
            Q_EMIT move_requested(ids, into);
        });
    return true;
}

} // namespace roofrack
