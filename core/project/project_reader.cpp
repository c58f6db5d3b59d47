// SPDX-License-Identifier: GPL-3.0-or-later
#include "catalog/catalog.h"
#include "project/cluster_rules.h"
#include "project/json_text.h"
#include "project/nearest.h"
#include "project/project_fields.h"
#include "project/project_json.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <set>

namespace roofrack {

namespace {

using Json = nlohmann::ordered_json;
using namespace fields;

/// What all readers of one file share. The first error wins; readers go on, which does no harm.
struct Context {
    const Catalog& catalog;
    std::string_view where;
    std::vector<Diagnostic>& warnings;
    std::optional<Diagnostic> error;

    std::string place(const std::string& pointer) const {
        if (where.empty()) return pointer;
        return pointer.empty() ? std::string(where) : fmt::format("{}: {}", where, pointer);
    }
    void fail(const std::string& pointer, std::string what, std::string fix) {
        if (!error) error = {place(pointer), std::move(what), std::move(fix)};
    }
};

std::string found(const Json& json) {
    if (json.is_object()) return "an object";
    if (json.is_array()) return "a list";
    std::string text = json.dump();
    return text.size() > 40 ? std::string("a long ") + json.type_name() : text;
}

template<class T>
void read_object(const Json& json, T& out, Context& context, const std::string& path);

/// A number in the file's unit, or text with a unit; nothing (and an error) when it is neither.
std::optional<double> read_number(const Json& json, const Unit& unit, Range range, Context& context,
                                  const std::string& path) {
    double value = 0;
    if (json.is_number())
        value = json.get<double>();
    else if (json.is_string()) {
        const Result<double> parsed = parse_quantity(json.get_ref<const std::string&>(), unit.dimension);
        if (!parsed) {
            context.fail(path, parsed.error().what, parsed.error().fix);
            return std::nullopt;
        }
        value = *parsed * unit.per_si;
    } else {
        context.fail(path, fmt::format("expected a number, found {}", found(json)),
                     unit.dimension == Dimension::number ? "write a number"
                                                         : "write a number, or text with a unit");
        return std::nullopt;
    }
    if (!(value >= range.low && value <= range.high)) {
        const std::string_view symbol = unit.symbol.empty() ? unit_symbol(unit.dimension) : unit.symbol;
        context.fail(path, fmt::format("{:.6g} is out of range", value),
                     fmt::format("give {:.6g} to {:.6g}{}{}", range.low, range.high,
                                 symbol.empty() ? "" : " ", symbol));
        return std::nullopt;
    }
    return value;
}

std::optional<int> read_integer(const Json& json, Range range, Context& context, const std::string& path) {
    const std::optional<double> value = read_number(json, ratio, range, context, path);
    if (!value) return std::nullopt;
    if (*value != std::floor(*value)) {
        context.fail(path, fmt::format("{} is not a whole number", *value), "write one without a fraction");
        return std::nullopt;
    }
    return static_cast<int>(*value);
}

std::optional<std::string> read_text(const Json& json, Context& context, const std::string& path) {
    if (json.is_string()) return json.get<std::string>();
    context.fail(path, fmt::format("expected text, found {}", found(json)), "put it in quotes");
    return std::nullopt;
}

bool expect_object(const Json& json, Context& context, const std::string& path) {
    if (!json.is_object())
        context.fail(path, fmt::format("expected an object, found {}", found(json)), "write {…}");
    return json.is_object();
}

void unknown_part(const std::string& id, Context& context, const std::string& path) {
    const std::string near = context.catalog.nearest_part(id);
    context.fail(path, fmt::format("unknown part '{}'", id),
                 near.empty() ? "`catalog list` names them all" : fmt::format("did you mean '{}'?", near));
}

/// A catalogue part of the kind; an error when there is none.
const Part* catalogue_part(PartKind kind, const std::string& id, Context& context, const std::string& path) {
    if (const Part* part = context.catalog.part(kind, id)) return part;
    if (const Part* other = context.catalog.part(id))
        context.fail(path, fmt::format("'{}' is a {}, not a {}", id, name_of(other->kind), name_of(kind)),
                     fmt::format("name a {}", name_of(kind)));
    else
        unknown_part(id, context, path);
    return nullptr;
}

/// Keys that may hold text in an own part: the ones that the catalogue's parts of the kind have.
std::set<std::string> text_keys(PartKind kind, const Catalog& catalog) {
    std::set<std::string> keys;
    for (const Part& part : catalog.parts())
        if (part.kind == kind)
            for (const auto& [key, text] : part.text) keys.insert(key);
    return keys;
}

void read_figure(const Json& json, const FigureSpec& spec, Part& part, Context& context,
                 const std::string& path) {
    const bool signed_figure = spec.dimension == Dimension::temperature;
    const Range range = signed_figure ? Range{-273.15, 1000} : any_amount;
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
    Figure figure;
    for (const auto& [name, member] : json.items()) {
        const std::string at = path + "/" + pointer_token(name);
        if (name == "value") {
            if (!member.is_null()) figure.value = read_number(member, spec.dimension, range, context, at);
        } else if (name == "status") {
            const auto text = read_text(member, context, at).value_or("");
            bool known = false;
            for (const Status status : statuses)
                if (text == name_of(status)) {
                    figure.status = status;
                    known = true;
                }
            if (!known)
                context.fail(at, fmt::format("unknown status '{}'", text), "say how sure the figure is");
        } else if (name == "source")
            figure.source = read_text(member, context, at).value_or("");
        else if (name == "note")
            figure.note = read_text(member, context, at).value_or("");
        else
            context.fail(at, fmt::format("unknown key '{}'", name), "it knows value, status, source, note");
    }
    part.figures[key] = std::move(figure);
}

/// An own part: a catalogue part with some figures changed, or one given whole.
PartRef read_own_part(const Json& json, PartKind kind, Context& context, const std::string& path) {
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
        else if (key == "id")
            part.id = read_text(value, context, at).value_or("");
        else if (key == "name")
            part.name = read_text(value, context, at).value_or("");
        else if (key == "vendor")
            part.vendor = read_text(value, context, at).value_or("");
        else if (key == "note")
            part.note = read_text(value, context, at).value_or("");
        else if (const FigureSpec* spec = figure_spec(kind, key))
            read_figure(value, *spec, part, context, at);
        else if (texts.contains(key)) {
            if (value.is_null())
                part.text.erase(key);
            else
                part.text[key] = read_text(value, context, at).value_or("");
        } else {
            std::vector<std::string> known{"base", "id", "name", "vendor", "note"};
            for (const FigureSpec& figure : figure_specs(kind)) known.emplace_back(figure.key);
            known.insert(known.end(), texts.begin(), texts.end());
            context.fail(at, fmt::format("a {} has no figure '{}'", name_of(kind), key),
                         suggestion(key, known));
        }
    }
    if (part.id.empty()) context.fail(path, "the part has neither a base nor an id", "give one of them");
    if (part.name.empty()) part.name = part.id;
    ref.id = part.id;
    ref.inline_part = std::move(part);
    return ref;
}

std::optional<Position> read_position(const Json& json, Context& context, const std::string& path) {
    if (!json.is_array() || json.size() != 2) {
        context.fail(path, fmt::format("expected two numbers, found {}", found(json)), "write [x, y]");
        return std::nullopt;
    }
    constexpr Range canvas{-1e7, 1e7};
    const auto x = read_number(json[0], ratio, canvas, context, path + "/0");
    const auto y = read_number(json[1], ratio, canvas, context, path + "/1");
    if (!x || !y) return std::nullopt;
    return Position{*x, *y};
}

/// Rules of one object that no single key shows.
template<class T>
void complete(T&, Context&, const std::string&) {}

void complete(TransformerShape& shape, Context&, const std::string&) {
    if (shape.kv_heads == 0) shape.kv_heads = shape.heads;
}

void complete(ModelSpec& model, Context& context, const std::string& path) {
    if (model.transformer.has_value() == model.generic.has_value())
        context.fail(path,
                     model.generic ? "the model is both a transformer and a generic profile"
                                   : "the model is neither a transformer nor a generic profile",
                     "give one of `transformer` and `generic`");
    if (model.id.empty()) model.id = "own-model";
}

void complete(Plan& plan, Context& context, const std::string& path) {
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

void complete(Cluster& cluster, Context& context, const std::string& path) {
    if (context.error) return;
    for (size_t i = 0; i < cluster.links.size(); ++i)
        if (const std::string& cable = cluster.links[i].cable; !cable.empty())
            catalogue_part(PartKind::cable, cable, context, fmt::format("{}/links/{}/cable", path, i));
    if (const auto fault = join_cluster(cluster)) context.fail(path + fault->where, fault->what, fault->fix);
}

void complete(Project& project, Context& context, const std::string& path) {
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
    Reader(const Json& json, T& out, Context& context, const std::string& path)
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
            catalogue_part(*kind, *id, m_context, at(key));
            (m_out.*member).id = *id;
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
            const std::string near = m_context.catalog.nearest_model(*id);
            m_context.fail(at(key), fmt::format("unknown model '{}'", *id),
                           near.empty() ? "`catalog list` names them all"
                                        : fmt::format("did you mean '{}'?", near));
        }
    }

