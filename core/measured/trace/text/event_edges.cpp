// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/trace/text/event_edges.h"

#include "core/measured/trace/text/json_space.h"

#include <array>

namespace roofrack {

namespace {

size_t skip_space_back(std::string_view text, size_t end) {
    while (end > 0 && is_json_space(text[end - 1])) --end;
    return end;
}

/// "ph":, "name": … : the members that events and nodes begin with.
bool is_event_key(std::string_view text, size_t at) {
    static constexpr std::array<std::string_view, 11> keys{"ph",  "name", "cat", "pid",  "tid", "ts",
                                                           "dur", "id",   "s",   "args", "bp"};
    if (at >= text.size() || text[at] != '"') return false;
    const size_t close = text.substr(0, at + 8).find('"', at + 1);
    if (close == std::string_view::npos) return false;
    const std::string_view key = text.substr(at + 1, close - at - 1);
    for (const std::string_view known : keys) {
        if (key != known) continue;
        const size_t colon = skip_json_space(text, close + 1);
        return colon < text.size() && text[colon] == ':';
    }
    return false;
}

} // namespace

size_t find_event_start(std::string_view text, size_t from) {
    for (size_t at = text.find('{', from); at != std::string_view::npos; at = text.find('{', at + 1)) {
        const size_t key = skip_json_space(text, at + 1);
        if (!is_event_key(text, key)) continue;
        const size_t before = skip_space_back(text, at);
        // behind a colon it is an args object, unless it has a phase
        if (before == 0 || text[before - 1] != ':' || text.substr(key, 4) == "\"ph\"") return at;
    }
    return std::string_view::npos;
}

size_t find_last_event_end(std::string_view text) {
    for (size_t comma = text.rfind(','); comma != std::string_view::npos && comma > 0;
         comma = text.rfind(',', comma - 1)) {
        const size_t end = skip_space_back(text, comma);
        if (end == 0 || text[end - 1] != '}') continue;
        const size_t open = skip_json_space(text, comma + 1);
        if (open < text.size() && text[open] == '{' && is_event_key(text, skip_json_space(text, open + 1)))
            return end;
    }
    return std::string_view::npos;
}

} // namespace roofrack
