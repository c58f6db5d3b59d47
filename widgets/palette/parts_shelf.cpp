// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/palette/parts_shelf.h"

#include "widgets/fields/document_undo.h"
#include "widgets/fields/plain_text.h"
#include "widgets/palette/parts_tree.h"
#include "widgets/palette/shelf_delegate.h"
#include "widgets/palette/shelf_notice.h"

#include <QContextMenuEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QTreeWidget>
#include <QTreeWidgetItemIterator>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace roofrack {

namespace {

using Row = ShelfDelegate::Row;

Row row_of(const QTreeWidgetItem& item) {
    return static_cast<Row>(item.data(0, ShelfDelegate::row_role).toInt());
}

QString not_placed_text(const ShelfEntry& entry) {
    return entry.what.part.inline_part && entry.what.part.inline_part->kind == PartKind::cable
               ? PartsShelf::tr("“%1” is what links are made of, not placed by itself: its figures are open.")
                     .arg(entry.name)
               : PartsShelf::tr("“%1” is placed in a server, not by itself: its figures are open.")
                     .arg(entry.name);
}

} // namespace

PartsShelf::PartsShelf(const Catalog& catalog, QWidget* parent)
    : QWidget(parent)
    , m_catalog(catalog)
    , m_groups(shelf_groups(catalog))
    , m_search(new QLineEdit(this))
    , m_new(new QPushButton(this))
    , m_delegate(new ShelfDelegate(this))
    , m_tree(new PartsTree(catalog, Theme::light(), *m_delegate, this))
    , m_notice(new ShelfNotice(this))
    , m_nothing(new QLabel(this)) {
    setObjectName(QStringLiteral("panel"));
    setAttribute(Qt::WA_StyledBackground);
    m_search->setPlaceholderText(tr("Search parts"));
    m_search->setClearButtonEnabled(true);
    m_search->setAccessibleName(tr("Search parts"));
    m_search->setToolTip(tr("Name, kind or figures, such as “h100”, “64x400” or “rack 52”. Enter places the "
                            "first match that can be placed, the arrow keys choose another."));
    m_search->installEventFilter(this);
    leave_undo_to_document(*m_search);
    m_new->setText(tr("New…"));
    m_new->setAutoDefault(false);
    m_new->setAccessibleName(tr("New part"));
    m_new->setToolTip(
        tr("A part of your own: accelerator, server, NIC, switch, cable, feed, storage, cooling"));
    connect(m_new, &QPushButton::clicked, this, &PartsShelf::new_requested);
    m_tree->setHeaderHidden(true);
    m_tree->setDragEnabled(true);
    m_tree->setDragDropMode(QAbstractItemView::DragOnly);
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setIndentation(0);
    m_tree->setRootIsDecorated(false);
    m_tree->setExpandsOnDoubleClick(false);
    m_tree->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_tree->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_tree->setMouseTracking(true);
    m_tree->setAccessibleName(tr("Parts"));
    m_tree->installEventFilter(this);
    m_nothing->setWordWrap(true);
    m_nothing->setProperty("role", "secondary");
    m_nothing->hide();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 0, 4, 0);
    column->setSpacing(8);
    auto* search_row = new QVBoxLayout;
    search_row->setContentsMargins(0, 0, 8, 0);
    auto* first = new QHBoxLayout;
    first->setSpacing(4);
    first->addWidget(m_search, 1);
    first->addWidget(m_new);
    search_row->addLayout(first);
    search_row->addWidget(m_nothing);
    column->addLayout(search_row);
    column->addWidget(m_tree, 1);
    column->addWidget(m_notice);

    for (const ShelfGroup& group : m_groups) add_group(group, m_tree->topLevelItemCount());
    filter();
    connect(m_search, &QLineEdit::textChanged, this, &PartsShelf::filter);
    connect(m_tree, &QTreeWidget::itemClicked, this, [this](QTreeWidgetItem* item) {
        if (row_of(*item) != Row::entry) return activate(item);
        if (const PartRef& part = entry_of(item)->what.part; part.inline_part)
            Q_EMIT own_part_chosen(PartRef(part)); // the list may be made again by what follows
    });
    connect(m_tree, &QTreeWidget::itemDoubleClicked, this, [this](QTreeWidgetItem* item) {
        if (row_of(*item) == Row::entry) activate(item);
    });
}

