// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/project/part_reader.h"

#include "core/base/catalog/catalog.h"
#include "core/base/catalog/inherited_values.h"
#include "core/base/catalog/missing.h"
#include "core/base/model/cluster.h"
#include "core/base/units/json_fields.h"
#include "core/base/units/nearest.h"
#include "core/drawing/drawn_parts.h"
#include "core/drawing/own_accelerator.h"
#include "core/drawing/project/project_fields.h"

#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

namespace roofrack {

namespace {

using Json = nlohmann::ordered_json;
using namespace fields;

/// Keys that may hold text in an own part: the ones that the catalogue's parts of the kind have.
std::set<std::string> text_keys(PartKind kind, const Catalog& catalog) {
    std::set<std::string> keys;
    for (const Part& part : catalog.parts())
        if (part.kind == kind)
            for (const auto& [key, text] : part.text) keys.insert(key);
    if (kind == PartKind::server) keys.insert("nic");
    return keys;
}

/// What a part is to be derived from is neither the project's nor the catalogue's.
void fail_base(std::optional<PartKind> kind, const std::string& id, ReadContext& context,
               const std::string& path) {
    const std::string near = context.catalog.nearest_part(id);
    context.fail(path,
                 fmt::format("there is no {} '{}' to derive it from, neither in the catalogue nor among the "
                             "project's parts",
                             kind ? name_of(*kind) : "part", id),
                 fmt::format("{}name another, or delete `base` and give the figures themselves",
                             near.empty() ? "" : fmt::format("did you mean '{}'? Else ", near)));
}

void read_figure(const Json& json, const ValueSpec& spec, Part& part, ReadContext& context,
                 const std::string& path) {
    const ValueLimits limits = value_limits(spec);
    const Range range{limits.low, limits.high};
    const std::string key(spec.key);
    if (json.is_null()) {
        part.figures.erase(key);
        return;
    }
    if (!json.is_object()) {
        if (const auto value = read_number(json, spec.dimension, range, context, path))
            part.figures[key] = project_figure(*value);
        return;
    }
    SourcedValue figure;
    for (const auto& [name, member] : json.items()) {
        const std::string at = path + "/" + pointer_token(name);
        if (name == "value") {
            if (!member.is_null()) figure.value = read_number(member, spec.dimension, range, context, at);
        } else if (name == "status") {
            const auto text = read_text(member, context, at).value_or("");
            std::vector<std::string> names;
            for (const Status status : statuses) {
                if (text == name_of(status)) figure.status = status;
                names.emplace_back(name_of(status));
            }
            if (text != name_of(figure.status))
                context.fail(at, fmt::format("unknown status '{}'", text), suggestion(text, names));
        } else if (name == "source")
            figure.source = read_text(member, context, at).value_or("");
        else if (name == "note")
            figure.note = read_text(member, context, at).value_or("");
        else if (name == "date")
            figure.date = read_text(member, context, at).value_or("");
        else if (name == "low")
            figure.low = read_number(member, spec.dimension, range, context, at);
        else if (name == "high")
            figure.high = read_number(member, spec.dimension, range, context, at);
        else
            context.fail(at, fmt::format("unknown key '{}'", name),
                         "it knows value, low, high, status, source, date, note");
    }
    if (figure.low || figure.high) {
        if (!figure.low) figure.low = figure.value;
        if (!figure.high) figure.high = figure.value;
        if (!figure.value || !(*figure.low <= *figure.value && *figure.value <= *figure.high))
            context.fail(path, "the value is not between its low and high", "give low ≤ value ≤ high");
    }
    part.figures[key] = std::move(figure);
}

} // namespace

const PartRef* own_part_named(const std::string& id, PartKind kind, const ReadContext& context) {
    if (!context.own_parts) return nullptr;
    for (const PartRef& part : *context.own_parts)
        if (part.id == id && part.inline_part && part.inline_part->kind == kind) return &part;
    return nullptr;
}

namespace {

/// The accelerator or the NIC that a server names: an id, or a definition that travels with it.
void read_component(const Json& json, std::string_view key, Part& server, ReadContext& context,
                    const std::string& path) {
    const PartKind kind = key == "nic" ? PartKind::nic : PartKind::accelerator;
    SharedValue<Part>& own = kind == PartKind::nic ? server.own_nic : server.own_accelerator;
    own = {};
    std::string id;
    if (json.is_object()) {
        if (PartRef read = read_own_part(json, kind, context, path); read.inline_part) {
            id = read.id;
            own = SharedValue<Part>(std::move(*read.inline_part));
        }
    } else {
        id = read_text(json, context, path).value_or("");
        if (const PartRef* const found = own_part_named(id, kind, context))
            own = SharedValue<Part>(*found->inline_part);
        else if (context.catalog.part(kind, id))
            id = catalogue_part(kind, id, context, path)->id;
        else if (!id.empty() && (kind == PartKind::nic || !context.catalog.called(kind, id).empty()))
            catalogue_part(kind, id, context, path);
    }
    server.text[std::string(key)] = id;
}

} // namespace

SourcedValue project_figure(double value) { return {value, Status::judgement, "this project", {}}; }

const Part* catalogue_part(PartKind kind, const std::string& id, ReadContext& context,
                           const std::string& path) {
    if (const Part* part = context.catalog.part(kind, id)) {
        if (auto note = taken_as(context.catalog, *part, kind, id))
            context.warnings.push_back({context.place(path), note->what, note->fix});
        return part;
    }
    const Diagnostic why = no_part(context.catalog, kind, id);
    context.fail(path, why.what, why.fix);
    return nullptr;
}

PartRef read_own_part(const Json& json, PartKind kind, ReadContext& context, const std::string& path) {
    PartRef ref;
    Part part;
    if (const auto base = json.find("base"); base != json.end()) {
        if (base->is_object()) {
            PartRef own = read_own_part(*base, kind, context, path + "/base");
            ref.base = own.id;
            ref.own_base = SharedValue<PartRef>(std::move(own));
        } else {
            ref.base = read_text(*base, context, path + "/base").value_or("");
            if (const PartRef* const own = own_part_named(ref.base, kind, context))
                ref.own_base = SharedValue<PartRef>(*own);
            else if (const Catalog& catalog = context.catalog;
                     catalog.part(ref.base) || ref.base.empty() || !catalog.called(kind, ref.base).empty()) {
                if (!ref.base.empty()) catalogue_part(kind, ref.base, context, path + "/base");
            } else
                fail_base(kind, ref.base, context, path + "/base");
        }
        ref.inline_part.emplace().kind = kind;
        if (const Part* const found_base = base_of(ref, context.catalog)) part = *found_base;
    }
    part.id = ref.base;
    part.kind = kind;
    const std::set<std::string> texts = text_keys(kind, context.catalog);
    for (const auto& [key, value] : json.items()) {
        const std::string at = path + "/" + pointer_token(key);
        if (key == "base")
            continue;
        else if (key == "kind") {
            if (const auto text = read_text(value, context, at).value_or(""); text != name_of(kind))
                context.fail(at, fmt::format("this part is a {}, not a {}", name_of(kind), text),
                             "delete the key or correct it");
        } else if (key == "id")
            part.id = read_text(value, context, at).value_or("");
        else if (key == "name")
            part.name = read_text(value, context, at).value_or("");
        else if (key == "vendor")
            part.vendor = read_text(value, context, at).value_or("");
        else if (key == "note")
            part.note = read_text(value, context, at).value_or("");
        else if (const ValueSpec* spec = value_spec(kind, key))
            read_figure(value, *spec, part, context, at);
        else if (kind == PartKind::server && !value.is_null() && (key == "accelerator" || key == "nic"))
            read_component(value, key, part, context, at);
        else if (texts.contains(key)) {
            if (value.is_null())
                part.text.erase(key);
            else
                part.text[key] = read_text(value, context, at).value_or("");
        } else {
            std::vector<std::string> known{"kind", "base", "id", "name", "vendor", "note"};
            for (const ValueSpec& figure : value_specs(kind)) known.emplace_back(figure.key);
            known.insert(known.end(), texts.begin(), texts.end());
            context.fail(at, fmt::format("a {} has no figure '{}'", name_of(kind), key),
                         suggestion(key, known));
        }
    }
    if (part.id.empty()) context.fail(path, "the part has neither a base nor an id", "give one of them");
    if (part.name.empty()) part.name = part.id;
    ref.id = part.id;
    ref.inline_part = std::move(part);
    const Part* const base = base_of(ref, context.catalog);
    if (base)
        settle_inherited(*ref.inline_part, *base,
                         accelerators_mount_alike(*ref.inline_part, *base, context.catalog));
    const std::string nic(ref.inline_part->text_or("nic", ""));
    const Part* const card =
        ref.inline_part->own_nic ? ref.inline_part->own_nic.get() : context.catalog.part(PartKind::nic, nic);
    if (card && !nic.empty()) take_from_nic(*ref.inline_part, *card, base);
    return ref;
}

PartRef read_loose_part(const Json& json, ReadContext& context, const std::string& path) {
    if (!expect_object(json, context, path)) return {};
    std::optional<PartKind> kind;
    if (const auto given = json.find("kind"); given != json.end()) {
        const std::string text = read_text(*given, context, path + "/kind").value_or("");
        kind = part_kind(text);
        if (!kind) {
            std::vector<std::string> names;
            for (const PartKind each : part_kinds) names.emplace_back(name_of(each));
            context.fail(path + "/kind", fmt::format("unknown kind '{}'", text), suggestion(text, names));
            return {};
        }
    } else if (const auto base = json.find("base"); base != json.end()) {
        if (base->is_object()) {
            if (const auto of = base->find("kind"); of != base->end() && of->is_string())
                kind = part_kind(of->get<std::string>());
        } else {
            const std::string id = read_text(*base, context, path + "/base").value_or("");
            for (const PartKind each : part_kinds)
                if (!kind && own_part_named(id, each, context)) kind = each;
            if (const Part* part = kind ? nullptr : context.catalog.part(id)) kind = part->kind;
            if (!kind && !context.error) return fail_base({}, id, context, path + "/base"), PartRef();
        }
    }
    if (!kind) {
        context.fail(path, "the part has no kind", "give `kind`, or the `base` that it changes");
        return {};
    }
    return read_own_part(json, *kind, context, path);
}

namespace {

PartRef read_kept_part(const Json& json, ReadContext& context, const std::string& path) {
    PartRef ref = read_loose_part(json, context, path);
    if (context.error) return ref;
    if (!json.contains("id"))
        context.fail(path, "the key 'id' is missing", "give it: elements name the part by it");
    else if (context.catalog.part(ref.id))
        context.fail(path + "/id", fmt::format("'{}' is a part of the catalogue", ref.id),
                     "give the part an id of its own");
    return ref;
}

std::string text_at(const Json& json, std::string_view key) {
    if (!json.is_object()) return {};
    const auto found = json.find(key);
    return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}

/// Reads each part after those that it is derived from or names.
class KeptPartsReader {
public:
    KeptPartsReader(const Json& list, std::vector<PartRef>& own, ReadContext& context,
                    const std::string& path)
        : m_list(list)
        , m_own(own)
        , m_context(context)
        , m_path(path)
        , m_state(list.size(), State::waits) {}

