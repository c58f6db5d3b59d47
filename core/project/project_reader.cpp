// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/project_reader.h"

#include "core/catalog/catalog.h"
#include "core/catalog/missing.h"
#include "core/model/part_kind_of.h"
#include "core/project/cluster_rules.h"
#include "core/project/json_text.h"
#include "core/project/nearest.h"
#include "core/project/part_reader.h"
#include "core/project/project_fields.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <set>

namespace roofrack {

namespace {

using Json = nlohmann::ordered_json;
using namespace fields;

template<class T>
void read_object(const Json& json, T& out, ReadContext& context, const std::string& path);

/// What stands for keys that are not given: of the catalogue's constants.
template<class T>
void begin(T&, const ReadContext&) {}

void begin(Site& site, const ReadContext& context) { site = Site(context.catalog.defaults()); }

void begin(Scenario& scenario, const ReadContext& context) { begin(scenario.site, context); }

/// Rules of one object that no single key shows.
template<class T>
void complete(T&, ReadContext&, const std::string&) {}

void complete(TransformerShape& shape, ReadContext&, const std::string&) {
    if (shape.kv_heads == 0) shape.kv_heads = shape.heads;
}

void complete(ModelSpec& model, ReadContext& context, const std::string& path) {
    if (model.transformer.has_value() == model.generic.has_value())
        context.fail(path,
                     model.generic ? "the model is both a transformer and a generic profile"
                                   : "the model is neither a transformer nor a generic profile",
                     "give one of `transformer` and `generic`");
    if (model.id.empty()) model.id = "own-model";
}

void complete(Plan& plan, ReadContext& context, const std::string& path) {
    static const std::vector<std::string> known{"tp", "cp", "ep", "dp", "pp"};
    std::vector<std::string> axes;
    std::string_view rest = plan.placement;
    while (true) {
        const size_t dash = rest.find('-');
        axes.emplace_back(rest.substr(0, dash));
        if (dash == std::string_view::npos) break;
        rest.remove_prefix(dash + 1);
    }
    std::set<std::string> once;
    for (const std::string& axis : axes)
        if (std::ranges::find(known, axis) == known.end() || !once.insert(axis).second)
            return context.fail(path + "/placement", fmt::format("unknown rank order '{}'", plan.placement),
                                "write tp, cp, dp and pp (and ep) once each, joined by '-', fastest first");
}

void complete(CollectiveSweep& sweep, ReadContext& context, const std::string& path) {
    if (sweep.points.empty()) context.fail(path + "/points", "the sweep has no point", "give at least one");
    for (size_t i = 1; i < sweep.points.size(); ++i)
        if (sweep.points[i].bytes <= sweep.points[i - 1].bytes)
            return context.fail(fmt::format("{}/points/{}/size", path, i), "the sizes do not ascend",
                                "give each size once, the smallest first");
}

void complete(Cluster& cluster, ReadContext& context, const std::string& path) {
    if (context.error) return;
    for (size_t i = 0; i < cluster.links.size(); ++i)
        if (const std::string& cable = cluster.links[i].cable; !cable.empty())
            catalogue_part(PartKind::cable, cable, context, fmt::format("{}/links/{}/cable", path, i));
    if (const auto fault = join_cluster(cluster)) context.fail(path + fault->where, fault->what, fault->fix);
}

void complete(Project& project, ReadContext& context, const std::string& path) {
    if (project.scenarios.empty())
        context.fail(path + "/scenarios", "there is no scenario", "give at least one");
    std::set<std::string> names;
    for (size_t i = 0; i < project.scenarios.size(); ++i)
        if (const std::string& name = project.scenarios[i].name; !name.empty() && !names.insert(name).second)
            context.fail(fmt::format("{}/scenarios/{}/name", path, i),
                         fmt::format("a second scenario is named '{}'", name), "give each its own name");
}

/// Visitor of fields::describe: fills one struct from one JSON object.
template<class T>
class Reader {
public:
    Reader(const Json& json, T& out, ReadContext& context, const std::string& path)
        : m_json(json)
        , m_out(out)
        , m_context(context)
        , m_path(path) {}

