// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/palette/shelf_entries.h"
#include "widgets/theme/theme.h"

#include <QWidget>

#include <functional>

class QLabel;
class QLineEdit;
class QPushButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace roofrack {

class ShelfDelegate;
class ShelfNotice;

/// What can be placed: the catalogue's parts by kind, and empty containers. A search narrows it; Enter or a
/// double click asks for the thing to be placed, a drag carries it onto the canvas.
class PartsShelf : public QWidget {
    Q_OBJECT

public:
    explicit PartsShelf(const Catalog& catalog, QWidget* parent = nullptr);

    void set_enabled_for_editing(bool enabled);
    /// What the project defines itself, in a group of its own at the top.
    void set_own_parts(const std::vector<OwnPart>& own);
    /// Chooses an own part's entry.
    void show_own_part(const PartRef& part);
    /// Says something in place, with what can be done about it; no button without `action`.
    void show_notice(const QString& text, const QString& action = {}, std::function<void()> act = {});
    void set_theme(const Theme& theme);
    /// The keyboard to the search.
    void focus_search();

Q_SIGNALS:
    void place_requested(const roofrack::DraggedPart& part);
    /// A part that is not there yet.
    void new_requested();
    void duplicate_requested(const roofrack::DraggedPart& part);
    void edit_requested(const roofrack::PartRef& own);
    /// The project's own part was clicked.
    void own_part_chosen(const roofrack::PartRef& own);
    void remove_requested(const roofrack::PartRef& own);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QTreeWidgetItem* add_group(const ShelfGroup& group, int place);
    void filter();
    void offer(QTreeWidgetItem* item, const QPoint& global);
    void activate(QTreeWidgetItem* item);
    bool search_key(class QKeyEvent& event);
    bool tree_key(class QKeyEvent& event);
    QTreeWidgetItem* first_entry() const;
    QTreeWidgetItem* next_entry(QTreeWidgetItem* from, int step) const;
    void select(QTreeWidgetItem* item);

    const Catalog& m_catalog;
    std::vector<ShelfGroup> m_groups;
    std::vector<OwnPart> m_own;
    ShelfGroup m_own_group;
    QTreeWidgetItem* m_own_heading = nullptr;
    QLineEdit* m_search;
    QPushButton* m_new;
    ShelfDelegate* m_delegate;
    QTreeWidget* m_tree;
    ShelfNotice* m_notice;
    QLabel* m_nothing; ///< what to do when the search finds nothing
};

} // namespace roofrack
