// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/fields/sorted_header.h"

#include <QStyleOptionHeader>

namespace roofrack {

SortedHeader::SortedHeader(QWidget* parent)
    : QHeaderView(Qt::Horizontal, parent) {
    setSectionsClickable(true);
    setHighlightSections(false);
}

void SortedHeader::initStyleOptionForIndex(QStyleOptionHeader* option, int section) const {
    QHeaderView::initStyleOptionForIndex(option, section);
    if (option->sortIndicator == QStyleOptionHeader::None) return;
    option->sortIndicator = QStyleOptionHeader::None;
    option->text += sortIndicatorOrder() == Qt::AscendingOrder ? QStringLiteral(" ↑") : QStringLiteral(" ↓");
}

} // namespace roofrack
