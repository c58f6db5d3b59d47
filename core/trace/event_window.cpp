// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/event_window.h"

#include "core/trace/json_space.h"

#include <simdjson.h>

#include <algorithm>
#include <cstring>

namespace roofrack {

namespace od = simdjson::ondemand;

struct EventWindow::Parser {
    od::parser parser;
};

const size_t EventWindow::padding = simdjson::SIMDJSON_PADDING;

namespace {

std::string_view trimmed(std::string_view token) {
    while (!token.empty() && is_space(token.back())) token.remove_suffix(1);
    return token;
}

/// By the first letter of the members in TraceEvent.
bool may_be_wanted(char first) {
    switch (first) {
    case 'a':
    case 'c':
    case 'd':
    case 'i':
    case 'n':
    case 'p':
    case 't': return true;
    default: return false;
    }
}

/// Reads the members of one object; false where it is not sound.
bool read_members(od::value& element, TraceEvent& event) {
    od::object object;
    if (element.get_object().get(object)) return false;
    for (auto member : object) {
        od::field field;
        if (std::move(member).get(field)) return false;
        const char* const key = field.key().raw();
        od::value value = field.value();
        std::string_view token = value.raw_json_token();
        const char first = token.front();
        // skipping a value that is not there would run over the next events
        if (first == ',' || first == ':' || first == '}' || first == ']') return false;
        if (!may_be_wanted(*key) && first != '{' && first != '[') continue;
        if (first == '{') {
            od::object inner;
            if (value.get_object().get(inner) || inner.raw_json().get(token)) return false;
        } else if (first == '[') {
            od::array inner;
            if (value.get_array().get(inner) || inner.raw_json().get(token)) return false;
        }
        token = trimmed(token);
        if (first == '"' && (token.size() < 2 || token.back() != '"')) return false;
        // skipping counts brackets without telling them apart
        if ((first == '{' && token.back() != '}') || (first == '[' && token.back() != ']')) return false;
        assign_member(event, key, token);
    }
    return true;
}

bool is_bare_literal_at(std::string_view text, size_t at) {
    size_t before = at;
    while (before > 0 && (is_space(text[before - 1]) || text[before - 1] == '-' || text[before - 1] == '+'))
        --before;
    if (before == 0 || !std::strchr(":,[", text[before - 1])) return false;
    if (text[before - 1] == ':') { // a member's colon stands behind its key, one of a C++ name does not
        for (--before; before > 0 && is_space(text[before - 1]);) --before;
        if (before == 0 || text[before - 1] != '"') return false;
    }
    size_t after = at + 3;
    if (text.size() - after >= 5 && (text[after] | 0x20) == 'i') after += 5; // infinity
    return after >= text.size() || is_space(text[after]) || std::strchr(",]}(", text[after]) != nullptr;
}

bool has_bare_literal(std::string_view text) {
    constexpr size_t block = 4096;
    for (size_t from = 0; from + 2 < text.size(); from += block) {
        const size_t count = std::min(block, text.size() - 2 - from);
        const char* const p = text.data() + from;
        unsigned found = 0; // no early exit inside a block, so that the compiler can use wide registers
        for (size_t i = 0; i < count; ++i) {
            const unsigned char a = static_cast<unsigned char>(p[i] | 0x20);
            const unsigned char b = static_cast<unsigned char>(p[i + 1] | 0x20);
            const unsigned char c = static_cast<unsigned char>(p[i + 2] | 0x20);
            const unsigned char nan = static_cast<unsigned char>((a ^ 'n') | (b ^ 'a') | (c ^ 'n'));
            const unsigned char inf = static_cast<unsigned char>((a ^ 'i') | (b ^ 'n') | (c ^ 'f'));
            found += static_cast<unsigned>(nan == 0) + static_cast<unsigned>(inf == 0);
        }
        if (found == 0) continue;
        for (size_t i = from; i < from + count; ++i) {
            const int a = text[i] | 0x20, b = text[i + 1] | 0x20, c = text[i + 2] | 0x20;
            const bool literal = (a == 'n' && b == 'a' && c == 'n') || (a == 'i' && b == 'n' && c == 'f');
            if (literal && is_bare_literal_at(text, i)) return true;
        }
    }
    return false;
}

bool has_bad_escape(std::string_view text) {
    for (size_t at = text.find('\\'); at != std::string_view::npos; at = text.find('\\', at)) {
        if (at + 1 >= text.size()) return true;
        if (text[at + 1] == 'u') {
            if (at + 6 > text.size()) return true;
            for (size_t i = at + 2; i < at + 6; ++i)
                if (!std::isxdigit(static_cast<unsigned char>(text[i]))) return true;
        } else if (std::string_view("\"\\/bfnrt").find(text[at + 1]) == std::string_view::npos) {
            return true;
        }
        at += 2;
    }
    return false;
}

} // namespace

EventWindow::EventWindow()
    : m_parser(std::make_unique<Parser>()) {}
EventWindow::~EventWindow() = default;

bool EventWindow::suspicious(std::string_view text) { return has_bad_escape(text) || has_bare_literal(text); }

EventWindow::Outcome EventWindow::parse(std::string_view text, int64_t offset, TraceEventSink& sink) {
    Outcome outcome{End::failed, text.data() + 1, false};
    od::document document;
    const simdjson::padded_string_view view(text.data(), text.size(), text.size() + padding);
    if (m_parser->parser.iterate(view).get(document)) return outcome;
    od::array array;
    if (document.get_array().get(array)) return outcome;
    for (auto item : array) {
        od::value element;
        if (item.get(element)) return outcome;
        const char* const start = element.raw_json_token().data();
        TraceEvent event;
        if (!read_members(element, event)) return {End::failed, start, false};
        sink.event(event, offset + (start - text.data()));
        outcome = {End::failed, start, true};
    }
    const char* behind = nullptr;
    const char* const last = text.data() + text.size() - 1;
    if (document.current_location().get(behind) || behind > last) return {End::consumed, last, true};
    return {End::array_ended, behind, true};
}

} // namespace roofrack
