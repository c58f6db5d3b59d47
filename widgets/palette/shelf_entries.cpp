// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/palette/shelf_entries.h"

#include "core/base/catalog/catalog.h"
#include "core/base/catalog/key_values.h"
#include "core/base/model/cluster.h"
#include "core/drawing/own_accelerator.h"
#include "widgets/editor/item_text.h"
#include "widgets/fields/text.h"
#include "widgets/inspector/part_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace roofrack {
namespace {

struct PartsShelfWords {
    Q_DECLARE_TR_FUNCTIONS(roofrack::PartsShelf)
};

/// What most drawings are made of, in the order shown; the rest of the catalogue is behind "more" and in the
/// search.
constexpr std::array usual_parts = {
    "dgx-h100",        "hgx-h100-roce",   "dgx-b200",      "gb200-nvl72",      "dgx-a100",
    "mi300x-8",        "qm9700",          "sn5600",        "tomahawk4-64x400", "arista-7800r3",
    "flash-appliance", "parallel-fs-1pb", "feed-415v-60a", "crah-120kw",       "cdu-1mw",
    "rdhx-motivair",   "rack-48u",
};

size_t rank_of(const std::string& id) {
    return static_cast<size_t>(std::ranges::find(usual_parts, std::string_view(id)) - usual_parts.begin());
}

/// For comparing: no spaces, and the times sign as people type it.
QString compact(QString text) {
    text.remove(QLatin1Char(' '));
    return text.replace(QChar(0x00d7), QLatin1Char('x'));
}

/// The drawn kind that is made of parts of a kind.
std::optional<ElementKind> element_kind_for(PartKind kind) {
    for (const ElementKind element : {ElementKind::rack, ElementKind::server, ElementKind::switch_,
                                      ElementKind::storage, ElementKind::feed, ElementKind::cooling})
        if (part_kind_of(element) == kind) return element;
    return std::nullopt;
}

ShelfEntry entry_of(ElementKind kind, const Part& part, const Catalog& catalog) {
    ShelfEntry entry;
    entry.what.kind = kind;
    entry.what.part.id = part.id;
    entry.name = to_qt(part.name);
    entry.figures = to_qt(key_values(part, catalog));
    if (entry.figures.isEmpty()) entry.figures = QStringLiteral("no figure is published");
    entry.rich_tip = part_rich_tip(part);
    entry.icon = PartIcon::of(kind, &part);
    entry.usual = rank_of(part.id) < usual_parts.size();
    QStringList words = {entry.name, to_qt(part.id), to_qt(part.vendor), entry.figures};
    for (const auto& [key, text] : part.text) words << to_qt(text);
    const auto add_names = [&](const Part& named) {
        for (const std::string& alias : catalog.aliases(named)) words << to_qt(alias);
    };
    add_names(part);
    if (const Part* gpu = part.kind == PartKind::server ? named_accelerator(part, catalog) : nullptr) {
        words << to_qt(gpu->name);
        add_names(*gpu);
    }
    entry.words = words.join(QLatin1Char(' '));
    return entry;
}

ShelfEntry container_entry(ElementKind kind, const char* holds) {
    ShelfEntry entry;
    entry.what.kind = kind;
    entry.name = kind_title(kind);
    entry.figures = PartsShelfWords::tr(holds);
    entry.icon = PartIcon::of(kind, nullptr);
    entry.usual = true;
    entry.words = entry.name + QLatin1Char(' ') + entry.figures;
    return entry;
}

void finish(ShelfGroup& group) {
    std::stable_sort(group.entries.begin(), group.entries.end(),
                     [](const ShelfEntry& a, const ShelfEntry& b) {
                         const auto place = [](const ShelfEntry& entry) {
                             return entry.what.part.id.empty() && entry.usual ? usual_parts.size()
                                    : entry.usual                             ? rank_of(entry.what.part.id)
                                                                              : usual_parts.size() + 1;
                         };
                         return place(a) < place(b);
                     });
    for (ShelfEntry& entry : group.entries) {
        entry.words = (entry.words + QLatin1Char(' ') + group.title).toLower();
        entry.words += QLatin1Char(' ') + compact(entry.figures.toLower());
    }
}

} // namespace

bool ShelfEntry::matches(const QString& search) const {
    const QStringList wanted = search.toLower().split(QLatin1Char(' '), Qt::SkipEmptyParts);
    return std::ranges::all_of(wanted, [this](const QString& word) {
        return words.contains(word) || words.contains(compact(word));
    });
}

