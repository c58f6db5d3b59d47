// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/project/address/input_title.h"

#include "core/drawing/project/address/json_pointer.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

namespace roofrack {

namespace {

std::string words_in_key(std::string key) {
    std::ranges::replace(key, '_', ' ');
    return key;
}

std::optional<size_t> list_number(std::string_view token) {
    size_t out = 0;
    const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), out);
    return error == std::errc() && end == token.data() + token.size() ? std::optional(out) : std::nullopt;
}

/// The member of a list by its number, or by its id; null: there is none.
template<class Item>
const Item* listed_item(const std::vector<Item>& items, const std::string& token) {
    if (const auto number = list_number(token)) return *number < items.size() ? &items[*number] : nullptr;
    const auto found = std::ranges::find(items, token, &Item::id);
    return found == items.end() ? nullptr : &*found;
}

std::string title_of_element(const Cluster& cluster, const std::string& id) {
    const Element* found = cluster.find(id);
    if (!found || found->name.empty()) return id;
    const auto same = std::ranges::count(cluster.elements, found->name, &Element::name);
    return same > 1 ? fmt::format("{} ({})", found->name, id) : found->name;
}

std::string title_of_link(const Cluster& cluster, const Link& link) {
    const auto joins_the_same = [&](const Link& each) {
        return (each.from == link.from && each.to == link.to) ||
               (each.from == link.to && each.to == link.from);
    };
    std::string out =
        fmt::format("{} to {}", title_of_element(cluster, link.from), title_of_element(cluster, link.to));
    return std::ranges::count_if(cluster.links, joins_the_same) > 1 ? fmt::format("{} ({})", out, link.id)
                                                                    : out;
}

/// What an input is of; empty: of the scenario itself.
std::string title_of_owner(const std::vector<std::string>& keys, const Cluster& cluster) {
    if (keys.size() > 3 && keys[0] == "cluster") {
        if (keys[1] == "elements")
            if (const Element* of = listed_item(cluster.elements, keys[2]))
                return title_of_element(cluster, of->id);
        if (keys[1] == "links")
            if (const Link* of = listed_item(cluster.links, keys[2])) return title_of_link(cluster, *of);
    }
    for (size_t i = keys.size() - 1; i-- > 1;)
        if (const auto number = list_number(keys[i]))
            return fmt::format("{} {}", words_in_key(keys[i - 1]), *number + 1);
    return {};
}

} // namespace

std::string short_title_of_input(const InputField& field, const Scenario& scenario) {
    const std::vector<std::string> keys = pointer_tokens(field.address());
    const std::string name = words_in_key(keys.back()), owner = title_of_owner(keys, scenario.cluster);
    return owner.empty() ? name : fmt::format("{}: {}", owner, name);
}

std::string title_of_input(const InputField& field, const Scenario& scenario) {
    const std::string title = short_title_of_input(field, scenario);
    return field.help().empty() ? title : fmt::format("{} ({})", title, field.help());
}

} // namespace roofrack
