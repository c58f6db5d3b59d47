// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/diagrams/understood_shape.h"

#include "core/base/catalog/catalog.h"
#include "core/base/units/ascii_text.h"
#include "core/measured/diagrams/plain_label.h"

#include <array>
#include <cctype>
#include <fmt/format.h>

namespace roofrack {

namespace {

std::vector<std::string> label_lines(const std::string& text) {
    std::vector<std::string> out;
    constexpr size_t most = 20; // lines of a label that are looked at
    for (size_t at = 0; at < text.size() && out.size() < most;) {
        const size_t end = std::min(text.find('\n', at), text.size());
        out.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return out;
}

std::optional<ElementKind> container_named(std::string_view label) {
    const std::string line = lower(label);
    constexpr std::array<std::pair<const char*, ElementKind>, 7> words{{{"rack", ElementKind::rack},
                                                                        {"row", ElementKind::row},
                                                                        {"pod", ElementKind::pod},
                                                                        {"room", ElementKind::room},
                                                                        {"data hall", ElementKind::room},
                                                                        {"hall", ElementKind::room},
                                                                        {"site", ElementKind::site}}};
    for (const auto& [word, kind] : words) {
        const std::string_view begin(word);
        if (line.starts_with(begin) &&
            (line.size() == begin.size() || !std::isalpha(static_cast<unsigned char>(line[begin.size()]))))
            return kind;
    }
    return std::nullopt;
}

/// One part by a name; fails where several are called so, or one that is no element.
Result<const Part*> drawable(const std::string& name, const Catalog& catalog) {
    const Part* part = catalog.part(name);
    if (!part) {
        const auto called = catalog.called(std::nullopt, name);
        std::string ids;
        size_t drawn = 0;
        for (const Part* each : called) {
            if (!element_kind_of(each->kind)) continue;
            if (++drawn <= 4) ids += (ids.empty() ? "" : ", ") + each->id;
        }
        if (drawn > 1) return fail({}, fmt::format("several parts are called '{}': {}", name, ids));
        if (drawn == 0) return nullptr;
        for (const Part* each : called)
            if (element_kind_of(each->kind)) part = each;
    }
    if (part && !element_kind_of(part->kind))
        return fail({}, fmt::format("'{}' is a part of another, and no element", part->name));
    return part;
}

} // namespace

std::optional<ElementKind> element_kind_of(PartKind kind) {
    for (const ElementKind each : {ElementKind::server, ElementKind::switch_, ElementKind::storage,
                                   ElementKind::feed, ElementKind::cooling, ElementKind::rack})
        if (part_kind_of(each) == kind) return each;
    return std::nullopt;
}

Result<UnderstoodShape> understand_shape(const DiagramCell& cell, const Catalog& catalog) {
    std::vector<std::string> lines = label_lines(cell.label);
    UnderstoodShape out;
    if (!lines.empty()) out.name = counted_label(lines.front()).name;
    std::optional<Diagnostic> why;
    const auto take = [&](const CountedLabel& said) {
        if (said.name.size() < 2) return false; // a letter or digit names nothing
        const auto part = drawable(said.name, catalog);
        if (!part && !why) why = part.error();
        if (!part || !*part) return false;
        out.part = (*part)->id;
        out.kind = *element_kind_of((*part)->kind);
        out.count = said.count;
        return true;
    };
    bool found = false;
    if (const auto data = cell.data.find("part"); data != cell.data.end())
        found = take({data->second, lines.empty() ? 1 : counted_label(lines.front()).count});
    for (size_t i = 0; i < lines.size() && !found; ++i) found = take(counted_label(lines[i]));
    if (!found && !lines.empty())
        if (const auto kind = container_named(lines.front())) {
            out.kind = *kind;
            out.count = counted_label(lines.front()).count;
            found = true;
        }
    if (const auto data = cell.data.find("count"); found && data != cell.data.end())
        out.count = counted_label("x × " + data->second).count;
    if (found) return out;
    if (why) return tl::unexpected(*why);
    return fail({}, lines.empty() ? "it has no label" : "its label names no part of the catalogue");
}

} // namespace roofrack
