// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/commands/search_entries.h"

#include "app/gui/commands/word_search.h"
#include "app/gui/flows/file_flow.h"
#include "app/gui/pages/samples.h"
#include "core/base/catalog/catalog.h"
#include "widgets/canvas/edits/part_mime.h"
#include "widgets/canvas/view/canvas.h"
#include "widgets/editor/document.h"
#include "widgets/editor/item_index.h"
#include "widgets/editor/item_text.h"
#include "widgets/fields/text.h"

#include <algorithm>

namespace roofrack {

namespace {

constexpr size_t most_entries = 40;

std::optional<ElementKind> placed_as(PartKind kind) {
    switch (kind) {
    case PartKind::server: return ElementKind::server;
    case PartKind::switch_: return ElementKind::switch_;
    case PartKind::rack: return ElementKind::rack;
    case PartKind::storage: return ElementKind::storage;
    case PartKind::feed: return ElementKind::feed;
    case PartKind::cooling: return ElementKind::cooling;
    default: return std::nullopt;
    }
}

/// "Go to Rack 17", with what it stands in.
std::vector<CommandSearch::Entry> items(Canvas& canvas, const QString& wanted) {
    const Cluster& cluster = canvas.document().cluster();
    const ItemIndex index(cluster.elements, cluster.elements.size());
    const WantedWords words(wanted);
    std::vector<CommandSearch::Entry> entries;
    for (const Element& element : cluster.elements) {
        if (element.kind == ElementKind::note) continue;
        const QString text = CommandSearch::tr("Go to %1").arg(title_of(element));
        const auto score = words.score(text);
        if (!score) continue;
        const Element* parent = index.find(element.parent);
        entries.push_back({text, parent ? title_of(*parent) : kind_title(element.kind),
                           *score + CommandSearch::of_items,
                           [&canvas, id = element.id] { canvas.go_to(id); }});
    }
    return entries;
}

std::vector<CommandSearch::Entry> parts(Canvas& canvas, const QString& wanted) {
    const WantedWords words(wanted);
    std::vector<CommandSearch::Entry> entries;
    if (canvas.document().is_read_only()) return entries;
    for (const Part& part : canvas.document().catalog().parts()) {
        const auto kind = placed_as(part.kind);
        const QString text = CommandSearch::tr("Place %1").arg(to_qt(part.name));
        const auto score = words.score(text);
        if (!kind || !score) continue;
        DraggedPart placed;
        placed.kind = *kind;
        placed.part.id = part.id;
        entries.push_back({text, kind_title(*kind), *score + CommandSearch::of_parts,
                           [&canvas, placed] { canvas.place_part(placed); }});
    }
    return entries;
}

struct TitledSample {
    QString id, title;
};

/// Read once, at the first search of two letters.
const std::vector<TitledSample>& titled_samples(const Catalog& catalog) {
    static const std::vector<TitledSample> all = [&catalog] {
        std::vector<TitledSample> out;
        const auto add = [&](const QString& id, const Result<Project>& project) {
            if (project) out.push_back({id, to_qt(project->name)});
        };
        for (const Sample& sample : samples()) add(sample.id(), sample.read(catalog));
        for (const QString& id : decision_ids()) add(id, read_sample(id, catalog));
        return out;
    }();
    return all;
}

} // namespace

std::vector<CommandSearch::Entry> sample_entries(FileFlow& files, const Catalog& catalog,
                                                 const QString& wanted) {
    const WantedWords words(wanted);
    std::vector<CommandSearch::Entry> entries;
    if (wanted.trimmed().size() < 2) return entries; // one letter is no reason to read all samples
    for (const TitledSample& sample : titled_samples(catalog)) {
        const QString text = CommandSearch::tr("Open sample: %1").arg(sample.title);
        if (const auto score = words.score(text, sample.id))
            entries.push_back({text, CommandSearch::tr("sample"), *score + CommandSearch::of_parts,
                               [&files, id = sample.id] { files.open_sample(id); }});
    }
    return entries;
}

std::vector<CommandSearch::Entry> drawing_entries(Canvas& canvas, const QString& wanted) {
    if (wanted.trimmed().size() < 2) return {};
    auto entries = items(canvas, wanted);
    auto placed = parts(canvas, wanted);
    std::move(placed.begin(), placed.end(), std::back_inserter(entries));
    std::ranges::stable_sort(entries, {}, &CommandSearch::Entry::score);
    if (entries.size() > most_entries) entries.resize(most_entries);
    return entries;
}

} // namespace roofrack
