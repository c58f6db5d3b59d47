// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/project_writer.h"

#include "core/catalog/catalog.h"
#include "core/project/own_parts.h"
#include "core/project/part_reader.h"
#include "core/project/project_fields.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace roofrack {

namespace {

using Json = nlohmann::ordered_json;
using namespace fields;

/// `own`: the scenario's own parts, which its elements name by id.
template<class T>
Json write_object(const T& object, const std::vector<PartRef>* own = nullptr);

Json bare_number(double value) {
    constexpr double exact = 9007199254740992; // 2^53
    if (value == std::floor(value) && std::abs(value) < exact) return static_cast<int64_t>(value);
    return value;
}

/// Text with a unit when reading it gives the same bits, else the bare number.
Json quantity(double value, const Unit& unit) {
    if (unit.dimension == Dimension::number || !unit.symbol.empty()) return bare_number(value);
    const auto exact = [&](const std::string& text) {
        const Result<double> read_back = parse_quantity(text, unit.dimension);
        return read_back && *read_back == value;
    };
    constexpr double gigabit_per_s = 1.25e8; // B/s
    if (unit.in_bits)
        if (std::string text = fmt::format("{} Gb/s", value / gigabit_per_s); exact(text)) return text;
    for (const int digits : {4, 6, 9})
        if (std::string text = format_quantity(value, unit.dimension, digits); exact(text)) return text;
    return bare_number(value);
}

bool is_link_rate(std::string_view figure) {
    return figure == "nic_rate" || figure == "port_rate" || figure == "rate";
}

Json figure_json(const Figure& figure, const FigureSpec& spec) {
    Unit unit(spec.dimension);
    unit.in_bits = is_link_rate(spec.key);
    const Json value = figure.value ? quantity(*figure.value, unit) : Json();
    if (figure.value && figure == project_figure(*figure.value)) return value;
    Json json{{"value", value}};
    if (figure.status != Status::unknown) json["status"] = name_of(figure.status);
    if (!figure.source.empty()) json["source"] = figure.source;
    if (!figure.note.empty()) json["note"] = figure.note;
    return json;
}

/// Only what differs from the catalogue part it is based on.
Json part_json(const PartRef& ref) {
    if (!ref.inline_part) return ref.id;
    const Part& part = *ref.inline_part;
    const Part* const based_on = ref.base.empty() ? nullptr : Catalog::built_in().part(part.kind, ref.base);
    Part base = based_on ? *based_on : Part();
    if (based_on) base.id = ref.base;
    Json json = Json::object();
    if (!ref.base.empty()) json["base"] = ref.base;
    if (ref.id != base.id) json["id"] = ref.id;
    if (part.name != base.name) json["name"] = part.name;
    if (part.vendor != base.vendor) json["vendor"] = part.vendor;
    if (part.note != base.note) json["note"] = part.note;
    for (const auto& [key, text] : part.text)
        if (const auto it = base.text.find(key); it == base.text.end() || it->second != text)
            json[key] = text;
    for (const auto& [key, text] : base.text)
        if (!part.text.contains(key)) json[key] = nullptr;
    for (const FigureSpec& spec : figure_specs(part.kind)) {
        const auto own = part.figures.find(spec.key);
        const auto other = base.figures.find(spec.key);
        if (own == part.figures.end()) {
            if (other != base.figures.end()) json[std::string(spec.key)] = nullptr;
        } else if (other == base.figures.end() || !(other->second == own->second))
            json[std::string(spec.key)] = figure_json(own->second, spec);
    }
    return json;
}

/// The same as an entry of its own: with its kind.
Json kept_part_json(const PartRef& ref) {
    Json json{{"kind", name_of(ref.inline_part->kind)}};
    json.update(part_json(ref));
    return json;
}

/// Visitor of fields::describe: writes what differs from the default. Values that no file can hold (NaN) are
/// left out.
template<class T>
class Writer {
public:
    Writer(const T& object, Json& json, const std::vector<PartRef>* own)
        : m_object(object)
        , m_json(json)
        , m_own(own) {}

