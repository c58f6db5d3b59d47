// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "palette/shelf_entries.h"
#include "theme/theme.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QTreeWidget;
class QTreeWidgetItem;

namespace roofrack {

class ShelfDelegate;

/// What can be placed: the catalogue's parts by kind, and empty containers. A search narrows it; Enter or a
/// double click asks for the thing to be placed, a drag carries it onto the canvas.
class PartsShelf : public QWidget {
    Q_OBJECT

public:
    explicit PartsShelf(const Catalog& catalog, QWidget* parent = nullptr);

    void set_enabled_for_editing(bool enabled);
    void set_theme(const Theme& theme);
    /// The keyboard to the search.
    void focus_search();

Q_SIGNALS:
    void place_requested(const roofrack::DraggedPart& part);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fill();
    void filter();
    void activate(QTreeWidgetItem* item);
    bool search_key(class QKeyEvent& event);
    bool tree_key(class QKeyEvent& event);
    QTreeWidgetItem* first_entry() const;
    QTreeWidgetItem* next_entry(QTreeWidgetItem* from, int step) const;
    void select(QTreeWidgetItem* item);

    std::vector<ShelfGroup> m_groups;
    QLineEdit* m_search;
    ShelfDelegate* m_delegate;
    QTreeWidget* m_tree;
    QLabel* m_nothing; ///< what to do when the search finds nothing
};

} // namespace roofrack
