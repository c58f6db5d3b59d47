// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/trace/text/json_scanner.h"

#include <simdjson.h>

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

namespace roofrack {

namespace {

bool is_hex(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }

/// What a character is to a scalar, as bits: a number has digits and perhaps the punctuation, a word has
/// others.
enum ScalarPart : unsigned char { digit_part = 1, number_part = 2, word_part = 4, behind_scalar = 8 };

constexpr std::array<unsigned char, 256> scalar_parts = [] {
    std::array<unsigned char, 256> parts{};
    parts.fill(word_part);
    for (const unsigned char c : std::string_view("0123456789")) parts[c] = digit_part;
    for (const unsigned char c : std::string_view(".eE+-")) parts[c] = number_part;
    for (const unsigned char c : std::string_view(" \n\r\t,:\"{}[]")) parts[c] = behind_scalar;
    return parts;
}();

/// Over what stands in a string without further ado: no quote, no backslash, nothing but printable ASCII.
const char* behind_plain_text(const char* at, const char* end) {
    using SignedBytes = signed char __attribute__((vector_size(16)));
    constexpr signed char first_printable = 0x20; // bytes from 0x80 on are negative
    for (; end - at >= 16; at += 16) {
        SignedBytes bytes;
        std::memcpy(&bytes, at, sizeof bytes);
        const SignedBytes special = (bytes == '"') | (bytes == '\\') | (bytes < first_printable);
        std::array<uint64_t, 2> halves{};
        std::memcpy(halves.data(), &special, sizeof special);
        if ((halves[0] | halves[1]) == 0) continue;
        if constexpr (std::endian::native == std::endian::little)
            return at + (halves[0] ? std::countr_zero(halves[0]) : 64 + std::countr_zero(halves[1])) / 8;
        break;
    }
    while (at != end && *at != '"' && *at != '\\' && static_cast<signed char>(*at) >= first_printable) ++at;
    return at;
}

/// nan, -inf, Infinity, nan(ind), 1.#INF: what printf makes of a number that is none.
bool is_not_finite(std::string_view text) {
    if (text.front() == '-' || text.front() == '+') text.remove_prefix(1);
    if (text.substr(0, 3) == "1.#") return true;
    if (text.size() < 3) return false;
    const auto lower = [&](size_t i) { return static_cast<char>(text[i] | 0x20); };
    return (lower(0) == 'n' && lower(1) == 'a' && lower(2) == 'n') ||
           (lower(0) == 'i' && lower(1) == 'n' && lower(2) == 'f');
}

} // namespace

Scan JsonScanner::string(std::string_view& token) {
    if (done()) return Scan::incomplete;
    if (*m_at != '"') return Scan::broken;
    const char* const start = m_at;
    bool control = false, high = false;
    for (++m_at;; ++m_at) {
        m_at = behind_plain_text(m_at, m_end);
        if (m_at == m_end) return Scan::incomplete;
        const char c = *m_at;
        if (c == '"') {
            ++m_at;
            token = {start, static_cast<size_t>(m_at - start)};
            if (high && !simdjson::validate_utf8(token.data(), token.size())) note(Fault::bad_utf8, start);
            return Scan::ok;
        }
        if (c == '\\') {
            if (m_end - m_at < 2) return Scan::incomplete;
            ++m_at;
            if (*m_at == 'u') {
                if (m_end - m_at < 5) return Scan::incomplete;
                if (!is_hex(m_at[1]) || !is_hex(m_at[2]) || !is_hex(m_at[3]) || !is_hex(m_at[4]))
                    note(Fault::bad_escape, m_at - 1);
            } else if (std::string_view("\"\\/bfnrt").find(*m_at) == std::string_view::npos) {
                note(Fault::bad_escape, m_at - 1);
            }
        } else if (static_cast<unsigned char>(c) < 0x20 && !control) {
            control = true;
            note(Fault::control_character, m_at);
        } else if (static_cast<unsigned char>(c) >= 0x80) {
            high = true;
        }
    }
}

Scan JsonScanner::scalar(std::string_view& token) {
    const char* const start = m_at;
    unsigned parts = 0;
    for (; m_at != m_end; ++m_at) {
        const unsigned part = scalar_parts[static_cast<unsigned char>(*m_at)];
        if (part == behind_scalar) break;
        parts |= part;
    }
    if (m_at == m_end) return Scan::incomplete;
    token = {start, static_cast<size_t>(m_at - start)};
    if (token.empty()) return Scan::broken;
    const bool number = (parts & digit_part) != 0 && (parts & word_part) == 0;
    if (number || token == "true" || token == "false" || token == "null") return Scan::ok;
    if (!is_not_finite(token)) return Scan::broken;
    note(Fault::not_finite, start);
    return Scan::ok;
}

Scan JsonScanner::container(std::string_view& token) {
    const char* const start = m_at;
    std::array<char, max_depth> closers{};
    size_t depth = 0;
    // What stands before: an opener, ',' or ':', 'k' for a key or 'v' for a value. The grammar is held
    // strictly here: a damaged event must not swallow its neighbours as if they were its own members.
    char last = ':';
    while (true) {
        skip_space();
        if (done()) return Scan::incomplete;
        const char c = *m_at;
        const char closer = depth > 0 ? closers[depth - 1] : '\0';
        const bool value_may_begin = last == ':' || (closer == ']' && (last == '[' || last == ','));
        std::string_view inner;
        switch (c) {
        case '{':
        case '[':
            if (!value_may_begin || depth == closers.size()) return Scan::broken;
            closers[depth++] = c == '{' ? '}' : ']';
            last = c;
            ++m_at;
            break;
        case '}':
        case ']':
            if (closer != c || last == ':' || last == 'k') return Scan::broken;
            if (last == ',') note(Fault::trailing_comma, m_at);
            last = 'v';
            ++m_at;
            if (--depth == 0) {
                token = {start, static_cast<size_t>(m_at - start)};
                return Scan::ok;
            }
            break;
        case ',':
        case ':':
            if (last != (c == ',' ? 'v' : 'k')) return Scan::broken;
            last = c;
            ++m_at;
            break;
        default: {
            const bool key_may_begin = c == '"' && closer == '}' && (last == '{' || last == ',');
            if (!value_may_begin && !key_may_begin) return Scan::broken;
            if (const Scan scan = c == '"' ? string(inner) : scalar(inner); scan != Scan::ok) return scan;
            last = key_may_begin ? 'k' : 'v';
        }
        }
    }
}

Scan JsonScanner::value(std::string_view& token) {
    if (done()) return Scan::incomplete;
    switch (*m_at) {
    case '"': return string(token);
    case '{':
    case '[': return container(token);
    default: return scalar(token);
    }
}

std::string_view member_text(std::string_view text, std::string_view key, char open) {
    for (size_t at = text.find(key); at != std::string_view::npos; at = text.find(key, at + 1)) {
        const size_t colon = text.find_first_not_of(" \t\r\n", at + key.size());
        if (colon == std::string_view::npos || text[colon] != ':') continue;
        const size_t value = text.find_first_not_of(" \t\r\n", colon + 1);
        if (value != std::string_view::npos && text[value] == open) return text.substr(value);
    }
    return {};
}

} // namespace roofrack
