// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "catalog/catalog.h"
#include "cluster/cluster.h"

#include <QWidget>

class QLineEdit;
class QTreeWidget;
class QTreeWidgetItem;

namespace roofrack {

/// What can be placed: the catalogue's parts by kind, and empty containers. A filter narrows it; Enter or a
/// double click asks for the thing to be placed.
class PartsShelf : public QWidget {
    Q_OBJECT

public:
    explicit PartsShelf(const Catalog& catalog, QWidget* parent = nullptr);

    void set_enabled_for_editing(bool enabled);

Q_SIGNALS:
    /// `part_id` is empty for a container without a part.
    void place_requested(roofrack::ElementKind kind, const std::string& part_id);

private:
    void filter(const QString& text);
    void request(const QTreeWidgetItem* item);

    QLineEdit* m_filter;
    QTreeWidget* m_tree;
};

} // namespace roofrack
