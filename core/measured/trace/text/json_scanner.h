// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/trace/text/json_space.h"

#include <string_view>
#include <utility>
#include <vector>

namespace roofrack {

enum class Scan {
    ok,
    incomplete, ///< the text ends first
    broken,     ///< not JSON, and no reading of it is sure
};

/// What a value may have wrong without losing its neighbours.
enum class Fault { bad_escape, control_character, bad_utf8, not_finite, trailing_comma };

/// A JSON scanner that goes on where a strict parser stops: bad escapes, raw line breaks, NaN, trailing
/// commas and invalid UTF-8 are noted and passed over. It works on a piece of text and says when that ends
/// too early.
class JsonScanner {
public:
    struct Note {
        Fault fault;
        const char* at;
    };
    static constexpr int max_depth = 64;

    explicit JsonScanner(std::string_view text)
        : m_at(text.data())
        , m_end(text.data() + text.size()) {}

    const char* at() const { return m_at; }
    const std::vector<Note>& notes() const { return m_notes; }
    void skip_space() {
        while (m_at != m_end && is_json_space(*m_at)) ++m_at;
    }
    bool done() const { return m_at == m_end; }

    /// One value of any kind; `token` is its text.
    Scan value(std::string_view& token);
    /// Calls member(key token, value token) for each member of the object that starts here.
    template<class F>
    Scan members(F&& member);
    /// Calls element(token) for each element of the array that starts here.
    template<class F>
    Scan elements(F&& element);

private:
    Scan string(std::string_view& token);
    Scan scalar(std::string_view& token);
    Scan container(std::string_view& token);
    void note(Fault fault, const char* at) { m_notes.push_back({fault, at}); }

    const char* m_at;
    const char* m_end;
    std::vector<Note> m_notes;
};

/// The text from the value on that follows `key` (with its quotes) and a colon and opens with `open`,
/// wherever in the text it is; empty when there is none.
std::string_view member_text(std::string_view text, std::string_view key, char open);

template<class F>
Scan JsonScanner::members(F&& member) {
    if (done()) return Scan::incomplete;
    if (*m_at != '{') return Scan::broken;
    ++m_at;
    for (bool after_comma = false;; after_comma = true) {
        skip_space();
        if (done()) return Scan::incomplete;
        if (*m_at == '}') {
            if (after_comma) note(Fault::trailing_comma, m_at);
            ++m_at;
            return Scan::ok;
        }
        std::string_view key, token;
        if (const Scan scan = string(key); scan != Scan::ok) return scan;
        skip_space();
        if (done()) return Scan::incomplete;
        if (*m_at != ':') return Scan::broken;
        ++m_at;
        skip_space();
        if (const Scan scan = value(token); scan != Scan::ok) return scan;
        member(key, token);
        skip_space();
        if (done()) return Scan::incomplete;
        if (*m_at == '}') {
            ++m_at;
            return Scan::ok;
        }
        if (*m_at != ',') return Scan::broken;
        ++m_at;
    }
}

template<class F>
Scan JsonScanner::elements(F&& element) {
    if (done()) return Scan::incomplete;
    if (*m_at != '[') return Scan::broken;
    ++m_at;
    while (true) {
        skip_space();
        if (done()) return Scan::incomplete;
        if (*m_at == ']') {
            ++m_at;
            return Scan::ok;
        }
        std::string_view token;
        if (const Scan scan = value(token); scan != Scan::ok) return scan;
        element(token);
        skip_space();
        if (!done() && *m_at == ',') ++m_at;
    }
}

} // namespace roofrack
