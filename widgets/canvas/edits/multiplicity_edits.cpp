// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/edits/multiplicity_edits.h"

#include "core/drawing/multiplicity/merge.h"
#include "core/drawing/multiplicity/pieces.h"
#include "core/drawing/multiplicity/split.h"
#include "widgets/canvas/edits/free_place.h"
#include "widgets/editor/commands/set_scenario.h"
#include "widgets/editor/document.h"
#include "widgets/editor/fragment.h"
#include "widgets/editor/item_text.h"

#include <QCoreApplication>

#include <algorithm>

namespace roofrack {
namespace {

constexpr double gap = 24; ///< between a group and what was split from it

struct MultiplicityWords {
    Q_DECLARE_TR_FUNCTIONS(Multiplicity)
};

/// Puts each copy with its contents beside its original.
void place_pieces(SplitResult& split, const Diagram& drawing) {
    std::map<std::string, QSizeF> sizes;
    FreePlace room(split.cluster, drawing, drawing.bounds());
    for (const SplitPiece& piece : split.pieces) {
        const Element& from = *split.cluster.find(piece.from);
        Element& copy = *split.cluster.find(piece.id);
        QSizeF size = sizes[piece.from];
        if (size.isEmpty()) {
            const DrawnElement* drawn = drawing.find(piece.from);
            if (!drawn || drawn->id != piece.from) continue; // in a rack's slot
            size = drawn->rect.size();
        }
        sizes[piece.from] = sizes[piece.id] = size;
        const QRectF wanted(QPointF(from.position.x + size.width() + gap, from.position.y), size);
        const QRectF free = room.near(wanted, copy.kind, copy.count, copy.parent);
        DrawnElement standing;
        standing.id = copy.id;
        standing.kind = copy.kind;
        standing.rect = free;
        standing.count = copy.count;
        room.add(standing, copy.parent);
        const Position delta{free.x() - copy.position.x, free.y() - copy.position.y};
        for (const std::string& id : with_contents(split.cluster, {copy.id})) {
            Element& inside = *split.cluster.find(id);
            inside.position = {inside.position.x + delta.x, inside.position.y + delta.y};
        }
    }
}

/// Why more than was asked for was split.
Told companions(const SplitResult& split) {
    QStringList names;
    for (const SplitPiece& piece : split.pieces)
        if (const Element* element = split.cluster.find(piece.id); element && piece.id != split.id)
            if (!names.contains(title_of(*element))) names << title_of(*element);
    if (names.isEmpty() || names.size() > 8) return {};
    return MultiplicityWords::tr(
               "%1 stands apart now, and with it what shares its place and its switches: %2.")
        .arg(title_of(*split.cluster.find(split.id)), names.join(QStringLiteral(", ")));
}

Result<Told> perform(Document& document, const Diagram& drawing, SplitResult split, const QString& step) {
    if (!drawing.is_automatic()) place_pieces(split, drawing);
    const Told told = companions(split);
    Scenario changed = document.scenario();
    changed.cluster = std::move(split.cluster);
    document.end_gesture();
    if (document.perform<SetScenario>(std::move(changed), step)) document.selection().set_one(split.id);
    return told;
}

} // namespace

bool may_split(const Document& document, const std::string& id) {
    const Element* element = document.cluster().find(id);
    return element && element->kind != ElementKind::note && element->kind != ElementKind::cooling &&
           document.cluster().instances(*element) > 1;
}

Result<Told> split_off(Document& document, const Diagram& drawing, const std::string& id, int n) {
    auto result = split(document.cluster(), document.catalog(), id, n);
    if (!result) return tl::unexpected(result.error());
    const Element& element = *document.cluster().find(id);
    const QString group = QStringLiteral("%1 × %2")
                              .arg(title_of(element))
                              .arg(static_cast<qint64>(
                                  element.count > 1 ? element.count : document.cluster().instances(element)));
    const QString step = n == 1 ? MultiplicityWords::tr("Split one of %1").arg(group)
                                : MultiplicityWords::tr("Split %1 of %2").arg(n).arg(group);
    return perform(document, drawing, std::move(*result), step);
}

Result<Told> expand_all(Document& document, const Diagram& drawing, const std::string& id) {
    auto result = expand(document.cluster(), document.catalog(), id);
    if (!result) return tl::unexpected(result.error());
    const QString title = title_of(*document.cluster().find(id));
    return perform(document, drawing, std::move(*result), MultiplicityWords::tr("Expand %1").arg(title));
}

Result<Told> merge_selection(Document& document) {
    const Cluster& cluster = document.cluster();
    std::vector<std::string> ids;
    for (const std::string& id : document.selection().ids())
        if (cluster.find(id)) ids.push_back(id);
    if (ids.size() == 1) {
        const std::string stem =
            split_origin(cluster, ids[0]).empty() ? ids[0] : split_origin(cluster, ids[0]);
        const Element& one = *cluster.find(ids[0]);
        for (const Element& other : cluster.elements)
            if (other.id != ids[0] && other.parent == one.parent && other.kind == one.kind &&
                (other.id == stem || split_origin(cluster, other.id) == stem))
                ids.push_back(other.id);
        if (ids.size() == 1)
            return fail(
                ids[0],
                MultiplicityWords::tr("%1 was not split from anything").arg(title_of(one)).toStdString(),
                MultiplicityWords::tr("select two or more that are equal").toStdString());
    }
    Scenario changed = document.scenario();
    QString step = MultiplicityWords::tr("Merge what is equal");
    std::vector<MergedGroup> groups;
    if (ids.empty()) {
        MergeResult merged = merge_equal(cluster, document.catalog());
        if (merged.groups.empty())
            return fail({}, MultiplicityWords::tr("No two elements of the drawing are equal").toStdString());
        groups = std::move(merged.groups);
        changed.cluster = std::move(merged.cluster);
    } else {
        auto merged = merge(cluster, document.catalog(), ids);
        if (!merged) return tl::unexpected(merged.error());
        step = ids.size() == 2 ? MultiplicityWords::tr("Merge %1 and %2")
                                     .arg(title_of(*cluster.find(ids[0])), title_of(*cluster.find(ids[1])))
                               : MultiplicityWords::tr("Merge %1").arg(title_of(ids, cluster));
        groups = std::move(merged->groups);
        changed.cluster = std::move(merged->cluster);
    }
    std::vector<std::string> kept;
    QStringList counts;
    for (const MergedGroup& group : groups) {
        const Element* stays = changed.cluster.find(group.id);
        if (!stays) continue; // it went along when what it stands in was merged
        kept.push_back(group.id);
        counts << QStringLiteral("%1 × %2").arg(title_of(*stays)).arg(stays->count);
    }
    document.end_gesture();
    if (document.perform<SetScenario>(std::move(changed), step)) document.selection().set(kept);
    return MultiplicityWords::tr("Merged: %1.").arg(counts.join(QStringLiteral(", ")));
}

} // namespace roofrack
