// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/missing.h"

#include "core/base/catalog/catalog.h"
#include "core/base/units/ascii_text.h"
#include "core/base/units/word_list.h"

#include <algorithm>
#include <fmt/format.h>

namespace roofrack {

namespace {

std::string with_article(std::string_view kind) {
    return fmt::format("{} {}", kind.starts_with('a') ? "an" : "a", kind);
}

/// "such are a, b, c …; `catalog list --kind KIND` names them all".
template<class Things>
std::string some_of(const Things& things, std::string_view kind) {
    constexpr size_t shown = 4;
    std::string names;
    size_t count = 0;
    for (const auto* thing : things) {
        if (++count > shown) break;
        names += (names.empty() ? "" : ", ") + thing->id;
    }
    return fmt::format("such are {}{}; `catalog list --kind {}` names them all", names,
                       count > shown ? " …" : "", kind);
}

} // namespace

Diagnostic several_parts(const std::vector<const Part*>& called, std::string_view id) {
    constexpr size_t shown = 8;
    std::vector<std::string> words;
    for (size_t i = 0; i < std::min(shown, called.size()); ++i)
        words.push_back(fmt::format("'{}' ({})", called[i]->id, called[i]->name));
    if (called.size() > shown) words.back() += " …";
    const std::string names = word_list(words, "or");
    if (called.size() == 1)
        return {"", fmt::format("nothing is called just '{}'", id), "did you mean " + names + "?"};
    return {"", fmt::format("'{}' may be {} things", id, called.size()), "name one of them: " + names};
}

std::optional<Diagnostic> taken_as(const Catalog& catalog, const Part& part, std::optional<PartKind> kind,
                                   std::string_view name) {
    if (lower(name) == lower(part.id) || lower(name) == lower(part.name)) return std::nullopt;
    std::string others;
    for (const Part* each : catalog.called(kind, name))
        if (each->id != part.id) others += fmt::format("{}'{}'", others.empty() ? "" : ", ", each->id);
    if (others.empty()) return std::nullopt;
    return Diagnostic{"", fmt::format("'{}' is taken as '{}' ({})", name, part.id, part.name),
                      fmt::format("called so, too: {}", others)};
}

Diagnostic no_part(const Catalog& catalog, PartKind kind, std::string_view id) {
    const std::string_view name = name_of(kind);
    std::vector<const Part*> such;
    for (const Part& part : catalog.parts())
        if (part.kind == kind) such.push_back(&part);
    if (const auto called = catalog.called(kind, id); !called.empty()) return several_parts(called, id);
    if (const Part* other = catalog.part(id))
        return {"",
                fmt::format("'{}' is {}, not {}", id, with_article(name_of(other->kind)), with_article(name)),
                some_of(such, name)};
    if (catalog.model(id))
        return {"", fmt::format("'{}' is a model, not {}", id, with_article(name)), some_of(such, name)};
    std::string near = catalog.nearest_part(id);
    if (const Part* other = catalog.part(near); !other || other->kind != kind) near.clear();
    return {"", fmt::format("unknown {} '{}'", name, id),
            near.empty() ? some_of(such, name) : fmt::format("did you mean '{}'?", near)};
}

Diagnostic no_model(const Catalog& catalog, std::string_view id) {
    std::vector<const ModelSpec*> such;
    for (const ModelSpec& each : catalog.models()) such.push_back(&each);
    if (const Part* other = catalog.part(id))
        return {"", fmt::format("'{}' is {}, not a model", id, with_article(name_of(other->kind))),
                some_of(such, "model")};
    const std::string near = catalog.nearest_model(id);
    return {"", fmt::format("unknown model '{}'", id),
            near.empty() ? some_of(such, "model") : fmt::format("did you mean '{}'?", near)};
}

} // namespace roofrack