void PartsShelf::set_enabled_for_editing(bool enabled) {
    m_tree->setEnabled(enabled);
    m_new->setEnabled(enabled);
}

void PartsShelf::set_theme(const Theme& theme) {
    m_delegate->set_theme(theme);
    static_cast<PartsTree*>(m_tree)->set_theme(theme);
    m_tree->doItemsLayout();
}

void PartsShelf::focus_search() {
    m_search->setFocus(Qt::ShortcutFocusReason);
    m_search->selectAll();
}

/// The entries stay where they are in memory while the items point at them.
QTreeWidgetItem* PartsShelf::add_group(const ShelfGroup& group, int place) {
    auto* heading = new QTreeWidgetItem(QStringList(group.title));
    m_tree->insertTopLevelItem(place, heading);
    heading->setData(0, ShelfDelegate::row_role, static_cast<int>(Row::heading));
    heading->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
    for (const ShelfEntry& entry : group.entries) {
        auto* item = new QTreeWidgetItem(heading, {entry.name});
        item->setData(0, ShelfDelegate::row_role, static_cast<int>(Row::entry));
        item->setData(0, ShelfDelegate::entry_role, QVariant::fromValue(static_cast<const void*>(&entry)));
        item->setData(0, Qt::AccessibleTextRole, entry.name);
        item->setData(0, Qt::AccessibleDescriptionRole, entry.figures);
        item->setToolTip(0, entry.figures);
        item->setData(0, rich_tip_role, entry.rich_tip);
    }
    auto* more = new QTreeWidgetItem(heading, {QString()});
    more->setData(0, ShelfDelegate::row_role, static_cast<int>(Row::more));
    more->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
    heading->setExpanded(true);
    return heading;
}

void PartsShelf::set_own_parts(const std::vector<OwnPart>& own) {
    const auto same = [](const OwnPart& a, const OwnPart& b) { return a.part == b.part && a.uses == b.uses; };
    if (std::ranges::equal(own, m_own, same)) return;
    const ShelfEntry* chosen = m_tree->selectedItems().isEmpty() ? nullptr : entry_of(m_tree->currentItem());
    const std::string chosen_id =
        chosen && chosen->what.part.inline_part ? chosen->what.part.id : std::string();
    delete std::exchange(m_own_heading, nullptr);
    m_own = own;
    m_own_group = own_group(own, m_catalog);
    if (!m_own_group.entries.empty()) m_own_heading = add_group(m_own_group, 0);
    filter();
    for (const OwnPart& one : m_own)
        if (!chosen_id.empty() && one.part.id == chosen_id) show_own_part(one.part);
}

void PartsShelf::show_own_part(const PartRef& part) {
    if (!m_own_heading) return;
    if (!m_search->text().isEmpty()) m_search->clear();
    m_own_heading->setExpanded(true);
    for (int i = 0; i < m_own_heading->childCount(); ++i)
        if (const ShelfEntry* entry = entry_of(m_own_heading->child(i)); entry && entry->what.part == part)
            select(m_own_heading->child(i));
}

void PartsShelf::show_notice(const QString& text, const QString& action, std::function<void()> act) {
    m_notice->say(text, action, std::move(act));
}

/// What can be done with an entry, besides placing it.
void PartsShelf::offer(QTreeWidgetItem* item, const QPoint& global) {
    const ShelfEntry* entry = entry_of(item);
    if (!entry || !m_tree->isEnabled()) return;
    const DraggedPart what = entry->what; // the menu outlives a change of the list
    QMenu menu(this);
    if (entry->may_be_placed)
        menu.addAction(tr("&Place in the drawing"), this, [this, what] { Q_EMIT place_requested(what); });
    if (what.part.inline_part) {
        menu.addAction(tr("&Edit figures"), this, [this, what] { Q_EMIT edit_requested(what.part); });
        menu.addAction(tr("&Duplicate"), this, [this, what] { Q_EMIT duplicate_requested(what); });
        menu.addAction(tr("De&lete"), this, [this, what] { Q_EMIT remove_requested(what.part); });
    } else if (!what.part.id.empty()) {
        menu.addAction(tr("&Duplicate into the project"), this,
                       [this, what] { Q_EMIT duplicate_requested(what); });
    }
    menu.exec(global);
}

