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
    struct Placed {
        QLayoutItem* item;
        int x;
        QSize size;
    };
    std::vector<Placed> row;
    int x = room.left(), y = room.top(), high = 0;
    const auto end_row = [&] {
        if (move)
            for (const Placed& each : row)
                each.item->setGeometry(QRect(QPoint(each.x, y + (high - each.size.height()) / 2), each.size));
        row.clear();
        x = room.left();
        y += high;
        high = 0;
    };
    for (QLayoutItem* item : m_items) {
        if (item->isEmpty()) continue;
        const QSize size = item->sizeHint();
        if (!row.empty() && x + size.width() > room.left() + room.width()) {
            end_row();
            y += m_down;
        }
        row.push_back({item, x, size});
        x += size.width() + m_across;
        high = std::max(high, size.height());
    }
    end_row();
    return y - rect.top() + contentsMargins().bottom();
}

} // namespace roofrack
