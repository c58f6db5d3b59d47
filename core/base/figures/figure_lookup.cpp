// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/figures/figure_lookup.h"

#include "core/base/figures/shape_json.h"
#include "core/base/units/nearest.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <nlohmann/json.hpp>

namespace roofrack::figures {

namespace {

constexpr int deepest = 8; ///< shapes may hold themselves

/// Where a name leads. Without a row it is all of the object, without an object nothing that is there.
struct Place {
    const Shape* shape;
    const Row* row;
    const void* object;
    BandPart part;
    std::string absent; ///< why there is no object
};

std::string_view head_of(std::string_view& name) {
    const size_t dot = name.find('.');
    const std::string_view head = name.substr(0, dot);
    name = dot == std::string_view::npos ? std::string_view() : name.substr(dot + 1);
    return head;
}

auto unknown_name(std::string_view whole, std::string_view head, const std::vector<std::string>& known) {
    return fail(std::string(whole), fmt::format("there is no figure '{}' in it", head),
                suggestion(head, known));
}

std::vector<std::string> keys_of(const Shape& shape) {
    std::vector<std::string> out;
    for (const Row& row : shape.rows) out.emplace_back(row.key);
    return out;
}

/// The shape of what a name leads to that is no single figure.
const Shape& shape_inside(const Place& place) {
    if (!place.row) return *place.shape;
    const auto* const part = place.row->as<ObjectValue>();
    return part ? part->shape() : place.row->as<ListValue>()->shape();
}

std::string name_of_item(const Shape& shape, const void* item) {
    const auto naming = std::ranges::find_if(shape.rows, &Row::names_item);
    if (naming == shape.rows.end()) return {};
    const void* const at = naming->in(item);
    if (const auto* choice = naming->as<ChoiceValue>()) return std::string(choice->name(at));
    const auto* text = naming->as<TextValue>();
    return text ? text->get(at) : std::string();
}

/// Follows a name and calls `take` with the place where it ends, while all on the way lives.
template<class Take>
class Walk {
public:
    Walk(std::string_view whole, const Take& take)
        : m_whole(whole)
        , m_take(take) {}

    Result<void> object(const Shape& shape, const void* object, std::string_view rest, std::string absent) {
        if (rest.empty()) return m_take(Place{&shape, nullptr, object, BandPart::all, std::move(absent)});
        const std::string_view head = head_of(rest);
        const Row* const row = shape.find(head);
        if (!row) return unknown_name(m_whole, head, keys_of(shape));
        if (object && absent.empty()) absent = absence_of({&shape, object}, {{}, row});
        if (rest.empty()) return m_take(Place{&shape, row, object, BandPart::all, std::move(absent)});
        const void* const here = absent.empty() ? object : nullptr;
        if (const auto* part = row->as<ObjectValue>()) return inside(*part, *row, here, rest, absent);
        if (const auto* list = row->as<ListValue>()) return item(*list, *row, here, rest, absent);
        if (const auto part = part_of_row(*row, rest))
            return m_take(Place{&shape, row, object, *part, std::move(absent)});
        if (row->as<BandOfValues>()) return unknown_name(m_whole, rest, {"low", "likely", "high"});
        if (row->as<RangeValue>()) return unknown_name(m_whole, rest, {"low", "high"});
        return fail(std::string(m_whole), fmt::format("'{}' is one figure and has no '{}'", head, rest),
                    fmt::format("leave '.{}' away", rest));
    }

private:
    Result<void> inside(const ObjectValue& part, const Row& row, const void* object, std::string_view rest,
                        const std::string& absent) {
        if (!object) return this->object(part.shape(), nullptr, rest, absent);
        Result<void> out;
        part.visit(row.in(object),
                   [&](const void* found) { out = this->object(part.shape(), found, rest, {}); });
        return out;
    }
    Result<void> item(const ListValue& list, const Row& row, const void* object, std::string_view rest,
                      const std::string& absent) {
        const std::string_view head = head_of(rest);
        const Shape& shape = list.shape();
        size_t wanted = std::numeric_limits<size_t>::max();
        if (const auto [end, fault] = std::from_chars(head.data(), head.data() + head.size(), wanted);
            fault != std::errc() || end != head.data() + head.size())
            wanted = std::numeric_limits<size_t>::max();
        std::vector<std::string> names;
        bool is_found = false;
        Result<void> out;
        const auto look = [&](const void* found) {
            const size_t index = names.size();
            names.push_back(name_of_item(shape, found));
            if (names.back().empty()) names.back() = fmt::format("{}", index);
            if (is_found || (names.back() != head && index != wanted)) return;
            is_found = true;
            out = this->object(shape, found, rest, {});
        };
        if (object) list.visit(row.in(object), look);
        if (is_found) return out;
        if (!object) return this->object(shape, nullptr, rest, absent);
        if (names.empty()) return this->object(shape, nullptr, rest, fmt::format("{}: none", row.label));
        return fail(std::string(m_whole), fmt::format("there is no '{}' among them", head),
                    suggestion(head, names));
    }