int ShelfEntry::rank(const QString& search) const {
    const auto starts = [&](qsizetype at) { return at == 0 || !name[at - 1].isLetterOrNumber(); };
    const qsizetype at = name.indexOf(search, 0, Qt::CaseInsensitive);
    if (at < 0) return 3;
    return at == 0 ? 0 : starts(at) ? 1 : 2;
}

ShelfGroup own_group(const std::vector<OwnPart>& own, const Catalog& catalog) {
    ShelfGroup group;
    group.title = PartsShelfWords::tr("This project");
    for (const OwnPart& one : own) {
        const PartKind part_kind = one.part.inline_part->kind;
        const auto kind = element_kind_for(part_kind);
        ShelfEntry entry = entry_of(
            kind.value_or(part_kind == PartKind::accelerator ? ElementKind::server : ElementKind::switch_),
            *one.part.inline_part, catalog);
        entry.may_be_placed = kind.has_value();
        entry.words += QLatin1Char(' ') + to_qt(name_of(part_kind));
        entry.what.part = one.part;
        entry.usual = true;
        const size_t changed = changed_figures(one.part, catalog).size();
        const QString base = one.part.base.empty() ? QString() : to_qt(one.part.base);
        QString origin = base.isEmpty()
                             ? PartsShelfWords::tr("The project's own")
                             : PartsShelfWords::tr(
                                   QT_TRANSLATE_NOOP("roofrack::PartsShelf", "From %1, %2 figures changed"))
                                   .arg(base)
                                   .arg(changed);
        origin += QStringLiteral(" · ") + (one.uses == 0 ? PartsShelfWords::tr("not used")
                                                         : PartsShelfWords::tr("used by %1").arg(one.uses));
        entry.rich_tip += QStringLiteral("<p>%1</p>").arg(origin.toHtmlEscaped());
        entry.words += QLatin1Char(' ') + base;
        group.entries.push_back(std::move(entry));
    }
    finish(group);
    return group;
}

std::vector<ShelfGroup> shelf_groups(const Catalog& catalog) {
    struct Source {
        PartKind part;
        ElementKind kind;
    };
    const auto group = [&](const char* title, std::initializer_list<Source> sources) {
        ShelfGroup made;
        made.title = PartsShelfWords::tr(title);
        for (const Source& source : sources)
            for (const Part& part : catalog.parts())
                if (part.kind == source.part) made.entries.push_back(entry_of(source.kind, part, catalog));
        return made;
    };
    std::vector<ShelfGroup> groups = {
        group(QT_TRANSLATE_NOOP("roofrack::PartsShelf", "Servers"),
              {{PartKind::server, ElementKind::server}}),
        group(QT_TRANSLATE_NOOP("roofrack::PartsShelf", "Network"),
              {{PartKind::switch_, ElementKind::switch_}}),
        group(QT_TRANSLATE_NOOP("roofrack::PartsShelf", "Storage"),
              {{PartKind::storage, ElementKind::storage}}),
        group(QT_TRANSLATE_NOOP("roofrack::PartsShelf", "Power and cooling"),
              {{PartKind::feed, ElementKind::feed}, {PartKind::cooling, ElementKind::cooling}}),
        group(QT_TRANSLATE_NOOP("roofrack::PartsShelf", "Containers and notes"),
              {{PartKind::rack, ElementKind::rack}}),
    };
    std::vector<ShelfEntry>& containers = groups.back().entries;
    containers.push_back(container_entry(
        ElementKind::pod, QT_TRANSLATE_NOOP("roofrack::PartsShelf", "racks that belong together")));
    containers.push_back(container_entry(
        ElementKind::row, QT_TRANSLATE_NOOP("roofrack::PartsShelf", "pods and racks in a line")));
    containers.push_back(container_entry(
        ElementKind::room, QT_TRANSLATE_NOOP("roofrack::PartsShelf", "one air volume, rows inside")));
    containers.push_back(container_entry(
        ElementKind::site, QT_TRANSLATE_NOOP("roofrack::PartsShelf", "rooms and their supply")));
    containers.push_back(container_entry(
        ElementKind::note, QT_TRANSLATE_NOOP("roofrack::PartsShelf", "text beside the drawing")));
    for (ShelfGroup& made : groups) finish(made);
    std::erase_if(groups, [](const ShelfGroup& made) { return made.entries.empty(); });
    return groups;
}

} // namespace roofrack
