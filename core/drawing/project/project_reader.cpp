// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/project/project_reader.h"

#include "core/base/catalog/catalog.h"
#include "core/base/catalog/missing.h"
#include "core/base/model/cluster.h"
#include "core/base/units/json_fields.h"
#include "core/base/units/nearest.h"
#include "core/drawing/project/object_rules.h"
#include "core/drawing/project/part_reader.h"
#include "core/drawing/project/project_fields.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace roofrack {

namespace {

using Json = nlohmann::ordered_json;
using namespace fields;

void read_object(const Json& json, ObjectRef object, ReadContext& context, const std::string& path);

const PartRef* own_part(const std::string& id, const ReadContext& context) {
    if (!context.own_parts) return nullptr;
    const auto found = std::ranges::find(*context.own_parts, id, &PartRef::id);
    return found != context.own_parts->end() && found->inline_part ? &*found : nullptr;
}

/// Fills one struct from one JSON object.
class Reader {
public:
    Reader(const Json& json, ObjectRef object, ReadContext& context, const std::string& path)
        : m_json(json)
        , m_object(object)
        , m_context(context)
        , m_path(path) {}

    void read() {
        for (const Field& field : m_object.type.fields)
            std::visit([&](const auto& kind) { read(field, kind); }, field.kind);
        unknown_keys();
    }

private:
    void read(const Field& field, const NumberField& number) {
        const Json* json = take(field.key);
        if (!json) return;
        const auto value = number.is_whole
                               ? read_count(*json, number.range, m_context, at(field))
                               : read_number(*json, number.unit, number.range, m_context, at(field));
        if (value) number.member.set(in(field), *value);
    }
    void read(const Field& field, const IntegerField& integer) {
        if (const Json* json = take(field.key))
            if (const auto value = read_integer(*json, integer.range, m_context, at(field)))
                integer.member.set(in(field), *value);
    }
    void read(const Field& field, const IntegersField& integers) {
        const Json* json = take_list(field);
        if (!json) return;
        for (size_t i = 0; i < json->size(); ++i)
            as<std::vector<int>>(field).push_back(
                read_integer((*json)[i], integers.range, m_context, item_of(field, i)).value_or(1));
    }
    void read(const Field& field, const TextsField&) {
        const Json* json = take_list(field);
        if (!json) return;
        for (size_t i = 0; i < json->size(); ++i)
            if (auto value = read_text((*json)[i], m_context, item_of(field, i)))
                as<std::vector<std::string>>(field).push_back(std::move(*value));
    }
    void read(const Field& field, const FlagField&) {
        const Json* json = take(field.key);
        if (!json) return;
        if (json->is_boolean())
            as<bool>(field) = json->get<bool>();
        else
            m_context.fail(at(field), fmt::format("expected true or false, found {}", found(*json)),
                           "write one of them");
    }
    void read(const Field& field, const TextField&) {
        const Json* json = take(field.key);
        if (!json) return;
        auto& text = as<std::string>(field);
        if (auto value = read_text(*json, m_context, at(field))) text = std::move(*value);
        if (field.key.presence == Presence::required && text.empty())
            m_context.fail(at(field), "the text is empty", "give it");
    }
    void read(const Field& field, const ChoiceField& choice) {
        const Json* json = take(field.key);
        if (!json) return;
        const auto wanted = read_text(*json, m_context, at(field));
        if (!wanted) return;
        std::vector<std::string> names;
        for (const auto& [name, value] : choice.values) {
            if (*wanted == name) return choice.set(in(field), value);
            names.emplace_back(name);
        }
        unknown_name(field, *wanted, names);
    }
    void read(const Field& field, const OneOfField& one_of) {
        const Json* json = take(field.key);
        if (!json) return;
        auto name = read_text(*json, m_context, at(field));
        if (name && std::ranges::find(one_of.names, *name) == one_of.names.end())
            unknown_name(field, *name, one_of.names);
        else if (name)
            as<std::string>(field) = std::move(*name);
    }
    void read(const Field& field, const PositionField& position) {
        if (const Json* json = take(field.key))
            if (const auto value = read_position(*json, m_context, at(field)))
                position.set(in(field), *value);
    }
    void read(const Field& field, const ObjectField& object) {
        if (const Json* json = take(field.key))
            read_object(*json, {*object.type, object.renew(in(field))}, m_context, at(field));
    }
    void read(const Field& field, const ListField& list) {
        const Json* json = take_list(field);
        if (!json) return;
        list.resize(in(field), json->size());
        for (size_t i = 0; i < json->size() && !m_context.error; ++i)
            read_object((*json)[i], {*list.type, list.item_to_fill(in(field), i)}, m_context,
                        item_of(field, i));
    }
    void read(const Field& field, const PartField&) {
        const Json* json = take(field.key);
        if (!json) return;
        const ElementKind element = m_object.as<Element>()->kind;
        auto& part = as<PartRef>(field);
        if (const auto kind = part_kind_of(element); !kind)
            m_context.fail(at(field), fmt::format("a {} is no part that can be bought", name_of(element)),
                           "delete this key");
        else if (json->is_object())
            part = read_own_part(*json, *kind, m_context, at(field));
        else if (const auto id = read_text(*json, m_context, at(field)); id && !id->empty())
            read_part_id(field, *id, *kind);
    }
    void read_part_id(const Field& field, const std::string& id, PartKind kind) {
        const PartRef* const own = own_part(id, m_context);
        if (!own) {
            catalogue_part(kind, id, m_context, at(field));
            as<PartRef>(field).id = id;
        } else if (own->inline_part->kind == kind)
            as<PartRef>(field) = *own;
        else
            m_context.fail(
                at(field),
                fmt::format("'{}' is a {}, not a {}", id, name_of(own->inline_part->kind), name_of(kind)),
                fmt::format("name a {}", name_of(kind)));
    }
    void read(const Field& field, const PartsField&) {
        auto& own = as<std::vector<PartRef>>(field);
        m_context.own_parts = &own;
        const Json* json = take_list(field);
        if (!json) return;
        read_kept_parts(*json, own, m_context, at(field));
    }
    void read(const Field& field, const ModelField&) {
        const Json* json = take(field.key);
        if (!json) return;
        Workload& workload = *m_object.as<Workload>();
        if (json->is_object()) {
            read_object(*json, ref(workload.inline_model.emplace()), m_context, at(field));
            workload.model = workload.inline_model->id;
        } else if (const auto id = read_text(*json, m_context, at(field))) {
            workload.model = *id;
            if (id->empty() || m_context.catalog.model(*id)) return;
            const Diagnostic why = no_model(m_context.catalog, *id);
            m_context.fail(at(field), why.what, why.fix);
        }
    }

