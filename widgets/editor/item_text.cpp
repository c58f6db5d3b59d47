// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/item_text.h"

#include "widgets/editor/item_index.h"
#include "widgets/fields/text.h"

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
    if (!element.name.empty()) return to_qt(element.name);
    if (element.kind == ElementKind::note) return kind_title(element.kind);
    return kind_title(element.kind) + QLatin1Char(' ') + to_qt(element.id);
}

QString title_of(const Link& link, const Cluster& cluster) {
    auto end = [&](const std::string& id) {
        const Element* element = cluster.find(id);
        return element ? title_of(*element) : to_qt(id);
    };
    return end(link.from) + QStringLiteral(" – ") + end(link.to);
}

QString counted(ElementKind kind, size_t count) {
    if (count == 1) return ItemsWords::tr("1 %1").arg(in_sentence(kind_title(kind)));
    const QString text = [kind] {
        switch (kind) {
        case ElementKind::site: return ItemsWords::tr("%1 sites");
        case ElementKind::room: return ItemsWords::tr("%1 rooms");
        case ElementKind::row: return ItemsWords::tr("%1 rows");
        case ElementKind::pod: return ItemsWords::tr("%1 pods");
        case ElementKind::rack: return ItemsWords::tr("%1 racks");
        case ElementKind::server: return ItemsWords::tr("%1 servers");
        case ElementKind::switch_: return ItemsWords::tr("%1 switches");
        case ElementKind::storage: return ItemsWords::tr("%1 storage systems");
        case ElementKind::feed: return ItemsWords::tr("%1 feeds");
        case ElementKind::cooling: return ItemsWords::tr("%1 cooling units");
        case ElementKind::note: return ItemsWords::tr("%1 notes");
        }
        return ItemsWords::tr("%1 items");
    }();
    return text.arg(count);
}

QString title_of(const std::vector<std::string>& ids, const Cluster& cluster) {
    const ItemIndex elements(cluster.elements, ids.size());
    const ItemIndex links(cluster.links, ids.size());
    if (ids.size() == 1) {
        if (const Element* element = elements.find(ids[0])) return title_of(*element);
        if (const Link* link = links.find(ids[0])) return title_of(*link, cluster);
        return to_qt(ids[0]);
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
