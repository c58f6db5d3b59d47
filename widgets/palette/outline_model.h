// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cluster/cluster.h"

#include <QAbstractItemModel>

#include <functional>
#include <unordered_map>
#include <vector>

namespace roofrack {

/// The drawing as a tree: containers with what stands in them, then the links. Holds ids and labels, not the
/// cluster; what the user changes in it is asked for by signals.
class OutlineModel : public QAbstractItemModel {
    Q_OBJECT

public:
    static constexpr int id_role = Qt::UserRole;
    /// Why elements may not be moved into a container ("" = the top); empty when they may.
    using MoveCheck =
        std::function<QString(const std::vector<std::string>& ids, const std::string& container)>;

    explicit OutlineModel(QObject* parent = nullptr);

    void set_cluster(const Cluster& cluster);
    void set_move_check(MoveCheck check) { m_move_check = std::move(check); }
    void set_editable(bool editable) { m_editable = editable; }
    QModelIndex index_of(const std::string& id) const;
    /// Elements that hold others, in drawn order.
    std::vector<QModelIndex> containers() const;
    /// Why what is dragged does not go there; empty when it does, or is nothing of this tree.
    QString why_not_drop(const QMimeData& data, const QModelIndex& parent) const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& child) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    QStringList mimeTypes() const override;
    QMimeData* mimeData(const QModelIndexList& indexes) const override;
    Qt::DropActions supportedDropActions() const override { return Qt::MoveAction; }
    bool canDropMimeData(const QMimeData* data, Qt::DropAction action, int row, int column,
                         const QModelIndex& parent) const override;
    bool dropMimeData(const QMimeData* data, Qt::DropAction action, int row, int column,
                      const QModelIndex& parent) override;

Q_SIGNALS:
    void rename_requested(const std::string& id, const std::string& name);
    void move_requested(const std::vector<std::string>& ids, const std::string& container);

private:
    struct Node {
        std::string id; ///< empty: the heading of the links
        QString label, name, tooltip;
        std::optional<ElementKind> kind; ///< none: a link, or their heading
        int parent = -1;                 ///< position in m_nodes; -1 at the top
        int row = 0;                     ///< among its siblings
        std::vector<int> children;
        bool same_place(const Node& other) const {
            return id == other.id && kind == other.kind && parent == other.parent && row == other.row;
        }
    };
    const std::vector<int>& children_of(const QModelIndex& parent) const;
    const Node& node(const QModelIndex& index) const { return m_nodes[index.internalId()]; }

    std::vector<Node> m_nodes;
    std::vector<int> m_top;
    std::unordered_map<std::string, int> m_position; ///< by id, in m_nodes
    MoveCheck m_move_check;
    bool m_editable = true;
};

} // namespace roofrack
