// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/project/own_parts.h"

#include "core/base/catalog/catalog.h"
#include "core/base/catalog/inherited_values.h"
#include "core/drawing/project/json_text.h"
#include "core/drawing/project/part_reader.h"
#include "core/drawing/project/project_writer.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace roofrack {
namespace {

template<class Taken>
std::string free_text(const std::string& base, std::string_view joint, Taken taken) {
    if (!taken(base)) return base;
    for (int number = 2;; ++number)
        if (std::string text = fmt::format("{}{}{}", base, joint, number); !taken(text)) return text;
}

std::string title(const PartRef& part) {
    return part.inline_part && !part.inline_part->name.empty() ? part.inline_part->name : part.id;
}

} // namespace

std::vector<OwnPart> own_parts(const Scenario& scenario) {
    std::vector<OwnPart> own;
    for (const PartRef& part : scenario.parts) own.push_back({part, 0, true});
    for (const Element& element : scenario.cluster.elements) {
        if (!element.part.inline_part) continue;
        const auto found = std::ranges::find(own, element.part, &OwnPart::part);
        if (found == own.end())
            own.push_back({element.part, 1, false});
        else
            ++found->uses;
    }
    return own;
}

std::vector<std::string> users_of(const Scenario& scenario, const PartRef& part) {
    std::vector<std::string> ids;
    for (const Element& element : scenario.cluster.elements)
        if (element.part == part) ids.push_back(element.id);
    return ids;
}

PartRef own_copy(const Scenario& scenario, const Catalog& catalog, const PartRef& of, PartKind kind) {
    PartRef copy = of;
    if (!copy.inline_part) {
        const Part* part = catalog.part(kind, of.id);
        if (!part) return {};
        copy.inline_part = *part;
        copy.base = part->id;
    }
    const auto own = own_parts(scenario);
    std::string stem = copy.id;
    if (!stem.starts_with("own-")) stem = "own-" + stem;
    copy.id = free_text(stem, "-", [&](const std::string& id) {
        return catalog.part(id) ||
               std::ranges::any_of(own, [&](const OwnPart& one) { return one.part.id == id; });
    });
    std::string name = copy.inline_part->name;
    if (!of.inline_part) name += " (own)";
    copy.inline_part->id = copy.id;
    copy.inline_part->name = free_text(name, " ", [&](const std::string& text) {
        return std::ranges::any_of(own, [&](const OwnPart& one) { return title(one.part) == text; });
    });
    return copy;
}

Result<Scenario> with_own_part(const Scenario& scenario, const Catalog& catalog, const PartRef& before,
                               const PartRef& after) {
    if (!after.inline_part) return fail("part", "it has no definition", "copy a part of the catalogue");
    if (after.id.empty()) return fail("id", "the id is empty", "give it");
    if (const Part* part = catalog.part(after.id))
        return fail("id", fmt::format("'{}' is the catalogue's {}", after.id, part->name), "give another");
    if (after.inline_part->name.empty()) return fail("name", "the name is empty", "give it");
    for (const OwnPart& one : own_parts(scenario)) {
        if (one.part == before || one.part == after) continue;
        if (one.part.id == after.id)
            return fail("id", fmt::format("'{}' has the id '{}'", title(one.part), after.id), "give another");
        if (one.part.inline_part->kind == after.inline_part->kind &&
            one.part.inline_part->name == after.inline_part->name)
            return fail("name", fmt::format("another part is called '{}'", after.inline_part->name),
                        "give another name");
    }
    PartRef settled = after;
    if (const Part* base = catalog.part(after.inline_part->kind, after.base))
        settle_inherited(*settled.inline_part, *base);
    Scenario changed = scenario;
    const auto kept = std::ranges::find(changed.parts, before);
    if (kept != changed.parts.end())
        *kept = settled;
    else if (std::ranges::find(changed.parts, settled) == changed.parts.end())
        changed.parts.push_back(settled);
    if (!before.id.empty())
        for (Element& element : changed.cluster.elements)
            if (element.part == before) element.part = settled;
    return changed;
}

Result<Scenario> without_own_part(const Scenario& scenario, const Catalog& catalog, const PartRef& part,
                                  const std::string& replacement) {
    const auto users = users_of(scenario, part);
    const PartKind kind = part.inline_part ? part.inline_part->kind : PartKind::server;
    if (!users.empty() && !catalog.part(kind, replacement))
        return fail(title(part),
                    users.size() == 1 ? fmt::format("'{}' is made of it", users.front())
                                      : fmt::format("{} elements are made of it", users.size()),
                    "replace it there first");
    Scenario changed = scenario;
    std::erase(changed.parts, part);
    for (Element& element : changed.cluster.elements)
        if (element.part == part) {
            element.part = {};
            element.part.id = replacement;
        }
    return changed;
}

std::vector<std::string> changed_figures(const PartRef& part, const Catalog& catalog) {
    std::vector<std::string> keys;
    if (!part.inline_part) return keys;
    const Part& own = *part.inline_part;
    const Part* base = part.base.empty() ? nullptr : catalog.part(own.kind, part.base);
    for (const ValueSpec& spec : value_specs(own.kind)) {
        const auto is = own.figures.find(spec.key);
        if (!base) {
            if (is != own.figures.end()) keys.emplace_back(spec.key);
            continue;
        }
        const auto was = base->figures.find(spec.key);
        const bool both = is != own.figures.end() && was != base->figures.end();
        const bool neither = is == own.figures.end() && was == base->figures.end();
        if (is != own.figures.end() && is_settled(is->second)) continue;
        if (!neither && !(both && is->second == was->second)) keys.emplace_back(spec.key);
    }
    return keys;
}

Result<PartRef> parse_own_part(std::string_view text, const Catalog& catalog) {
    const auto json = parse_json_text(text, "part");
    if (!json) return tl::unexpected(json.error());
    std::vector<Diagnostic> warnings;
    ReadContext context{catalog, "part", warnings};
    PartRef part = read_loose_part(*json, context, "");
    if (context.error) return tl::unexpected(*context.error);
    return part;
}

std::string own_part_text(const PartRef& part, const Catalog& catalog) {
    return part.inline_part ? own_part_json(part, catalog)
                                  .dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace)
                            : std::string();
}

} // namespace roofrack