/// Without a search: the usual ones, and the others where "more" was asked for. With one: all that match.
void PartsShelf::filter() {
    const QString search = m_search->text().trimmed();
    bool any = false;
    for (int i = 0; i < m_tree->topLevelItemCount(); ++i) {
        QTreeWidgetItem* heading = m_tree->topLevelItem(i);
        QTreeWidgetItem* more = heading->child(heading->childCount() - 1);
        const bool open = more->data(0, Qt::CheckStateRole).toBool();
        int shown = 0, others = 0;
        for (int k = 0; k + 1 < heading->childCount(); ++k) {
            QTreeWidgetItem* item = heading->child(k);
            const ShelfEntry& entry = *entry_of(item);
            const bool visible = search.isEmpty() ? entry.usual || open : entry.matches(search);
            item->setHidden(!visible);
            shown += visible;
            others += !entry.usual;
        }
        more->setHidden(!search.isEmpty() || others == 0);
        more->setText(0, open ? tr("show fewer") : tr("%1 more").arg(others));
        heading->setHidden(shown == 0);
        if (!search.isEmpty() && shown > 0) heading->setExpanded(true);
        any |= shown > 0;
    }
    m_nothing->setText(
        tr("No part matches “%1”. Try a name, a kind or a figure, such as “h100” or “400G”.").arg(search));
    m_nothing->setVisible(!any);
    if (search.isEmpty())
        m_tree->clearSelection();
    else
        select(first_entry());
}

void PartsShelf::activate(QTreeWidgetItem* item) {
    if (!item || !m_tree->isEnabled()) return;
    switch (row_of(*item)) {
    case Row::heading: item->setExpanded(!item->isExpanded()); break;
    case Row::more:
        item->setData(0, Qt::CheckStateRole, !item->data(0, Qt::CheckStateRole).toBool());
        filter();
        break;
    case Row::entry:
        if (const ShelfEntry* entry = entry_of(item)) {
            const DraggedPart what = entry->what; // the list may be made again by what follows
            if (!entry->may_be_placed) {
                const QString why = not_placed_text(*entry);
                Q_EMIT edit_requested(what.part);
                return show_notice(why);
            }
            m_search->setModified(false); // what was looked for is found: an undo is the drawing's
            Q_EMIT place_requested(what);
        }
        break;
    }
}

/// The first entry of a search is one that can be placed: what is called so, before what has it somewhere in
/// its name, before what it is found by otherwise.
QTreeWidgetItem* PartsShelf::first_entry() const {
    const QString search = m_search->text().trimmed();
    QTreeWidgetItem* best = nullptr;
    int best_rank = 0;
    for (QTreeWidgetItemIterator at(m_tree, QTreeWidgetItemIterator::NotHidden); *at; ++at) {
        const ShelfEntry* entry = entry_of(*at);
        if (!entry || (*at)->parent()->isHidden()) continue;
        constexpr int not_placed = 10; // behind all that are
        const int rank =
            (search.isEmpty() ? 0 : entry->rank(search)) + (entry->may_be_placed ? 0 : not_placed);
        if (best && rank >= best_rank) continue;
        best = *at;
        best_rank = rank;
        if (rank == 0) break;
    }
    return best;
}

QTreeWidgetItem* PartsShelf::next_entry(QTreeWidgetItem* from, int step) const {
    QTreeWidgetItem* item = from;
    do item = step > 0 ? m_tree->itemBelow(item) : m_tree->itemAbove(item);
    while (item && !entry_of(item));
    return item;
}

