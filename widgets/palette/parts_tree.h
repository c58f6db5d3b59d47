// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/palette/shelf_delegate.h"
#include "widgets/theme/theme.h"

#include <QTreeWidget>

namespace roofrack {

class Catalog;
struct ShelfEntry;

/// The entry of an item; nullptr for a heading.
const ShelfEntry* entry_of(const QTreeWidgetItem* item);

/// Its entries can be dragged onto the canvas, by their whole box.
class PartsTree : public QTreeWidget {
public:
    PartsTree(const Catalog& catalog, const Theme& theme, ShelfDelegate& delegate, QWidget* parent);
    void set_theme(const Theme& theme) { m_theme = theme; }

protected:
    void resizeEvent(QResizeEvent* event) override;
    void startDrag(Qt::DropActions actions) override;

private:
    const Catalog& m_catalog;
    Theme m_theme;
    ShelfDelegate& m_delegate;
};

} // namespace roofrack
