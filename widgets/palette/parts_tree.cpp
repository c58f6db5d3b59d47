// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/palette/parts_tree.h"

#include "widgets/canvas/edits/part_mime.h"
#include "widgets/palette/part_icon.h"
#include "widgets/palette/shelf_entries.h"

#include <QDrag>
#include <QResizeEvent>

namespace roofrack {

const ShelfEntry* entry_of(const QTreeWidgetItem* item) {
    if (!item) return nullptr;
    return static_cast<const ShelfEntry*>(item->data(0, ShelfDelegate::entry_role).value<const void*>());
}

PartsTree::PartsTree(const Catalog& catalog, const Theme& theme, ShelfDelegate& delegate, QWidget* parent)
    : QTreeWidget(parent)
    , m_catalog(catalog)
    , m_theme(theme)
    , m_delegate(delegate) {
    setItemDelegate(&delegate);
}

void PartsTree::resizeEvent(QResizeEvent* event) {
    QTreeWidget::resizeEvent(event);
    if (m_delegate.set_width(viewport()->width())) scheduleDelayedItemsLayout();
}

void PartsTree::startDrag(Qt::DropActions) {
    const ShelfEntry* entry = entry_of(currentItem());
    if (!entry || !entry->may_be_placed) return;
    auto* drag = new QDrag(this); // deletes itself
    drag->setMimeData(part_mime(entry->what, m_catalog).release());
    drag->setPixmap(part_pixmap(entry->icon, m_theme.secondary, m_theme.accent, devicePixelRatioF()));
    drag->setHotSpot({-8, -8}); // beside the pointer: the canvas draws the thing under it
    drag->exec(Qt::CopyAction);
}

} // namespace roofrack
