// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "palette/outline_model.h"

#include <QTreeView>

#include <set>

namespace roofrack {

/// The drawing as a tree. Choosing here chooses in the drawing, and the other way round.
class Outline : public QTreeView {
    Q_OBJECT

public:
    explicit Outline(QWidget* parent = nullptr);

    void set_cluster(const Cluster& cluster);
    /// Follows the selection; emits nothing.
    void show_selection(const std::vector<std::string>& ids);

Q_SIGNALS:
    void chosen(const std::vector<std::string>& ids);

protected:
    void selectionChanged(const QItemSelection& selected, const QItemSelection& deselected) override;

private:
    void open_all();

    OutlineModel m_model;
    std::set<std::string> m_closed; ///< ids of what the user has folded; empty id: the links
    bool m_chose_links = false;     ///< the user has folded or unfolded the links
    bool m_following = false;
};

} // namespace roofrack
