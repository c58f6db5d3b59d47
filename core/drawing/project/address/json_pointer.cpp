// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/project/address/json_pointer.h"

#include "core/base/units/nearest.h"

#include <charconv>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace roofrack {

using Json = nlohmann::ordered_json;

std::vector<std::string> pointer_tokens(std::string_view pointer) {
    std::vector<std::string> tokens;
    while (!pointer.empty()) {
        pointer.remove_prefix(1); // '/'
        const size_t end = std::min(pointer.find('/'), pointer.size());
        std::string token;
        for (size_t i = 0; i < end; ++i)
            if (pointer[i] == '~' && i + 1 < end && (pointer[i + 1] == '0' || pointer[i + 1] == '1'))
                token += pointer[++i] == '0' ? '~' : '/';
            else
                token += pointer[i];
        tokens.push_back(std::move(token));
        pointer.remove_prefix(end);
    }
    return tokens;
}

/// Index of a list's member by number, or by its id as drawings are easier to address.
std::optional<size_t> index_in(const Json& list, const std::string& token) {
    size_t index = 0;
    const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), index);
    if (error == std::errc() && end == token.data() + token.size())
        return index < list.size() ? std::optional(index) : std::nullopt;
    for (size_t i = 0; i < list.size(); ++i)
        if (list[i].is_object() && list[i].value("id", Json()) == token) return i;
    return std::nullopt;
}

Diagnostic no_member(const Json& list, const std::string& path, const std::string& token) {
    std::vector<std::string> ids;
    for (const Json& item : list)
        for (const char* key : {"id", "name"})
            if (item.is_object() && item.contains(key) && item[key].is_string()) ids.push_back(item[key]);
    if (const std::string near = nearest(token, ids); !near.empty())
        return {path, fmt::format("there is no '{}'", token), fmt::format("did you mean '{}'?", near)};
    return {path, fmt::format("there is no '{}'", token),
            list.empty() ? "the list is empty"
                         : fmt::format("give a number from 0 to {}, or an id", list.size() - 1)};
}

} // namespace roofrack