    std::string_view m_whole;
    const Take& m_take;
};

template<class Take>
Result<void> walk(Object object, std::string_view name, const Take& take) {
    return Walk<Take>(name, take).object(*object.shape, object.data, name, {});
}

void collect(const Shape& shape, const std::string& prefix, int depth, std::vector<NamedRow>& out) {
    for (const Row& row : shape.rows) {
        const std::string name = prefix + std::string(row.key);
        out.push_back({name, &shape, &row});
        if (depth == deepest) continue;
        if (const auto* part = row.as<ObjectValue>()) collect(part->shape(), name + '.', depth + 1, out);
        if (const auto* list = row.as<ListValue>()) collect(list->shape(), name + ".*.", depth + 1, out);
    }
}

} // namespace

std::vector<std::string_view> NamedRow::reasons() const {
    std::vector<std::string_view> out;
    for (int i = row->gate; i >= 0; i = shape->gates[static_cast<size_t>(i)].outer)
        out.push_back(shape->gates[static_cast<size_t>(i)].because);
    std::ranges::reverse(out);
    if (!row->absent.empty()) out.push_back(row->absent);
    return out;
}

std::vector<NamedRow> all_figures(const Shape& shape, std::string_view prefix) {
    std::vector<NamedRow> out;
    collect(shape, prefix.empty() ? std::string() : std::string(prefix) + '.', 0, out);
    return out;
}

Result<Reading> read_figure(Object object, std::string_view name) {
    Reading out;
    const auto read = [&](const Place& place) -> Result<void> {
        if (!place.row || place.row->as<ObjectValue>() || place.row->as<ListValue>()) {
            return fail(std::string(name), "it is several figures",
                        suggestion({}, keys_of(shape_inside(place))));
        }
        out.row = place.row;
        out.absent = place.absent;
        out.number = std::numeric_limits<double>::quiet_NaN();
        if (!out.absent.empty() || !place.object) return {};
        const Object here{place.shape, place.object};
        const Column column{{}, place.row, place.part};
        out.number = number_of(here, column);
        const Measure& measure = place.row->measure;
        out.text = cell_of(here, column);
        const bool has_number = std::isfinite(out.number) || place.row->as<RangeValue>();
        if (has_number && !measure.carries_unit()) out.text += fmt::format(" {}", measure.shown);
        return {};
    };
    if (const auto done = walk(object, name, read); !done) return tl::unexpected(done.error());
    return out;
}

Result<nlohmann::ordered_json> figure_json(Object object, std::string_view name) {
    nlohmann::ordered_json out;
    const auto read = [&](const Place& place) -> Result<void> {
        if (!place.object || !place.absent.empty()) return {};
        const Object here{place.shape, place.object};
        if (!place.row)
            out = json_of(here);
        else if (place.part == BandPart::all)
            out = value_json(*place.shape, *place.row, place.object);
        else if (const double value = number_of(here, {{}, place.row, place.part}); std::isfinite(value))
            out = value;
        return {};
    };
    if (const auto done = walk(object, name, read); !done) return tl::unexpected(done.error());
    return out;
}

} // namespace roofrack::figures