    /// Keys that no field took: kept where the struct can keep them, else an error, so that none is lost.
    void unknown_keys() {
        std::vector<std::string> known;
        for (const Field& field : m_object.type.fields) known.emplace_back(field.key.name);
        UnknownKeys* const kept = m_object.type.unknown_keys(m_object.object);
        for (const auto& [key, value] : m_json.items()) {
            if (std::ranges::find(known, key) != known.end()) continue;
            const std::string pointer = m_path + "/" + pointer_token(key);
            if (!kept) {
                m_context.fail(pointer, fmt::format("unknown key '{}'", key), suggestion(key, known));
                continue;
            }
            kept->emplace(key, value.dump());
            if (!key.starts_with("x-")) // another program's own are kept without a word
                warn_of_unknown(key, pointer, known);
        }
    }
    void warn_of_unknown(const std::string& key, const std::string& pointer,
                         const std::vector<std::string>& known) {
        constexpr size_t most_warnings = 20; // a file of junk should not flood the terminal
        if (m_context.warnings.size() >= most_warnings) {
            ++m_context.untold;
            return;
        }
        const std::string near = nearest(key, known);
        m_context.warnings.push_back(
            {m_context.place(pointer), fmt::format("unknown key '{}'", key),
             near.empty() ? "kept, not used" : fmt::format("kept, not used: did you mean '{}'?", near)});
    }
    void unknown_name(const Field& field, const std::string& name, const std::vector<std::string>& names) {
        m_context.fail(at(field), fmt::format("unknown {} '{}'", field.key.name, name),
                       suggestion(name, names));
    }

    void* in(const Field& field) const { return field.in(m_object.object); }
    template<class M>
    M& as(const Field& field) const {
        return field.as<M>(m_object.object);
    }
    std::string at(const Field& field) const { return fmt::format("{}/{}", m_path, field.key.name); }
    std::string item_of(const Field& field, size_t index) const {
        return fmt::format("{}/{}/{}", m_path, field.key.name, index);
    }

    const Json* take(const Key& key) {
        const auto it = m_json.find(key.name);
        if (it != m_json.end()) return &*it;
        if (key.presence == Presence::required)
            m_context.fail(m_path, fmt::format("the key '{}' is missing", key.name), "give it");
        return nullptr;
    }
    const Json* take_list(const Field& field) {
        const Json* json = take(field.key);
        if (!json || json->is_array()) return json;
        m_context.fail(at(field), fmt::format("expected a list, found {}", found(*json)), "write […]");
        return nullptr;
    }

    const Json& m_json;
    const ObjectRef m_object;
    ReadContext& m_context;
    const std::string& m_path;
};

void read_object(const Json& json, ObjectRef object, ReadContext& context, const std::string& path) {
    if (context.error || !expect_object(json, context, path)) return;
    begin_object(object, context);
    Reader(json, object, context, path).read();
    if (!context.error) complete_object(object, context, path);
}

template<class T>
Result<T> read_whole(const Json& json, const Catalog& catalog, std::string_view where,
                     std::vector<Diagnostic>& warnings) {
    ReadContext context{catalog, where, warnings};
    T out;
    read_object(json, ref(out), context, "");
    if (context.error) return tl::unexpected(std::move(*context.error));
    if (context.untold > 0)
        warnings.push_back(
            {std::string(where),
             fmt::format("{} more unknown key{}", context.untold, context.untold > 1 ? "s" : ""),
             "kept, not used"});
    return out;
}

} // namespace

Result<Project> project_from_json(const Json& json, const Catalog& catalog, std::string_view where,
                                  std::vector<Diagnostic>& warnings) {
    return read_whole<Project>(json, catalog, where, warnings);
}

Result<Scenario> scenario_from_json(const Json& json, const Catalog& catalog, std::string_view where,
                                    std::vector<Diagnostic>& warnings) {
    return read_whole<Scenario>(json, catalog, where, warnings);
}

} // namespace roofrack