    template<class M>
    void number(const Key& key, M T::*member, const Unit& unit, Range range, std::string_view) {
        if (const Json* json = take(key))
            if (const auto value = read_number(*json, unit, range, m_context, at(key)))
                m_out.*member = unwrapped<M>(*value);
    }
    template<class M>
    void integer(const Key& key, M T::*member, Range range, std::string_view) {
        if (const Json* json = take(key))
            if (const auto value = read_integer(*json, range, m_context, at(key))) m_out.*member = *value;
    }
    void integers(const Key& key, std::vector<int> T::*member, Range range, std::string_view) {
        const Json* json = take_list(key);
        if (!json) return;
        for (size_t i = 0; i < json->size(); ++i)
            (m_out.*member)
                .push_back(
                    read_integer((*json)[i], range, m_context, fmt::format("{}/{}", at(key), i)).value_or(1));
    }
    void texts(const Key& key, std::vector<std::string> T::*member, std::string_view) {
        const Json* json = take_list(key);
        if (!json) return;
        for (size_t i = 0; i < json->size(); ++i)
            if (auto value = read_text((*json)[i], m_context, fmt::format("{}/{}", at(key), i)))
                (m_out.*member).push_back(std::move(*value));
    }
    void flag(const Key& key, bool T::*member, std::string_view) {
        const Json* json = take(key);
        if (!json) return;
        if (json->is_boolean())
            m_out.*member = json->get<bool>();
        else
            m_context.fail(at(key), fmt::format("expected true or false, found {}", found(*json)),
                           "write one of them");
    }
    void text(const Key& key, std::string T::*member, std::string_view) {
        const Json* json = take(key);
        if (!json) return;
        if (auto value = read_text(*json, m_context, at(key))) m_out.*member = std::move(*value);
        if (key.presence == Presence::required && (m_out.*member).empty())
            m_context.fail(at(key), "the text is empty", "give it");
    }
    template<class E, size_t N>
    void choice(const Key& key, E T::*member, const std::array<E, N>& values, std::string_view) {
        const Json* json = take(key);
        if (!json) return;
        const auto name = read_text(*json, m_context, at(key));
        if (!name) return;
        std::vector<std::string> names;
        for (const E value : values) {
            if (*name == name_of(value)) {
                m_out.*member = value;
                return;
            }
            names.emplace_back(name_of(value));
        }
        m_context.fail(at(key), fmt::format("unknown {} '{}'", key.name, *name), suggestion(*name, names));
    }
    void one_of(const Key& key, std::string T::*member, const std::vector<std::string>& names,
                std::string_view) {
        const Json* json = take(key);
        if (!json) return;
        auto name = read_text(*json, m_context, at(key));
        if (name && std::ranges::find(names, *name) == names.end())
            m_context.fail(at(key), fmt::format("unknown {} '{}'", key.name, *name),
                           suggestion(*name, names));
        else if (name)
            m_out.*member = std::move(*name);
    }
    template<class M>
    void position(const Key& key, M T::*member, std::string_view) {
        if (const Json* json = take(key))
            if (const auto value = read_position(*json, m_context, at(key))) m_out.*member = *value;
    }
    template<class M>
    void object(const Key& key, M T::*member, std::string_view) {
        const Json* json = take(key);
        if (!json) return;
        unwrapped<M> value;
        read_object(*json, value, m_context, at(key));
        m_out.*member = std::move(value);
    }
    template<class Item>
    void list(const Key& key, std::vector<Item> T::*member, std::string_view) {
        const Json* json = take_list(key);
        if (!json) return;
        auto& items = m_out.*member;
        items.resize(json->size());
        for (size_t i = 0; i < items.size() && !m_context.error; ++i)
            read_object((*json)[i], items[i], m_context, fmt::format("{}/{}", at(key), i));
    }
    void part(const Key& key, PartRef T::*member, std::string_view) {
        const Json* json = take(key);
        if (!json) return;
        const auto kind = part_kind_of(m_out.kind);
        if (!kind)
            m_context.fail(at(key), fmt::format("a {} is no part that can be bought", name_of(m_out.kind)),
                           "delete this key");
        else if (json->is_object())
            m_out.*member = read_own_part(*json, *kind, m_context, at(key));
        else if (const auto id = read_text(*json, m_context, at(key)); id && !id->empty()) {
            if (const PartRef* own = own_part(*id)) {
                if (own->inline_part->kind == *kind)
                    m_out.*member = *own;
                else
                    m_context.fail(at(key),
                                   fmt::format("'{}' is a {}, not a {}", *id, name_of(own->inline_part->kind),
                                               name_of(*kind)),
                                   fmt::format("name a {}", name_of(*kind)));
                return;
            }
            catalogue_part(*kind, *id, m_context, at(key));
            (m_out.*member).id = *id;
        }
    }
    void parts(const Key& key, std::vector<PartRef> T::*member, std::string_view) {
        auto& own = m_out.*member;
        m_context.own_parts = &own;
        const Json* json = take_list(key);
        if (!json) return;
        for (size_t i = 0; i < json->size() && !m_context.error; ++i) {
            PartRef part = read_kept_part((*json)[i], m_context, fmt::format("{}/{}", at(key), i));
            if (std::ranges::find(own, part.id, &PartRef::id) != own.end())
                m_context.fail(fmt::format("{}/{}/id", at(key), i),
                               fmt::format("a second part has the id '{}'", part.id), "give each its own id");
            own.push_back(std::move(part));
        }
    }
    void model(const Key& key, std::string_view) {
        const Json* json = take(key);
        if (!json) return;
        if (json->is_object()) {
            read_object(*json, m_out.inline_model.emplace(), m_context, at(key));
            m_out.model = m_out.inline_model->id;
        } else if (const auto id = read_text(*json, m_context, at(key))) {
            m_out.model = *id;
            if (id->empty() || m_context.catalog.model(*id)) return;
            const Diagnostic why = no_model(m_context.catalog, *id);
            m_context.fail(at(key), why.what, why.fix);
        }
    }

