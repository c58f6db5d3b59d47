// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/cluster.h"
#include "core/drawing/name_index.h"

#include <QAbstractItemModel>

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace roofrack {

/// The drawing as a tree: containers with what stands in them, then the links. Holds ids and names, not the
/// cluster; words are made when a row is shown.
class OutlineModel : public QAbstractItemModel {
    Q_OBJECT

public:
    static constexpr int id_role = Qt::UserRole;
    /// Why elements may not be moved into a container ("" = the top); empty when they may.
    using MoveCheck =
        std::function<QString(const std::vector<std::string>& ids, const std::string& container)>;

    explicit OutlineModel(QObject* parent = nullptr);

    /// A change of names and counts alone is told row by row, any other resets the model.
    void set_cluster(const Cluster& cluster);
    void set_move_check(MoveCheck check) { m_move_check = std::move(check); }
    void set_editable(bool editable) { m_editable = editable; }
    QModelIndex index_of(const std::string& id) const;
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
    /// The user wants a change: whoever owns the document makes it.
    void rename_requested(const std::string& id, const std::string& name);
    void move_requested(const std::vector<std::string>& ids, const std::string& container);

private:
    struct Node {
        std::string id; ///< empty: the heading of the links
        std::string name;
        ElementKind kind = ElementKind::note;
        LinkPattern pattern = LinkPattern::each;
        int count = 1;
        std::string text; ///< notes: theirs
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
    void index_nodes();
    QString label_of(const Node& node) const;
    QString tooltip_of(const Node& node) const;
    const std::vector<int>& children_of(const QModelIndex& parent) const;
    QModelIndex index_at(int position) const;
    /// The kind of an element; none for a link and a heading.
    std::optional<ElementKind> kind_of(const QModelIndex& index) const;
    const std::string& id_of(const QModelIndex& index) const;

    std::vector<Node> m_nodes;
    std::vector<int> m_top;
    NameIndex m_places; ///< places of ids in m_nodes
    MoveCheck m_move_check;
    bool m_editable = true;
};

} // namespace roofrack
