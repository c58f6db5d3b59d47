// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cluster/cluster.h"

#include <QAbstractItemModel>

#include <vector>

namespace roofrack {

/// The drawing as a tree: containers with what stands in them, then the links. Holds ids and labels, not the
/// cluster.
class OutlineModel : public QAbstractItemModel {
    Q_OBJECT

public:
    static constexpr int id_role = Qt::UserRole;

    explicit OutlineModel(QObject* parent = nullptr);

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
        QString label, tooltip;
        int parent = -1; ///< position in m_nodes; -1 at the top
        std::vector<int> children;
        bool operator==(const Node&) const = default;
    };
    const std::vector<int>& children_of(const QModelIndex& parent) const;

    std::vector<Node> m_nodes;
    std::vector<int> m_top;
};

} // namespace roofrack
