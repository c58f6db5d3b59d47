// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/fields/flow_layout.h"

#include <QWidget>

#include <algorithm>

namespace roofrack {

FlowLayout::FlowLayout(QWidget* parent, int across, int down)
    : QLayout(parent)
    , m_across(across)
    , m_down(down) {}

FlowLayout::~FlowLayout() {
    for (QLayoutItem* item : m_items) delete item;
}

QLayoutItem* FlowLayout::itemAt(int index) const {
    return index >= 0 && index < count() ? m_items[static_cast<size_t>(index)] : nullptr;
}

QLayoutItem* FlowLayout::takeAt(int index) {
    QLayoutItem* item = itemAt(index);
    if (item) m_items.erase(m_items.begin() + index);
    return item;
}

QSize FlowLayout::minimumSize() const {
    QSize size;
    for (const QLayoutItem* item : m_items) size = size.expandedTo(item->minimumSize());
    const QMargins margins = contentsMargins();
    return size + QSize(margins.left() + margins.right(), margins.top() + margins.bottom());
}

void FlowLayout::setGeometry(const QRect& rect) {
    QLayout::setGeometry(rect);
    place(rect, true);
}

int FlowLayout::place(const QRect& rect, bool move) const {
    const QRect room = rect.marginsRemoved(contentsMargins());
    int x = room.left(), y = room.top(), row = 0;
    for (QLayoutItem* item : m_items) {
        if (item->isEmpty()) continue;
        const QSize size = item->sizeHint();
        if (x > room.left() && x + size.width() > room.left() + room.width()) {
            x = room.left();
            y += row + m_down;
            row = 0;
        }
        if (move) item->setGeometry(QRect(QPoint(x, y), size));
        x += size.width() + m_across;
        row = std::max(row, size.height());
    }
    return y + row - rect.top() + contentsMargins().bottom();
}

} // namespace roofrack