    template<class M>
    void number(const Key& key, const M T::*member, const Unit& unit, Range, std::string_view) {
        const M& value = m_object.*member;
        if constexpr (is_optional<M>) {
            if (value && std::isfinite(number_of(*value))) put(key, quantity(number_of(*value), unit));
        } else if (std::isfinite(number_of(value)))
            put_unless_default(key, member, [&] { return quantity(number_of(value), unit); });
    }
    template<class M>
    void integer(const Key& key, const M T::*member, Range, std::string_view) {
        if constexpr (is_optional<M>) {
            if (m_object.*member) put(key, *(m_object.*member));
        } else
            put_unless_default(key, member, [&] { return Json(m_object.*member); });
    }
    void integers(const Key& key, const std::vector<int> T::*member, Range, std::string_view) {
        put_unless_default(key, member, [&] { return Json(m_object.*member); });
    }
    void texts(const Key& key, const std::vector<std::string> T::*member, std::string_view) {
        put_unless_default(key, member, [&] { return Json(m_object.*member); });
    }
    void flag(const Key& key, const bool T::*member, std::string_view) {
        put_unless_default(key, member, [&] { return Json(m_object.*member); });
    }
    void text(const Key& key, const std::string T::*member, std::string_view) {
        put_unless_default(key, member, [&] { return Json(m_object.*member); });
    }
    void one_of(const Key& key, const std::string T::*member, const std::vector<std::string>&,
                std::string_view help) {
        text(key, member, help);
    }
    template<class E, size_t N>
    void choice(const Key& key, const E T::*member, const std::array<E, N>&, std::string_view) {
        put_unless_default(key, member, [&] { return Json(name_of(m_object.*member)); });
    }
    template<class M>
    void position(const Key& key, const M T::*member, std::string_view) {
        if constexpr (is_optional<M>) {
            if (m_object.*member) put(key, position_json(*(m_object.*member)));
        } else
            put_unless_default(key, member, [&] { return position_json(m_object.*member); });
    }
    template<class M>
    void object(const Key& key, const M T::*member, std::string_view) {
        if constexpr (is_optional<M>) {
            if (m_object.*member) put(key, write_object(*(m_object.*member), m_own));
        } else if (Json json = write_object(m_object.*member, m_own); !json.empty())
            put(key, std::move(json));
    }
    template<class Item>
    void list(const Key& key, const std::vector<Item> T::*member, std::string_view) {
        if ((m_object.*member).empty() && key.presence == Presence::optional) return;
        Json items = Json::array();
        for (const Item& item : m_object.*member) items.push_back(write_object(item, m_own));
        put(key, std::move(items));
    }
    void part(const Key& key, const PartRef T::*member, std::string_view) {
        const PartRef& part = m_object.*member;
        if (part.id.empty()) return;
        const bool kept = m_own && part.inline_part && std::ranges::find(*m_own, part) != m_own->end();
        put(key, kept ? Json(part.id) : part_json(part));
    }
    void parts(const Key& key, const std::vector<PartRef> T::*member, std::string_view) {
        m_own = &(m_object.*member);
        Json items = Json::array();
        for (const PartRef& part : m_object.*member)
            if (part.inline_part) items.push_back(kept_part_json(part));
        if (!items.empty()) put(key, std::move(items));
    }
    void model(const Key& key, std::string_view) {
        if (m_object.inline_model)
            put(key, write_object(*m_object.inline_model));
        else if (!m_object.model.empty())
            put(key, m_object.model);
    }

    void unknown_keys() {
        if constexpr (requires { m_object.unknown; })
            for (const auto& [key, text] : m_object.unknown)
                if (Json json = Json::parse(text, nullptr, false);
                    !json.is_discarded() && !m_json.contains(key))
                    m_json[key] = std::move(json);
    }

private:
    static Json position_json(const Position& position) {
        return Json::array({bare_number(position.x), bare_number(position.y)});
    }
    void put(const Key& key, Json value) { m_json[std::string(key.name)] = std::move(value); }
    template<class M, class Value>
    void put_unless_default(const Key& key, const M T::*member, const Value& value) {
        static const T defaults;
        if (key.presence != Presence::optional || !(m_object.*member == defaults.*member)) put(key, value());
    }

    const T& m_object;
    Json& m_json;
    const std::vector<PartRef>* m_own;
};

template<class T>
Json write_object(const T& object, const std::vector<PartRef>* own) {
    Json json = Json::object();
    Writer<T> writer(object, json, own);
    describe(writer, std::type_identity<T>());
    writer.unknown_keys();
    return json;
}

void print(const Json& json, std::string& out, size_t indent) {
    const auto is_plain = [](const Json& value) { return !value.is_structured() || value.empty(); };
    if (is_plain(json) ||
        (json.is_array() && json.size() <= 8 && std::ranges::none_of(json, &Json::is_structured))) {
        if (!json.is_array()) {
            out += json.dump(-1, ' ', false, Json::error_handler_t::replace);
            return;
        }
        out += '[';
        for (size_t i = 0; i < json.size(); ++i) {
            if (i > 0) out += ", ";
            print(json[i], out, indent);
        }
        out += ']';
        return;
    }
    out += json.is_object() ? "{" : "[";
    const std::string line_start = "\n" + std::string(indent + 2, ' ');
    bool first = true;
    for (const auto& [key, value] : json.items()) {
        if (!first) out += ',';
        first = false;
        out += line_start;
        if (json.is_object()) out += Json(key).dump(-1, ' ', false, Json::error_handler_t::replace) + ": ";
        print(value, out, indent + 2);
    }
    out += '\n' + std::string(indent, ' ') + (json.is_object() ? "}" : "]");
}

} // namespace

Json project_json(const Project& project) { return write_object(project); }
Json scenario_json(const Scenario& scenario) { return write_object(scenario); }
Json model_json(const ModelSpec& model) { return write_object(model); }
Json own_part_json(const PartRef& part) { return kept_part_json(part); }

std::string pretty_text(const Json& json) {
    std::string out;
    print(json, out, 0);
    return out + '\n';
}

} // namespace roofrack
