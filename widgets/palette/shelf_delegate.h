// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/palette/shelf_entries.h"
#include "widgets/theme/theme.h"

#include <QStyledItemDelegate>

namespace roofrack {

/// Paints the rows of the parts shelf: headings, entries as boxes with icon, name and figures, and "more".
/// Wide shelves have the figures at the right, narrow ones below the name.
class ShelfDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    enum class Row { heading, entry, more };
    static constexpr int row_role = Qt::UserRole, entry_role = Qt::UserRole + 1;

    explicit ShelfDelegate(QObject* parent = nullptr);

    void set_theme(const Theme& theme) { m_theme = theme; }
    /// True when the layout of the rows changed with it.
    bool set_width(int width);
    bool is_wide() const { return m_wide; }

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    void paint_heading(QPainter& painter, const QStyleOptionViewItem& option, const QString& text) const;
    void paint_entry(QPainter& painter, const QStyleOptionViewItem& option, const ShelfEntry& entry) const;
    void paint_more(QPainter& painter, const QStyleOptionViewItem& option, const QString& text) const;

    Theme m_theme;
    bool m_wide = false;
};

} // namespace roofrack