    /// Keys that no field took: kept where the struct can keep them, else an error, so that none is lost.
    void unknown_keys() {
        for (const auto& [key, value] : m_json.items()) {
            if (std::ranges::find(m_known, key) != m_known.end()) continue;
            const std::string pointer = m_path + "/" + pointer_token(key);
            if constexpr (requires { m_out.unknown; }) {
                m_out.unknown.emplace(key, value.dump());
                if (key.starts_with("x-")) continue; // another program's own, kept without a word
                constexpr size_t most_warnings = 20; // a file of junk should not flood the terminal
                if (m_context.warnings.size() >= most_warnings) {
                    ++m_context.untold;
                    continue;
                }
                const std::string near = nearest(key, m_known);
                m_context.warnings.push_back({m_context.place(pointer), fmt::format("unknown key '{}'", key),
                                              near.empty()
                                                  ? "kept, not used"
                                                  : fmt::format("kept, not used: did you mean '{}'?", near)});
            } else
                m_context.fail(pointer, fmt::format("unknown key '{}'", key), suggestion(key, m_known));
        }
    }

private:
    const PartRef* own_part(const std::string& id) const {
        if (!m_context.own_parts) return nullptr;
        const auto found = std::ranges::find(*m_context.own_parts, id, &PartRef::id);
        return found != m_context.own_parts->end() && found->inline_part ? &*found : nullptr;
    }
    std::string at(const Key& key) const { return fmt::format("{}/{}", m_path, key.name); }

    const Json* take(const Key& key) {
        m_known.emplace_back(key.name);
        const auto it = m_json.find(key.name);
        if (it != m_json.end()) return &*it;
        if (key.presence == Presence::required)
            m_context.fail(m_path, fmt::format("the key '{}' is missing", key.name), "give it");
        return nullptr;
    }
    const Json* take_list(const Key& key) {
        const Json* json = take(key);
        if (!json || json->is_array()) return json;
        m_context.fail(at(key), fmt::format("expected a list, found {}", found(*json)), "write […]");
        return nullptr;
    }

    const Json& m_json;
    T& m_out;
    ReadContext& m_context;
    const std::string& m_path;
    std::vector<std::string> m_known;
};

template<class T>
void read_object(const Json& json, T& out, ReadContext& context, const std::string& path) {
    if (context.error || !expect_object(json, context, path)) return;
    begin(out, context);
    Reader<T> reader(json, out, context, path);
    describe(reader, std::type_identity<T>());
    reader.unknown_keys();
    if (!context.error) complete(out, context, path);
}

template<class T>
Result<T> read(const Json& json, const Catalog& catalog, std::string_view where,
               std::vector<Diagnostic>& warnings) {
    ReadContext context{catalog, where, warnings};
    T out;
    read_object(json, out, context, "");
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
    return read<Project>(json, catalog, where, warnings);
}

Result<Scenario> scenario_from_json(const Json& json, const Catalog& catalog, std::string_view where,
                                    std::vector<Diagnostic>& warnings) {
    return read<Scenario>(json, catalog, where, warnings);
}

} // namespace roofrack
