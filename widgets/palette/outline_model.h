// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cluster/cluster.h"

#include <QAbstractItemModel>

#include <string_view>
#include <unordered_map>
#include <vector>

namespace roofrack {

/// The drawing as a tree: containers with what stands in them, then the links. Holds ids and names, not the
/// cluster; words are made when a row is shown.
class OutlineModel : public QAbstractItemModel {
    Q_OBJECT

public:
    static constexpr int id_role = Qt::UserRole;

    explicit OutlineModel(QObject* parent = nullptr);

    /// A change of names and counts alone is told row by row, any other resets the model.
    void set_cluster(const Cluster& cluster);
    QModelIndex index_of(const std::string& id) const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& child) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

private:
    struct Node {
        std::string id; ///< empty: the heading of the links
        std::string name;
        ElementKind kind = ElementKind::note;
        LinkPattern pattern = LinkPattern::each;
        int count = 1;
        bool is_link = false;
        int from = -1, to = -1;         ///< links: positions in m_nodes; -1: not drawn
        std::string lost_from, lost_to; ///< links: the ids of ends that are not drawn
        int parent = -1;                ///< position in m_nodes; -1 at the top
        int row = 0;                    ///< among its siblings
        std::vector<int> children;
        bool operator==(const Node&) const = default;
    };
    struct Tree {
        std::vector<Node> nodes;
        std::vector<int> top;
    };
    static Tree read(const Cluster& cluster);
    bool is_same_tree(const Tree& tree) const;
    QString label_of(const Node& node) const;
    QString tooltip_of(const Node& node) const;
    const std::vector<int>& children_of(const QModelIndex& parent) const;
    QModelIndex index_at(int position) const;

    std::vector<Node> m_nodes;
    std::vector<int> m_top;
    std::unordered_map<std::string_view, int> m_places; ///< of ids in m_nodes
};

} // namespace roofrack
