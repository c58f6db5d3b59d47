// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/find_items.h"

#include "core/base/catalog/catalog.h"
#include "widgets/editor/item_index.h"
#include "widgets/editor/item_text.h"

#include <QStringList>

#include <algorithm>

namespace roofrack {
namespace {

void append(QString& text, const std::string& more) {
    if (!more.empty()) text += QLatin1Char('\n') + QString::fromStdString(more);
}

void append_part(QString& text, const std::string& id, const Catalog& catalog) {
    append(text, id);
    if (id.empty()) return;
    if (const Part* part = catalog.part(id)) append(text, part->name);
}

} // namespace

std::vector<std::string> find_items(const Cluster& cluster, const Catalog& catalog, const QString& wanted) {
    std::vector<std::string> found;
    const QStringList words = wanted.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    if (words.isEmpty()) return found;
    const auto matches = [&](const QString& text) {
        return std::all_of(words.begin(), words.end(),
                           [&](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
    };
    for (const Element& element : cluster.elements) {
        QString text = kind_title(element.kind);
        append(text, element.id);
        append(text, element.name);
        append(text, element.text);
        append_part(text, element.part.id, catalog);
        if (element.part.inline_part) append(text, element.part.inline_part->name);
        if (matches(text)) found.push_back(element.id);
    }
    const ItemIndex index(cluster.elements, cluster.links.size());
    for (const Link& link : cluster.links) {
        QString text = QStringLiteral("link");
        append(text, link.id);
        for (const std::string& end : {link.from, link.to})
            if (const Element* element = index.find(end)) text += QLatin1Char('\n') + title_of(*element);
        append_part(text, link.cable, catalog);
        if (matches(text)) found.push_back(link.id);
    }
    return found;
}

} // namespace roofrack
