// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/project/part_reader.h"

#include "core/base/catalog/catalog.h"
#include "core/base/catalog/inherited_values.h"
#include "core/base/catalog/missing.h"
#include "core/base/model/cluster.h"
#include "core/base/units/nearest.h"
#include "core/drawing/project/json_text.h"
#include "core/drawing/project/project_fields.h"

#include <fmt/format.h>
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
    return keys;
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
        else
            context.fail(at, fmt::format("unknown key '{}'", name), "it knows value, status, source, note");
    }
    part.figures[key] = std::move(figure);
}

} // namespace

SourcedValue project_figure(double value) { return {value, Status::judgement, "this project", {}}; }

const Part* catalogue_part(PartKind kind, const std::string& id, ReadContext& context,
                           const std::string& path) {
    if (const Part* part = context.catalog.part(kind, id)) return part;
    const Diagnostic why = no_part(context.catalog, kind, id);
    context.fail(path, why.what, why.fix);
    return nullptr;
}

PartRef read_own_part(const Json& json, PartKind kind, ReadContext& context, const std::string& path) {
    PartRef ref;
    Part part;
    if (const auto base = json.find("base"); base != json.end()) {
        ref.base = read_text(*base, context, path + "/base").value_or("");
        if (!ref.base.empty())
            if (const Part* found_base = catalogue_part(kind, ref.base, context, path + "/base"))
                part = *found_base;
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
    if (const Part* base = ref.base.empty() ? nullptr : context.catalog.part(kind, ref.base))
        settle_inherited(part, *base);
    ref.id = part.id;
    ref.inline_part = std::move(part);
    return ref;
}

PartRef read_loose_part(const Json& json, ReadContext& context, const std::string& path) {
    if (!expect_object(json, context, path)) return {};
    std::optional<PartKind> kind;
    if (const auto given = json.find("kind"); given != json.end()) {
        const std::string text = read_text(*given, context, path + "/kind").value_or("");
        kind = part_kind(text);
        std::vector<std::string> names;
        bool buildable = false;
        for (const ElementKind element : element_kinds)
            if (const auto of = part_kind_of(element)) {
                names.emplace_back(name_of(*of));
                buildable |= of == kind;
            }
        if (!buildable) {
            context.fail(path + "/kind", fmt::format("nothing is drawn of the kind '{}'", text),
                         suggestion(text, names));
            return {};
        }
    } else if (const auto base = json.find("base"); base != json.end()) {
        const std::string id = read_text(*base, context, path + "/base").value_or("");
        if (const Part* part = context.catalog.part(id)) kind = part->kind;
    }
    if (!kind) {
        context.fail(path, "the part has no kind", "give `kind`, or the `base` that it changes");
        return {};
    }
    return read_own_part(json, *kind, context, path);
}

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

} // namespace roofrack
