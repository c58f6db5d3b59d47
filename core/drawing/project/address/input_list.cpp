// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/project/address/input_list.h"

#include "core/base/units/nearest.h"
#include "core/base/units/quantity_text.h"
#include "core/drawing/project/address/json_pointer.h"
#include "core/drawing/project/address/named_address.h"
#include "core/drawing/project/object_type.h"
#include "core/drawing/project/project_writer.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace roofrack {

namespace {

using namespace fields;

void collect(const ObjectType& type, const std::string& prefix, std::vector<const ObjectType*> around,
             std::vector<Input>& out);

/// Adds what a field holds below its address.
struct Collect {
    const std::string& address;
    const Field& field;
    const std::vector<const ObjectType*>& around;
    std::vector<Input>& out;

    Input& add() const {
        out.push_back({address, field.help, {}, {}, {}, {}});
        return out.back();
    }
    void operator()(const NumberField& number) const {
        Input& input = add();
        const Unit& unit = number.unit;
        input.unit = unit.symbol.empty() ? unit_symbol(unit.dimension) : unit.symbol;
        input.least = number.range.low;
        input.most = number.range.high;
    }
    void operator()(const IntegerField& number) const {
        Input& input = add();
        input.least = number.range.low;
        input.most = number.range.high;
    }
    void operator()(const FlagField&) const { add().choices = {"true", "false"}; }
    void operator()(const OneOfField& one) const { add().choices = one.names; }
    void operator()(const ChoiceField& choice) const {
        Input& input = add();
        for (const auto& [name, value] : choice.values) input.choices.emplace_back(name);
    }
    void operator()(const ObjectField& object) const { collect(*object.type, address, around, out); }
    void operator()(const ListField& list) const { collect(*list.type, address + "/*", around, out); }
    template<class Other>
    void operator()(const Other&) const {
        add();
    }
};

void collect(const ObjectType& type, const std::string& prefix, std::vector<const ObjectType*> around,
             std::vector<Input>& out) {
    if (std::ranges::find(around, &type) != around.end()) return; // it holds itself
    around.push_back(&type);
    for (const Field& field : type.fields) {
        const std::string address = prefix + '/' + std::string(field.key.name);
        std::visit(Collect{address, field, around, out}, field.kind);
    }
}

} // namespace

const std::vector<Input>& scenario_inputs() {
    static const std::vector<Input> all = [] {
        std::vector<Input> out;
        collect(type_of<Scenario>(), "", {}, out);
        return out;
    }();
    return all;
}

Result<nlohmann::ordered_json> input_value(const Scenario& scenario, std::string_view address,
                                           const Catalog& catalog) {
    const auto by_ids = address_by_ids(scenario.cluster, address);
    if (!by_ids) return tl::unexpected(by_ids.error());
    const nlohmann::ordered_json whole = scenario_json(scenario, catalog);
    const nlohmann::ordered_json* at = &whole; // null: the scenario says nothing there
    std::string pattern, path;
    for (const std::string& token : pointer_tokens(*by_ids)) {
        if (at && at->is_array()) {
            const auto index = index_in(*at, token);
            if (!index) return tl::unexpected(no_member(*at, path, token));
            at = &(*at)[*index];
            pattern += "/*";
        } else {
            at = at && at->is_object() && at->contains(token) ? &(*at)[token] : nullptr;
            pattern += '/' + token;
        }
        path += '/' + token;
    }
    if (at) return *at;
    std::vector<std::string> known;
    for (const Input& input : scenario_inputs()) {
        if (input.address == pattern || input.address.starts_with(pattern + '/')) return nullptr;
        known.push_back(input.address);
    }
    std::string advice =
        fmt::format("there are {} inputs: `roofrack-cli figures --inputs` lists them", known.size());
    if (const size_t equals = address.find('='); equals != std::string_view::npos)
        advice =
            fmt::format("values are no part of an address: write '{}', and the values as the next argument",
                        address.substr(0, equals));
    else if (!nearest(pattern, known).empty())
        advice = suggestion(pattern, known);
    return fail(std::string(address), "there is no such input", advice);
}

} // namespace roofrack
