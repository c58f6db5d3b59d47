// SPDX-License-Identifier: GPL-3.0-or-later
#include "palette/parts_shelf.h"

#include "canvas/part_mime.h"
#include "fields/text.h"
#include "inspector/part_text.h"

#include <QLineEdit>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <array>

namespace roofrack {

namespace {

constexpr int kind_role = Qt::UserRole, part_role = Qt::UserRole + 1;

struct Group {
    const char* title;
    ElementKind kind;
    std::optional<PartKind> part;
};
constexpr std::array groups = {
    Group{QT_TRANSLATE_NOOP("roofrack::PartsShelf", "Servers"), ElementKind::server, PartKind::server},
    Group{QT_TRANSLATE_NOOP("roofrack::PartsShelf", "Switches"), ElementKind::switch_, PartKind::switch_},
    Group{QT_TRANSLATE_NOOP("roofrack::PartsShelf", "Storage"), ElementKind::storage, PartKind::storage},
    Group{QT_TRANSLATE_NOOP("roofrack::PartsShelf", "Power feeds"), ElementKind::feed, PartKind::feed},
    Group{QT_TRANSLATE_NOOP("roofrack::PartsShelf", "Cooling"), ElementKind::cooling, PartKind::cooling},
    Group{QT_TRANSLATE_NOOP("roofrack::PartsShelf", "Racks"), ElementKind::rack, PartKind::rack},
};
constexpr std::array containers = {ElementKind::pod, ElementKind::row, ElementKind::room, ElementKind::site,
                                   ElementKind::note};

/// Its parts can be dragged onto the canvas.
class PartsTree : public QTreeWidget {
public:
    using QTreeWidget::QTreeWidget;

protected:
    QMimeData* mimeData(const QList<QTreeWidgetItem*>& items) const override {
        if (items.isEmpty() || !items.first()->parent()) return nullptr;
        const QTreeWidgetItem& item = *items.first();
        return part_mime({static_cast<ElementKind>(item.data(0, kind_role).toInt()),
                          item.data(0, part_role).toString().toStdString()})
            .release();
    }
};

QTreeWidgetItem* add_leaf(QTreeWidgetItem* group, const QString& label, ElementKind kind,
                          const QString& part) {
    auto* item = new QTreeWidgetItem(group, {label});
    item->setData(0, kind_role, static_cast<int>(kind));
    item->setData(0, part_role, part);
    return item;
}

} // namespace

PartsShelf::PartsShelf(const Catalog& catalog, QWidget* parent)
    : QWidget(parent)
    , m_filter(new QLineEdit(this))
    , m_tree(new PartsTree(this)) {
    setObjectName(QStringLiteral("panel"));
    setAttribute(Qt::WA_StyledBackground);
    m_filter->setPlaceholderText(tr("Filter parts"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setAccessibleName(tr("Filter parts"));
    m_tree->setHeaderHidden(true);
    m_tree->setDragEnabled(true);
    m_tree->setDragDropMode(QAbstractItemView::DragOnly);
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setIndentation(12);
    m_tree->setAccessibleName(tr("Parts"));
    m_tree->setToolTip(tr("Drag a part onto the drawing (with Shift ten of it), or double-click it"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 0, 8, 0);
    column->setSpacing(8);
    column->addWidget(m_filter);
    column->addWidget(m_tree);

    for (const Group& group : groups) {
        auto* heading = new QTreeWidgetItem(m_tree, {tr(group.title)});
        heading->setFlags(Qt::ItemIsEnabled);
        for (const Part& part : catalog.parts())
            if (part.kind == group.part)
                add_leaf(heading, to_qt(part.name), group.kind, to_qt(part.id))
                    ->setToolTip(0, part_tooltip(part));
        heading->setExpanded(group.kind == ElementKind::server || group.kind == ElementKind::switch_);
        heading->setHidden(heading->childCount() == 0);
    }
    auto* heading = new QTreeWidgetItem(m_tree, {tr("Containers and notes")});
    heading->setFlags(Qt::ItemIsEnabled);
    for (const ElementKind kind : containers) add_leaf(heading, title_of(kind), kind, {});

    connect(m_filter, &QLineEdit::textChanged, this, &PartsShelf::filter);
    connect(m_tree, &QTreeWidget::itemActivated, this, [this](QTreeWidgetItem* item) { request(item); });
}

void PartsShelf::set_enabled_for_editing(bool enabled) { m_tree->setEnabled(enabled); }

void PartsShelf::filter(const QString& text) {
    for (int i = 0; i < m_tree->topLevelItemCount(); ++i) {
        QTreeWidgetItem* group = m_tree->topLevelItem(i);
        bool any = false;
        for (int k = 0; k < group->childCount(); ++k) {
            QTreeWidgetItem* item = group->child(k);
            const bool matches = item->text(0).contains(text, Qt::CaseInsensitive) ||
                                 item->data(0, part_role).toString().contains(text, Qt::CaseInsensitive) ||
                                 group->text(0).contains(text, Qt::CaseInsensitive);
            item->setHidden(!matches);
            any |= matches;
        }
        group->setHidden(!any);
        if (any && !text.isEmpty()) group->setExpanded(true);
    }
}

void PartsShelf::request(const QTreeWidgetItem* item) {
    if (!item->parent()) return;
    Q_EMIT place_requested(static_cast<ElementKind>(item->data(0, kind_role).toInt()),
                           item->data(0, part_role).toString().toStdString());
}

} // namespace roofrack