    /// Keys that no field took: kept where the struct can keep them, else an error, so that none is lost.
    void unknown_keys() {
        for (const auto& [key, value] : m_json.items()) {
            if (std::ranges::find(m_known, key) != m_known.end()) continue;
            const std::string pointer = m_path + "/" + pointer_token(key);
            if constexpr (requires { m_out.unknown; }) {
                m_out.unknown.emplace(key, value.dump());
                constexpr size_t most_warnings = 20; // a file of junk should not flood the terminal
                if (m_context.warnings.size() >= most_warnings) continue;
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
    Context& m_context;
    const std::string& m_path;
    std::vector<std::string> m_known;
};

template<class T>
void read_object(const Json& json, T& out, Context& context, const std::string& path) {
    if (context.error || !expect_object(json, context, path)) return;
    Reader<T> reader(json, out, context, path);
    describe(reader, std::type_identity<T>());
    reader.unknown_keys();
    if (!context.error) complete(out, context, path);
}

template<class T>
Result<T> read(const Json& json, const Catalog& catalog, std::string_view where,
               std::vector<Diagnostic>& warnings) {
    Context context{catalog, where, warnings, {}};
    T out;
    read_object(json, out, context, "");
    if (context.error) return tl::unexpected(std::move(*context.error));
    return out;
}

} // namespace

std::optional<PartKind> part_kind_of(ElementKind kind) {
    switch (kind) {
    case ElementKind::rack: return PartKind::rack;
    case ElementKind::server: return PartKind::server;
    case ElementKind::switch_: return PartKind::switch_;
    case ElementKind::storage: return PartKind::storage;
    case ElementKind::feed: return PartKind::feed;
    case ElementKind::cooling: return PartKind::cooling;
    default: return std::nullopt;
    }
}

Figure project_figure(double value) { return {value, Status::judgement, "this project", {}}; }

Result<Project> project_from_json(const Json& json, const Catalog& catalog, std::string_view where,
                                  std::vector<Diagnostic>& warnings) {
    return read<Project>(json, catalog, where, warnings);
}

Result<Scenario> scenario_from_json(const Json& json, const Catalog& catalog, std::string_view where,
                                    std::vector<Diagnostic>& warnings) {
    return read<Scenario>(json, catalog, where, warnings);
}

} // namespace roofrack
