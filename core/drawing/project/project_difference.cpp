// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/project/project_difference.h"

#include "core/drawing/project/project_writer.h"

#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

namespace roofrack {

namespace {

using DiffJson = nlohmann::ordered_json;

std::string text_at(const DiffJson& object, const char* key) {
    if (!object.is_object()) return {};
    const auto it = object.find(key);
    return it != object.end() && it->is_string() ? it->get<std::string>() : std::string();
}

/// A thing by its name, a value as it stands in the file.
std::string shown_value(const DiffJson* value) {
    if (!value) return {};
    constexpr size_t longest = 120;
    std::string text = value->is_string() ? value->get<std::string>() : text_at(*value, "name");
    if (text.empty()) text = value->dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    if (text.size() <= longest) return text;
    size_t cut = longest;
    while (cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xc0) == 0x80) --cut; // whole letters
    return text.substr(0, cut) + "…";
}

/// What a member of a list is known by; empty when by its place only.
std::string key_of(const DiffJson& member) {
    const std::string id = text_at(member, "id");
    return id.empty() ? text_at(member, "name") : id;
}

/// Members by their keys; nothing when one has none or shares it.
std::optional<std::map<std::string, size_t>> keyed(const DiffJson& list) {
    std::map<std::string, size_t> out;
    for (size_t i = 0; i < list.size(); ++i) {
        const std::string key = key_of(list[i]);
        if (key.empty() || !out.emplace(key, i).second) return {};
    }
    return out;
}

/// "rack r1", "link l3", "scenario 'Base'".
std::string label_of_member(const std::string& list, const DiffJson& member, size_t index) {
    const std::string singular = list.ends_with('s') ? list.substr(0, list.size() - 1) : list;
    const std::string key = key_of(member), kind = text_at(member, "kind");
    if (key.empty()) return fmt::format("{} {}", singular, index + 1);
    if (list == "scenarios") return fmt::format("scenario '{}'", key);
    if (list == "runs") return fmt::format("run '{}'", key);
    return fmt::format("{} {}", kind.empty() ? singular : kind, key);
}

struct Place {
    DiffJson::json_pointer pointer;
    std::string words;

    Place to(const std::string& key) const {
        return {pointer / key, words.empty() ? key : words + " › " + key};
    }
    Place to(size_t index, const std::string& label) const {
        // The lists of a project and of a cluster need no mention: their members say what they are.
        const std::string list = pointer.empty() ? std::string() : pointer.back();
        std::string before = words;
        if (before.ends_with(list)) before.resize(before.size() - list.size());
        return {pointer / index, before + label};
    }
};

class Comparison {
public:
    explicit Comparison(size_t most)
        : m_most(most) {}

    void compare(const DiffJson* mine, const DiffJson* theirs, const Place& place) {
        if (mine && theirs && mine->is_object() && theirs->is_object())
            compare_objects(*mine, *theirs, place);
        else if (mine && theirs && mine->is_array() && theirs->is_array())
            compare_lists(*mine, *theirs, place);
        else if (!mine || !theirs || *mine != *theirs)
            add(place, shown_value(mine), shown_value(theirs));
    }
    ProjectDifference result() && { return std::move(m_out); }

private:
    void add(const Place& place, std::string mine, std::string theirs) {
        ++m_out.count;
        if (m_out.values.size() < m_most)
            m_out.values.push_back(
                {place.pointer.to_string(), place.words, std::move(mine), std::move(theirs)});
    }
    void compare_objects(const DiffJson& mine, const DiffJson& theirs, const Place& place) {
        for (const auto& [key, value] : mine.items()) {
            const auto other = theirs.find(key);
            compare(&value, other == theirs.end() ? nullptr : &*other, place.to(key));
        }
        for (const auto& [key, value] : theirs.items())
            if (!mine.contains(key)) compare(nullptr, &value, place.to(key));
    }
    void compare_lists(const DiffJson& mine, const DiffJson& theirs, const Place& place) {
        const auto my_keys = keyed(mine), their_keys = keyed(theirs);
        if (my_keys && their_keys && mine.size() + theirs.size() > 0)
            compare_members(mine, *my_keys, theirs, *their_keys, place);
        else if (mine != theirs && plain(mine) && plain(theirs))
            add(place, shown_value(&mine), shown_value(&theirs));
        else
            compare_by_index(mine, theirs, place);
    }
    static bool plain(const DiffJson& list) {
        for (const DiffJson& member : list)
            if (member.is_structured()) return false;
        return true;
    }
    void compare_by_index(const DiffJson& mine, const DiffJson& theirs, const Place& place) {
        const std::string list = place.pointer.empty() ? std::string() : place.pointer.back();
        for (size_t i = 0; i < std::max(mine.size(), theirs.size()); ++i) {
            const DiffJson* const a = i < mine.size() ? &mine[i] : nullptr;
            const DiffJson* const b = i < theirs.size() ? &theirs[i] : nullptr;
            compare(a, b, place.to(i, label_of_member(list, (a ? mine : theirs)[i], i)));
        }
    }
    void compare_members(const DiffJson& mine, const std::map<std::string, size_t>& my_keys,
                         const DiffJson& theirs, const std::map<std::string, size_t>& their_keys,
                         const Place& place) {
        const std::string list = place.pointer.empty() ? std::string() : place.pointer.back();
        std::vector<size_t> order; // order of those that both have, in theirs
        for (size_t i = 0; i < mine.size(); ++i) {
            const auto other = their_keys.find(key_of(mine[i]));
            const bool both = other != their_keys.end();
            if (both) order.push_back(other->second);
            compare(&mine[i], both ? &theirs[other->second] : nullptr,
                    place.to(i, label_of_member(list, mine[i], i)));
        }
        for (size_t i = 0; i < theirs.size(); ++i)
            if (!my_keys.contains(key_of(theirs[i])))
                compare(nullptr, &theirs[i], place.to(i, label_of_member(list, theirs[i], i)));
        if (!std::is_sorted(order.begin(), order.end()))
            add(place.to("order"), "this order", "another order");
    }

    size_t m_most;
    ProjectDifference m_out;
};

} // namespace

ProjectDifference difference(const Project& mine, const Project& theirs, const Catalog& catalog,
                             size_t most) {
    Comparison comparison(most);
    const DiffJson a = project_json(mine, catalog), b = project_json(theirs, catalog);
    comparison.compare(&a, &b, Place());
    return std::move(comparison).result();
}

} // namespace roofrack
