// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/palette/outline_model.h"

#include <QTreeView>

#include <set>

namespace roofrack {

/// The drawing as a tree. Choosing here chooses in the drawing, and the other way round; a drag moves into
/// another container, F2 renames, Enter goes there.
class Outline : public QTreeView {
    Q_OBJECT

public:
    explicit Outline(QWidget* parent = nullptr);

    void set_cluster(const Cluster& cluster);
    void set_editable(bool editable) { m_model.set_editable(editable); }
    void set_move_check(OutlineModel::MoveCheck check) { m_model.set_move_check(std::move(check)); }
    /// Follows the selection; emits nothing.
    void show_selection(const std::vector<std::string>& ids);

Q_SIGNALS:
    void chosen(const std::vector<std::string>& ids);
    /// Enter or a double click.
    void go_requested(const std::string& id);
    void rename_requested(const std::string& id, const std::string& name);
    void move_requested(const std::vector<std::string>& ids, const std::string& container);
    void menu_requested(const std::string& id, const QPoint& global);

protected:
    void selectionChanged(const QItemSelection& selected, const QItemSelection& deselected) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void dragMoveEvent(QDragMoveEvent* event) override;

private:
    void open_all();

    OutlineModel m_model;
    std::set<std::string> m_closed; ///< ids of what the user has folded; empty id: the links
    bool m_chose_links = false;     ///< the user has folded or unfolded the links
    bool m_following = false;
};

} // namespace roofrack
