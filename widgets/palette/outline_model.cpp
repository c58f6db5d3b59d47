// SPDX-License-Identifier: GPL-3.0-or-later
#include "palette/outline_model.h"

#include "fields/text.h"
#include "inspector/part_text.h"
#include "units/quantity_text.h"

#include <algorithm>
#include <map>

namespace roofrack {

namespace {

QString label_of(const Element& element) {
    QString label = to_qt(element.name.empty() ? element.id : element.name);
    if (element.count > 1) label += QStringLiteral(" × ") + to_qt(format_count(element.count));
    return label;
}

} // namespace

OutlineModel::OutlineModel(QObject* parent)
    : QAbstractItemModel(parent) {}

void OutlineModel::set_cluster(const Cluster& cluster) {
    std::vector<Node> nodes;
    std::map<std::string, int, std::less<>> position;
    for (const Element& element : cluster.elements) {
        position.emplace(element.id, static_cast<int>(nodes.size()));
        nodes.push_back({element.id, label_of(element), title_of(element.kind), -1, {}});
    }
    // A containment that is cyclic has no top; instances() is 0 there, and its members are shown at the top.
    std::vector<int> top;
    for (size_t i = 0; i < cluster.elements.size(); ++i) {
        const Element& element = cluster.elements[i];
        const auto parent = position.find(element.parent);
        if (parent != position.end() && cluster.instances(element) > 0) {
            nodes[i].parent = parent->second;
            nodes[static_cast<size_t>(parent->second)].children.push_back(static_cast<int>(i));
        } else
            top.push_back(static_cast<int>(i));
    }
    if (!cluster.links.empty()) {
        const int heading = static_cast<int>(nodes.size());
        nodes.push_back({{}, tr("Links"), {}, -1, {}});
        top.push_back(heading);
        for (const Link& link : cluster.links) {
            const auto name = [&](const std::string& id) {
                const Element* element = cluster.find(id);
                return element && !element->name.empty() ? to_qt(element->name) : to_qt(id);
            };
            nodes[static_cast<size_t>(heading)].children.push_back(static_cast<int>(nodes.size()));
            const QString label = name(link.from) + QStringLiteral(" – ") + name(link.to);
            nodes.push_back({link.id, label, tr("Link, %1").arg(to_qt(name_of(link.pattern))), heading, {}});
        }
    }
    if (nodes == m_nodes && top == m_top) return;
    beginResetModel();
    m_nodes = std::move(nodes);
    m_top = std::move(top);
    endResetModel();
}

const std::vector<int>& OutlineModel::children_of(const QModelIndex& parent) const {
    return parent.isValid() ? m_nodes[parent.internalId()].children : m_top;
}

QModelIndex OutlineModel::index_of(const std::string& id) const {
    const auto found = std::ranges::find(m_nodes, id, &Node::id);
    if (found == m_nodes.end() || id.empty()) return {};
    const int position = static_cast<int>(found - m_nodes.begin());
    const auto& siblings = found->parent < 0 ? m_top : m_nodes[static_cast<size_t>(found->parent)].children;
    const int row = static_cast<int>(std::ranges::find(siblings, position) - siblings.begin());
    return createIndex(row, 0, static_cast<quintptr>(position));
}

QModelIndex OutlineModel::index(int row, int column, const QModelIndex& parent) const {
    const auto& children = children_of(parent);
    if (row < 0 || column != 0 || row >= static_cast<int>(children.size())) return {};
    return createIndex(row, column, static_cast<quintptr>(children[static_cast<size_t>(row)]));
}

QModelIndex OutlineModel::parent(const QModelIndex& child) const {
    if (!child.isValid()) return {};
    const int up = m_nodes[child.internalId()].parent;
    if (up < 0) return {};
    const int above = m_nodes[static_cast<size_t>(up)].parent;
    const auto& siblings = above < 0 ? m_top : m_nodes[static_cast<size_t>(above)].children;
    const int row = static_cast<int>(std::ranges::find(siblings, up) - siblings.begin());
    return createIndex(row, 0, static_cast<quintptr>(up));
}

int OutlineModel::rowCount(const QModelIndex& parent) const {
    return static_cast<int>(children_of(parent).size());
}

int OutlineModel::columnCount(const QModelIndex&) const { return 1; }

QVariant OutlineModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const Node& node = m_nodes[index.internalId()];
    switch (role) {
    case Qt::DisplayRole: return node.label;
    case Qt::ToolTipRole: return node.tooltip;
    case id_role: return to_qt(node.id);
    default: return {};
    }
}

} // namespace roofrack
