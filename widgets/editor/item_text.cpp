// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/item_text.h"

#include <QCoreApplication>

namespace roofrack {
namespace {

QString translated(const char* text) { return QCoreApplication::translate("Items", text); }

} // namespace

QString kind_title(ElementKind kind) {
    switch (kind) {
    case ElementKind::site: return translated("Site");
    case ElementKind::room: return translated("Room");
    case ElementKind::row: return translated("Row");
    case ElementKind::pod: return translated("Pod");
    case ElementKind::rack: return translated("Rack");
    case ElementKind::server: return translated("Server");
    case ElementKind::switch_: return translated("Switch");
    case ElementKind::storage: return translated("Storage");
    case ElementKind::feed: return translated("Feed");
    case ElementKind::cooling: return translated("Cooling");
    case ElementKind::note: return translated("Note");
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

QString title_of(const std::vector<std::string>& ids, const Cluster& cluster) {
    if (ids.size() != 1)
        return QCoreApplication::translate("Items", "%n item(s)", nullptr, static_cast<int>(ids.size()))
            .replace(QLatin1String("(s)"), QLatin1String(ids.size() == 1 ? "" : "s"));
    if (const Element* element = cluster.find(ids[0])) return title_of(*element);
    if (const Link* link = cluster.find_link(ids[0])) return title_of(*link, cluster);
    return QString::fromStdString(ids[0]);
}

} // namespace roofrack
