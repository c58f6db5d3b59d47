// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/item_text.h"

#include "widgets/editor/item_index.h"

#include <QCoreApplication>

#include <optional>

namespace roofrack {
namespace {

struct ItemsWords {
    Q_DECLARE_TR_FUNCTIONS(Items)
};

} // namespace

QString kind_title(ElementKind kind) {
    switch (kind) {
    case ElementKind::site: return ItemsWords::tr("Site");
    case ElementKind::room: return ItemsWords::tr("Room");
    case ElementKind::row: return ItemsWords::tr("Row");
    case ElementKind::pod: return ItemsWords::tr("Pod");
    case ElementKind::rack: return ItemsWords::tr("Rack");
    case ElementKind::server: return ItemsWords::tr("Server");
    case ElementKind::switch_: return ItemsWords::tr("Switch");
    case ElementKind::storage: return ItemsWords::tr("Storage");
    case ElementKind::feed: return ItemsWords::tr("Feed");
    case ElementKind::cooling: return ItemsWords::tr("Cooling");
    case ElementKind::note: return ItemsWords::tr("Note");
    }
    return {};
}

QString title_of(const Element& element) {
    if (!element.name.empty()) return QString::fromStdString(element.name);
    if (element.kind == ElementKind::note) return kind_title(element.kind);
    return kind_title(element.kind) + QLatin1Char(' ') + QString::fromStdString(element.id);
}

QString title_of(const Link& link, const Cluster& cluster) {
    auto end = [&](const std::string& id) {
        const Element* element = cluster.find(id);
        return element ? title_of(*element) : QString::fromStdString(id);
    };
    return end(link.from) + QStringLiteral(" – ") + end(link.to);
}

QString counted(ElementKind kind, size_t count) {
    const char* text = "%1 items";
    switch (kind) {
    case ElementKind::site: text = "%1 sites"; break;
    case ElementKind::room: text = "%1 rooms"; break;
    case ElementKind::row: text = "%1 rows"; break;
    case ElementKind::pod: text = "%1 pods"; break;
    case ElementKind::rack: text = "%1 racks"; break;
    case ElementKind::server: text = "%1 servers"; break;
    case ElementKind::switch_: text = "%1 switches"; break;
    case ElementKind::storage: text = "%1 storage systems"; break;
    case ElementKind::feed: text = "%1 feeds"; break;
    case ElementKind::cooling: text = "%1 cooling units"; break;
    case ElementKind::note: text = "%1 notes"; break;
    }
    return ItemsWords::tr(text).arg(count);
}

QString title_of(const std::vector<std::string>& ids, const Cluster& cluster) {
    const ItemIndex elements(cluster.elements, ids.size());
    const ItemIndex links(cluster.links, ids.size());
    if (ids.size() == 1) {
        if (const Element* element = elements.find(ids[0])) return title_of(*element);
        if (const Link* link = links.find(ids[0])) return title_of(*link, cluster);
        return QString::fromStdString(ids[0]);
    }
    size_t linked = 0;
    std::optional<ElementKind> kind;
    bool is_mixed = ids.empty();
    for (const std::string& id : ids) {
        if (const Element* element = elements.find(id)) {
            is_mixed |= linked > 0 || (kind && *kind != element->kind);
            kind = element->kind;
        } else {
            is_mixed |= kind.has_value() || !links.find(id);
            ++linked;
        }
        if (is_mixed) return ItemsWords::tr("%1 items").arg(ids.size());
    }
    return kind ? counted(*kind, ids.size()) : ItemsWords::tr("%1 links").arg(ids.size());
}

} // namespace roofrack