    void read() {
        for (size_t i = 0; i < m_list.size(); ++i) {
            const std::string id = text_at(m_list[i], "id");
            if (!id.empty() && !m_index.emplace(id, i).second)
                m_context.fail(at(i) + "/id", fmt::format("a second part has the id '{}'", id),
                               "give each its own id");
        }
        for (size_t i = 0; i < m_list.size() && !m_context.error; ++i) read(i);
        if (m_context.error) return;
        std::vector<PartRef> in_order(m_list.size());
        for (size_t at = 0; at < m_read.size(); ++at) in_order[m_read[at]] = std::move(m_own[at]);
        m_own = std::move(in_order);
    }

private:
    enum class State { waits, open, done };

    std::string at(size_t i) const { return fmt::format("{}/{}", m_path, i); }

    void read(size_t i) {
        if (m_state[i] == State::done || m_context.error) return;
        m_state[i] = State::open;
        m_open.push_back(i);
        for (const char* const key : {"base", "accelerator", "nic"}) {
            const auto other = m_index.find(text_at(m_list[i], key));
            if (other == m_index.end()) continue;
            if (m_state[other->second] == State::open) return fail_circle(i, key, other->second);
            read(other->second);
        }
        if (m_context.error) return;
        m_own.push_back(read_kept_part(m_list[i], m_context, at(i)));
        m_read.push_back(i);
        m_open.pop_back();
        m_state[i] = State::done;
    }

    void fail_circle(size_t i, std::string_view key, size_t other) {
        std::string way;
        for (auto each = std::ranges::find(m_open, other); each != m_open.end(); ++each)
            way += fmt::format("'{}' → ", text_at(m_list[*each], "id"));
        m_context.fail(
            fmt::format("{}/{}", at(i), key),
            fmt::format("parts rest on each other in a circle: {}'{}'", way, text_at(m_list[other], "id")),
            "let one of them name a part of the catalogue, or give its figures whole");
    }

    const Json& m_list;
    std::vector<PartRef>& m_own;
    ReadContext& m_context;
    const std::string& m_path;
    std::vector<State> m_state;
    std::vector<size_t> m_open, m_read;
    std::map<std::string, size_t, std::less<>> m_index;
};

} // namespace

void read_kept_parts(const Json& list, std::vector<PartRef>& own, ReadContext& context,
                     const std::string& path) {
    KeptPartsReader(list, own, context, path).read();
}

} // namespace roofrack
