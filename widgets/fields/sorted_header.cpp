// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/fields/sorted_header.h"

#include "widgets/theme/text_scale.h"

#include <QAbstractItemView>
#include <QStyleOptionHeader>

#include <algorithm>

namespace roofrack {

SortedHeader::SortedHeader(QWidget* parent)
    : QHeaderView(Qt::Horizontal, parent) {
    setSectionsClickable(true);
    setHighlightSections(false);
}

int SortedHeader::needed_width(int section) const {
    const int margins = 2 * at_text_scale(8); // as the style pads a heading
    const QString name = model()->headerData(section, Qt::Horizontal).toString();
    const auto* view = qobject_cast<const QAbstractItemView*>(parentWidget());
    const int cells = view ? view->sizeHintForColumn(section) : 0;
    return std::max(cells, fontMetrics().horizontalAdvance(name + QStringLiteral(" ↓")) + margins);
}

void SortedHeader::initStyleOptionForIndex(QStyleOptionHeader* option, int section) const {
    QHeaderView::initStyleOptionForIndex(option, section);
    if (option->sortIndicator == QStyleOptionHeader::None) return;
    option->sortIndicator = QStyleOptionHeader::None;
    option->text += sortIndicatorOrder() == Qt::AscendingOrder ? QStringLiteral(" ↑") : QStringLiteral(" ↓");
}

} // namespace roofrack
