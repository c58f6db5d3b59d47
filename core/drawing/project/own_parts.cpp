// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/project/own_parts.h"

#include "core/base/catalog/catalog.h"
#include "core/base/catalog/inherited_values.h"
#include "core/base/units/ascii_text.h"
#include "core/drawing/drawn_parts.h"
#include "core/drawing/own_accelerator.h"
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

bool names(const Part& server, std::string_view id) {
    return server.kind == PartKind::server &&
           (server.text_or("accelerator", "") == id || server.text_or("nic", "") == id);
}

/// "My GPU 3" → "own-my-gpu-3".
std::string id_of_name(const std::string& name) {
    std::string out = "own";
    bool apart = true;
    for (const char c : lower(name)) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        if (plain) out += (apart ? "-" : "") + std::string(1, c);
        apart = !plain;
    }
    return out;
}

/// Brings the definitions that an own part holds of others up to what they are now.
class Binder {
public:
    Binder(std::vector<PartRef>& kept, const Catalog& catalog)
        : m_kept(kept)
        , m_catalog(catalog)
        , m_done(kept.size()) {}

    void bind_kept() {
        for (size_t i = 0; i < m_kept.size(); ++i) bind_kept(i);
    }

    /// Also of a definition that only an element has.
    void bind(PartRef& ref) {
        if (!ref.inline_part) return;
        Part& part = *ref.inline_part;
        const PartRef* base = ref.base.empty() ? nullptr : kept(part.kind, ref.base);
        if (base && base != &ref) {
            if (ref.own_base && ref.own_base->inline_part && !(*ref.own_base == *base))
                part = rebased(part, *ref.own_base->inline_part, *base->inline_part);
            ref.own_base = SharedValue<PartRef>(*base);
        }
        const Part* const from = base_of(ref, m_catalog);
        if (part.kind == PartKind::server) bind_accelerator(part);
        if (from) settle_inherited(part, *from, accelerators_mount_alike(part, *from, m_catalog));
        if (part.kind == PartKind::server) bind_nic(part, from);
    }

    SharedValue<Part> shared(PartKind kind, std::string_view id) {
        const PartRef* const found = id.empty() ? nullptr : kept(kind, id);
        return found ? SharedValue<Part>(*found->inline_part) : SharedValue<Part>();
    }

private:
    void bind_kept(size_t i) {
        if (m_done[i]) return; // a cycle, which no reader lets in, ends here
        m_done[i] = true;
        bind(m_kept[i]);
    }

    const PartRef* kept(PartKind kind, std::string_view id) {
        for (size_t i = 0; i < m_kept.size(); ++i)
            if (m_kept[i].id == id && m_kept[i].inline_part && m_kept[i].inline_part->kind == kind) {
                bind_kept(i);
                return &m_kept[i];
            }
        return nullptr;
    }

    void bind_accelerator(Part& server) {
        if (auto accelerator = shared(PartKind::accelerator, server.text_or("accelerator", "")))
            server.own_accelerator = std::move(accelerator);
        else if (server.own_accelerator && server.own_accelerator->id != server.text_or("accelerator", ""))
            server.own_accelerator = {};
    }

    void bind_nic(Part& server, const Part* base) {
        const std::string nic(server.text_or("nic", ""));
        if (auto own = shared(PartKind::nic, nic)) server.own_nic = std::move(own);
        if (server.own_nic && server.own_nic->id != nic) server.own_nic = {};
        const Part* const named = server.own_nic ? server.own_nic.get()
                                  : nic.empty()  ? nullptr
                                                 : m_catalog.part(PartKind::nic, nic);
        if (named) take_from_nic(server, *named, base);
    }

    std::vector<PartRef>& m_kept;
    const Catalog& m_catalog;
    std::vector<bool> m_done;
};

std::string title(const PartRef& part) {
    return part.inline_part && !part.inline_part->name.empty() ? part.inline_part->name : part.id;
}

} // namespace

