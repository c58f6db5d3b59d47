// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/project/address/input_title.h"

#include "core/drawing/project/address/json_pointer.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <iterator>
#include <map>
#include <unordered_map>
#include <utility>

namespace roofrack {

namespace {

using KeyWords = std::pair<std::string_view, std::string_view>;

/// Keys that are no words, as the window names them.
constexpr KeyWords named_keys[] = {
    {"straggler_cv_persistent", "GPU speed spread"},
    {"straggler_cv_iid", "jitter"},
    {"start_up_per_1000_gpus", "start-up per 1,000 GPUs"},
    {"failures_per_1000_node_days", "failures per 1,000 node-days"},
    {"other_interruptions_per_1000_node_days", "other interruptions per 1,000 node-days"},
    {"planned_stops_per_1000_node_days", "planned stops per 1,000 node-days"},
    {"pue", "PUE"}};
/// Words of other keys that are written otherwise.
constexpr KeyWords written_words[] = {{"gpu", "GPU"}, {"gpus", "GPUs"}, {"nic", "NIC"}};

std::string words_in_key(const std::string& key) {
    const auto named = std::ranges::find(named_keys, key, &KeyWords::first);
    if (named != std::end(named_keys)) return std::string(named->second);
    std::string out;
    std::string_view rest = key;
    while (true) {
        const size_t end = std::min(rest.find('_'), rest.size());
        const std::string_view word = rest.substr(0, end);
        const auto written = std::ranges::find(written_words, word, &KeyWords::first);
        out += written != std::end(written_words) ? written->second : word;
        if (end == rest.size()) return out;
        out += ' ';
        rest.remove_prefix(end + 1);
    }
}

std::optional<size_t> list_number(std::string_view token) {
    size_t out = 0;
    const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), out);
    return error == std::errc() && end == token.data() + token.size() ? std::optional(out) : std::nullopt;
}

/// The member of a list by its number, or by its id; null: there is none.
template<class Item, class ById>
const Item* listed_item(const std::vector<Item>& items, const std::string& token, ById by_id) {
    if (const auto number = list_number(token)) return *number < items.size() ? &items[*number] : nullptr;
    return by_id(token);
}

/// A drawing that is looked through for each question.
struct SearchedDrawing {
    const Cluster& cluster;

    const Element* element(std::string_view id) const { return cluster.find(id); }
    const Link* link(std::string_view id) const { return cluster.find_link(id); }
    size_t so_called(const std::string& name) const {
        return static_cast<size_t>(std::ranges::count(cluster.elements, name, &Element::name));
    }
    size_t beside(const Link& link) const {
        return static_cast<size_t>(std::ranges::count_if(cluster.links, [&](const Link& each) {
            return (each.from == link.from && each.to == link.to) ||
                   (each.from == link.to && each.to == link.from);
        }));
    }
};

template<class Drawing>
std::string title_of_element(const Drawing& drawing, const std::string& id) {
    const Element* const found = drawing.element(id);
    if (!found || found->name.empty()) return id;
    return drawing.so_called(found->name) > 1 ? fmt::format("{} ({})", found->name, id) : found->name;
}

template<class Drawing>
std::string title_of_link(const Drawing& drawing, const Link& link) {
    std::string out =
        fmt::format("{} to {}", title_of_element(drawing, link.from), title_of_element(drawing, link.to));
    return drawing.beside(link) > 1 ? fmt::format("{} ({})", out, link.id) : out;
}

/// What an input is of; empty: of the scenario itself.
template<class Drawing>
std::string title_of_owner(const std::vector<std::string>& keys, const Drawing& drawing) {
    if (keys.size() > 3 && keys[0] == "cluster") {
        if (keys[1] == "elements")
            if (const Element* of = listed_item(drawing.cluster.elements, keys[2],
                                                [&](const auto& id) { return drawing.element(id); }))
                return title_of_element(drawing, of->id);
        if (keys[1] == "links")
            if (const Link* of = listed_item(drawing.cluster.links, keys[2],
                                             [&](const auto& id) { return drawing.link(id); }))
                return title_of_link(drawing, *of);
    }
    for (size_t i = keys.size() - 1; i-- > 1;)
        if (const auto number = list_number(keys[i]))
            return fmt::format("{} {}", words_in_key(keys[i - 1]), *number + 1);
    return {};
}

template<class Drawing>
std::string short_title_in(const InputField& field, const Drawing& drawing) {
    const std::vector<std::string> keys = pointer_tokens(field.address());
    const std::string name = words_in_key(keys.back()), owner = title_of_owner(keys, drawing);
    return owner.empty() ? name : fmt::format("{}: {}", owner, name);
}

std::string with_help(std::string title, const InputField& field) {
    return field.help().empty() ? title : fmt::format("{} ({})", title, field.help());
}

/// Both ends of a link in one order.
std::pair<std::string_view, std::string_view> ends_of(const Link& link) {
    return link.from < link.to ? std::pair<std::string_view, std::string_view>(link.from, link.to)
                               : std::pair<std::string_view, std::string_view>(link.to, link.from);
}

} // namespace

std::string short_title_of_input(const InputField& field, const Scenario& scenario) {
    return short_title_in(field, SearchedDrawing{scenario.cluster});
}

std::string title_of_input(const InputField& field, const Scenario& scenario) {
    return with_help(short_title_of_input(field, scenario), field);
}

std::string meaning_of_value(const InputField& field, double value) {
    const std::string text = field.is_number() ? fmt::format("{:g}", value) : field.text(value);
    const bool may_stand_for_more =
        field.is_number() ? value == 0 || value == -1 : text != "true" && text != "false";
    if (!may_stand_for_more) return {};
    // Clauses of "data parallel; 0: what the GPUs leave".
    constexpr std::string_view between = "; ";
    for (std::string_view rest = field.help(); !rest.empty();) {
        const size_t end = std::min(rest.find(between), rest.size());
        const std::string_view clause = rest.substr(0, end);
        if (clause.starts_with(text) && clause.substr(text.size()).starts_with(": "))
            return std::string(clause.substr(text.size() + 2));
        rest.remove_prefix(std::min(end + between.size(), rest.size()));
    }
    return {};
}

/// A drawing whose members are known by what they are asked for.
struct InputTitles::Drawing {
    const Cluster& cluster;
    std::unordered_map<std::string_view, const Element*> elements{};
    std::unordered_map<std::string_view, const Link*> links{};
    std::unordered_map<std::string_view, size_t> names{};
    std::map<std::pair<std::string_view, std::string_view>, size_t> ends{};

    explicit Drawing(const Cluster& drawn)
        : cluster(drawn) {
        for (const Element& each : cluster.elements) {
            elements.try_emplace(each.id, &each);
            ++names[each.name];
        }
        for (const Link& each : cluster.links) {
            links.try_emplace(each.id, &each);
            ++ends[ends_of(each)];
        }
    }

    const Element* element(std::string_view id) const {
        const auto found = elements.find(id);
        return found == elements.end() ? nullptr : found->second;
    }
    const Link* link(std::string_view id) const {
        const auto found = links.find(id);
        return found == links.end() ? nullptr : found->second;
    }
    size_t so_called(const std::string& name) const { return names.at(name); }
    size_t beside(const Link& of) const { return ends.at(ends_of(of)); }
};

InputTitles::InputTitles(const Scenario& scenario)
    : m_drawing(std::make_unique<const Drawing>(scenario.cluster)) {}

InputTitles::~InputTitles() = default;

std::string InputTitles::title(const InputField& field) const {
    return with_help(short_title_in(field, *m_drawing), field);
}

} // namespace roofrack