void PartsShelf::select(QTreeWidgetItem* item) {
    if (!item) return;
    m_tree->setCurrentItem(item);
    m_tree->scrollToItem(item);
}

/// The search keeps the keyboard while the arrows choose.
bool PartsShelf::search_key(QKeyEvent& event) {
    switch (event.key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter: {
        QTreeWidgetItem* chosen = m_tree->selectedItems().isEmpty() ? nullptr : m_tree->currentItem();
        if (!m_search->text().trimmed().isEmpty() && !chosen) chosen = first_entry();
        if (chosen && !chosen->isHidden() && !(chosen->parent() && chosen->parent()->isHidden()))
            activate(chosen);
        return true;
    }
    case Qt::Key_Down:
    case Qt::Key_Up: {
        QTreeWidgetItem* now = m_tree->selectedItems().isEmpty() ? nullptr : m_tree->currentItem();
        select(now ? next_entry(now, event.key() == Qt::Key_Down ? 1 : -1) : first_entry());
        return true;
    }
    case Qt::Key_Escape:
        if (m_search->text().isEmpty()) return false;
        m_search->clear();
        return true;
    default: return false;
    }
}

bool PartsShelf::tree_key(QKeyEvent& event) {
    QTreeWidgetItem* now = m_tree->currentItem();
    switch (event.key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space: activate(now); return true;
    case Qt::Key_F2:
    case Qt::Key_Delete:
        if (const ShelfEntry* entry = entry_of(now);
            entry && entry->what.part.inline_part && m_tree->isEnabled()) {
            const PartRef own = entry->what.part;
            if (event.key() == Qt::Key_F2)
                Q_EMIT edit_requested(own);
            else
                Q_EMIT remove_requested(own);
        }
        return true;
    case Qt::Key_Left:
    case Qt::Key_Right: {
        QTreeWidgetItem* heading = now && now->parent() ? now->parent() : now;
        if (!heading) return false;
        heading->setExpanded(event.key() == Qt::Key_Right);
        if (event.key() == Qt::Key_Left) select(heading);
        return true;
    }
    case Qt::Key_Up:
        if (now && m_tree->itemAbove(now)) return false;
        m_search->setFocus(Qt::OtherFocusReason);
        return true;
    case Qt::Key_Escape:
        if (m_search->text().isEmpty()) return false;
        m_search->clear();
        return true;
    default: break;
    }
    // Letters go to the search, which finds more than a list's own jump to the first letter.
    const bool plain = !(event.modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier));
    if (!plain || event.text().isEmpty() || !event.text().at(0).isPrint()) return false;
    m_search->setFocus(Qt::OtherFocusReason);
    m_search->setText(m_search->text() + event.text());
    return true;
}

bool PartsShelf::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::KeyPress) {
        auto& key = static_cast<QKeyEvent&>(*event);
        if (watched == m_search && search_key(key)) return true;
        if (watched == m_tree && tree_key(key)) return true;
    }
    // The window's own keys (Del removes what is drawn, letters choose tools) are not meant while a part is
    // chosen.
    if (watched == m_tree && event->type() == QEvent::ShortcutOverride) {
        auto& key = static_cast<QKeyEvent&>(*event);
        const bool plain = !(key.modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier));
        if (plain && (key.key() == Qt::Key_Delete || key.key() == Qt::Key_F2 ||
                      (!key.text().isEmpty() && key.text().at(0).isPrint()))) {
            key.accept();
            return true;
        }
    }
    if (watched == m_tree && event->type() == QEvent::ContextMenu) {
        const auto& menu = static_cast<QContextMenuEvent&>(*event);
        const bool by_mouse = menu.reason() == QContextMenuEvent::Mouse;
        QTreeWidgetItem* item = by_mouse ? m_tree->itemAt(m_tree->viewport()->mapFrom(m_tree, menu.pos()))
                                         : m_tree->currentItem();
        if (item)
            offer(item, by_mouse ? menu.globalPos()
                                 : m_tree->viewport()->mapToGlobal(m_tree->visualItemRect(item).center()));
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace roofrack
