// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/catalog.h"
#include "core/drawing/check/check_rules.h"
#include "core/drawing/own_accelerator.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <ranges>
#include <tuple>

namespace roofrack {

namespace {

/// Larger encloses smaller. Rows hold pods and pods hold rows: both habits exist.
int rank(ElementKind kind) {
    switch (kind) {
    case ElementKind::site: return 5;
    case ElementKind::room: return 4;
    case ElementKind::row:
    case ElementKind::pod: return 3;
    case ElementKind::rack: return 2;
    default: return 1;
    }
}

bool may_enclose(ElementKind outer, ElementKind inner) {
    if (!is_container(outer)) return false;
    return rank(outer) > rank(inner) || (rank(outer) == 3 && rank(inner) == 3 && outer != inner);
}

std::optional<PartKind> kind_of_part(ElementKind kind) {
    switch (kind) {
    case ElementKind::server: return PartKind::server;
    case ElementKind::switch_: return PartKind::switch_;
    case ElementKind::storage: return PartKind::storage;
    case ElementKind::rack: return PartKind::rack;
    case ElementKind::feed: return PartKind::feed;
    case ElementKind::cooling: return PartKind::cooling;
    default: return std::nullopt;
    }
}

void check_part(CheckContext& context, int index) {
    const Element& element = context.at(index);
    const auto wanted = kind_of_part(element.kind);
    if (!wanted) return;
    const bool server = element.kind == ElementKind::server;
    const Part* part = context.parts.at(index);
    if (part && part->kind == *wanted) return;
    if (!part && element.part.id.empty()) {
        // A rack without a part is only a frame; the others are nothing without one.
        if (element.kind == ElementKind::rack) return;
        context.findings.push_back({Severity::warning,
                                    "no-part",
                                    fmt::format("{} has no part", context.title(element)),
                                    "Nothing is known of it: it counts for nothing.",
                                    fmt::format("Choose a {} from the catalogue.", name_of(*wanted)),
                                    {element.id}});
        return;
    }
    if (part) {
        context.findings.push_back(
            {server ? Severity::critical : Severity::warning,
             "unknown-part",
             fmt::format("{} is drawn as a {}, but '{}' is a {}", context.title(element), name_of(*wanted),
                         part->id, name_of(part->kind)),
             "The figures that a part of this kind needs are missing.",
             fmt::format("Choose a {}.", name_of(*wanted)),
             {element.id}});
        return;
    }
    const std::string near = context.catalog.nearest_part(element.part.id);
    context.findings.push_back(
        {server ? Severity::critical : Severity::warning,
         "unknown-part",
         fmt::format("{}: the catalogue has no part '{}'", context.title(element), element.part.id),
         "Nothing is known of it: neither speed nor power.",
         near.empty() ? "Choose a part from the catalogue, or define it in the project."
                      : fmt::format("Did you mean '{}'? Or define it in the project.", near),
         {element.id}});
}

void check_gpus(CheckContext& context) {
    double gpus = 0;
    std::map<std::string, std::string, std::less<>> kinds; // by id: name
    std::vector<std::string> where;
    for (size_t i = 0; i < context.cluster.elements.size(); ++i) {
        const Element& element = context.cluster.elements[i];
        const Part* part =
            element.kind == ElementKind::server ? context.parts.at(static_cast<int>(i)) : nullptr;
        if (!part || part->value_or("gpus", 0) <= 0) continue;
        gpus += part->value_or("gpus", 0) * context.containment.instances(static_cast<int>(i));
        const std::string_view accelerator = part->text_or("accelerator", "");
        const Part* known = named_accelerator(*part, context.catalog);
        if (!kinds.contains(accelerator))
            kinds.emplace(accelerator, known ? known->name : std::string(accelerator));
        where.push_back(element.id);
        if (!known)
            context.findings.push_back({Severity::critical,
                                        "unknown-part",
                                        fmt::format("{}: the catalogue has no accelerator '{}'",
                                                    context.title(element), accelerator),
                                        "Neither its arithmetic nor its memory is known.",
                                        "Choose another server, or name an accelerator of the catalogue.",
                                        {element.id}});
    }
    if (gpus <= 0)
        context.findings.push_back({Severity::critical,
                                    "no-gpu",
                                    "The drawing has no GPU",
                                    "There is nothing to train on.",
                                    "Draw a server whose part has GPUs.",
                                    {}});
    if (kinds.size() > 1)
        context.findings.push_back(
            {Severity::info, "mixed-gpus",
             fmt::format("{} kinds of GPU in one drawing: {}", kinds.size(),
                         fmt::join(kinds | std::views::values, ", ")),
             "In synchronous training every GPU waits for the slowest kind.",
             "Give each kind jobs of its own, or give the slower one less of the batch.", where});
}

void check_names(CheckContext& context) {
    std::map<std::tuple<ElementKind, std::string, std::string>, std::vector<std::string>> names;
    for (const Element& element : context.cluster.elements)
        if (!element.name.empty() && element.kind != ElementKind::note)
            names[{element.kind, element.parent, element.name}].push_back(element.id);
    for (const auto& [key, ids] : names)
        if (ids.size() > 1)
            context.findings.push_back(
                {Severity::info, "duplicate-name",
                 fmt::format("{} elements are named '{}'", ids.size(), std::get<2>(key)),
                 "Findings and tables cannot tell them apart.", "Rename all but one.", ids});
}

} // namespace

void check_elements(CheckContext& context) {
    for (size_t i = 0; i < context.cluster.elements.size(); ++i) {
        const Element& element = context.cluster.elements[i];
        const int parent = context.containment.parent(static_cast<int>(i));
        if (parent >= 0 && !may_enclose(context.at(parent).kind, element.kind))
            context.findings.push_back(
                {Severity::warning,
                 "containment-illegal",
                 fmt::format("A {} stands in a {}: {} in {}", name_of(element.kind),
                             name_of(context.at(parent).kind), context.title(element),
                             context.title(context.at(parent))),
                 "Its count is multiplied by that of a container which cannot hold it.",
                 "Site holds room holds row or pod holds rack holds equipment.",
                 {element.id}});
        check_part(context, static_cast<int>(i));
    }
    check_gpus(context);
    check_names(context);
}

} // namespace roofrack