std::vector<OwnPart> own_parts(const Scenario& scenario) {
    std::vector<OwnPart> own;
    for (const PartRef& part : scenario.parts) own.push_back({part, 0, true});
    for (OwnPart& one : own) {
        const Part& part = *one.part.inline_part;
        if (part.kind == PartKind::cable)
            one.uses +=
                static_cast<int>(std::ranges::count(scenario.cluster.links, one.part.id, &Link::cable));
        else if (part.kind == PartKind::accelerator || part.kind == PartKind::nic)
            one.uses += static_cast<int>(users_of(scenario, one.part).size());
    }
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

void bind_own_parts(Scenario& scenario, const Catalog& catalog) {
    const std::vector<PartRef> before = scenario.parts;
    Binder binder(scenario.parts, catalog);
    binder.bind_kept();
    for (Element& element : scenario.cluster.elements) {
        if (!element.part.inline_part) continue;
        const auto was = std::ranges::find(before, element.part);
        if (was != before.end())
            element.part = scenario.parts[static_cast<size_t>(was - before.begin())];
        else
            binder.bind(element.part);
    }
    for (Link& link : scenario.cluster.links)
        if (!link.cable.empty()) {
            if (auto own = binder.shared(PartKind::cable, link.cable))
                link.own_cable = std::move(own);
            else if (link.own_cable && link.own_cable->id != link.cable)
                link.own_cable = {};
        } else
            link.own_cable = {};
}

const Part* part_named(const Scenario& scenario, const Catalog& catalog, PartKind kind, std::string_view id) {
    for (const PartRef& part : scenario.parts)
        if (part.id == id && part.inline_part && part.inline_part->kind == kind) return &*part.inline_part;
    return catalog.part(kind, id);
}

std::vector<std::string> parts_that_name(const Scenario& scenario, const PartRef& part) {
    std::vector<std::string> out;
    for (const PartRef& other : scenario.parts)
        if (!(other == part) && other.inline_part &&
            (other.base == part.id || names(*other.inline_part, part.id)))
            out.push_back(title(other));
    return out;
}

std::vector<std::string> users_of(const Scenario& scenario, const PartRef& part) {
    std::vector<std::string> ids;
    for (const Element& element : scenario.cluster.elements)
        if (element.part == part || (element.part.inline_part && names(*element.part.inline_part, part.id)))
            ids.push_back(element.id);
    if (part.inline_part && part.inline_part->kind == PartKind::cable)
        for (const Link& link : scenario.cluster.links)
            if (link.cable == part.id) ids.push_back(link.id);
    return ids;
}

PartRef new_own_part(const Scenario& scenario, const Catalog& catalog, PartKind kind,
                     const std::string& name) {
    PartRef made;
    Part& part = made.inline_part.emplace();
    part.kind = kind;
    const auto own = own_parts(scenario);
    made.id = part.id = free_text(id_of_name(name), "-", [&](const std::string& id) {
        return catalog.part(id) ||
               std::ranges::any_of(own, [&](const OwnPart& one) { return one.part.id == id; });
    });
    part.name = free_text(name, " ", [&](const std::string& text) {
        return std::ranges::any_of(own, [&](const OwnPart& one) { return title(one.part) == text; });
    });
    return made;
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
    if (const Part* base = base_of(after, catalog))
        settle_inherited(*settled.inline_part, *base,
                         accelerators_mount_alike(*settled.inline_part, *base, catalog));
    Scenario changed = scenario;
    const auto kept = std::ranges::find(changed.parts, before);
    if (kept != changed.parts.end())
        *kept = settled;
    else if (std::ranges::find(changed.parts, settled) == changed.parts.end())
        changed.parts.push_back(settled);
    if (!before.id.empty())
        for (Element& element : changed.cluster.elements)
            if (element.part == before) element.part = settled;
    bind_own_parts(changed, catalog);
    return changed;
}

Result<Scenario> without_own_part(const Scenario& scenario, const Catalog& catalog, const PartRef& part,
                                  const std::string& replacement) {
    if (const auto others = parts_that_name(scenario, part); !others.empty())
        return fail(title(part), fmt::format("'{}' rests on it", others.front()), "change that part first");
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
    for (Link& link : changed.cluster.links)
        if (kind == PartKind::cable && link.cable == part.id) link.cable = replacement;
    bind_own_parts(changed, catalog);
    return changed;
}

std::vector<std::string> changed_figures(const PartRef& part, const Catalog& catalog) {
    std::vector<std::string> keys;
    if (!part.inline_part) return keys;
    const Part& own = *part.inline_part;
    const Part* base = base_of(part, catalog);
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
