// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/trace/text/event_window.h"

#include "core/measured/trace/text/json_space.h"

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

std::string_view trimmed_end(std::string_view token) {
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
        token = trimmed_end(token);
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

/// Sixteen bytes at a time whatever the compiler's flags: this looks at every byte of a file.
using Bytes = unsigned char __attribute__((vector_size(16)));

Bytes bytes_at(const char* at) {
    Bytes out;
    std::memcpy(&out, at, sizeof out);
    return out;
}

/// True where "nan" or "inf" (in any case) begins at one of the sixteen bytes and no letter or quote stands
/// before it, as one does in "dominant" and "inference".
bool may_hold_literal(const char* at) {
    const Bytes first = bytes_at(at) | 0x20, second = bytes_at(at + 1) | 0x20,
                third = bytes_at(at + 2) | 0x20, before = bytes_at(at - 1);
    const Bytes nan = (first ^ 'n') | (second ^ 'a') | (third ^ 'n');
    const Bytes inf = (first ^ 'i') | (second ^ 'n') | (third ^ 'f');
    const auto hit = ((nan == 0) | (inf == 0)) & ((before < 'A') | (before == '[')) & (before != '"');
    uint64_t halves[2];
    std::memcpy(halves, &hit, sizeof halves);
    return (halves[0] | halves[1]) != 0;
}

bool has_bare_literal(std::string_view text) {
    const auto literal_at = [&](size_t i) {
        const int a = text[i] | 0x20, b = text[i + 1] | 0x20, c = text[i + 2] | 0x20;
        return ((a == 'n' && b == 'a' && c == 'n') || (a == 'i' && b == 'n' && c == 'f')) &&
               is_bare_literal_at(text, i);
    };
    size_t at = 1; // a literal stands behind something
    for (; at + 18 <= text.size(); at += 16) {
        if (!may_hold_literal(text.data() + at)) continue;
        for (size_t i = at; i < at + 16; ++i)
            if (literal_at(i)) return true;
    }
    for (; at + 2 < text.size(); ++at)
        if (literal_at(at)) return true;
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
