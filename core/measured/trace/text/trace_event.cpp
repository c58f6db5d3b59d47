// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/trace/text/trace_event.h"

namespace roofrack {

namespace {

bool key_is(const char* key, std::string_view name) {
    for (const char c : name)
        if (*key++ != c) return false;
    return *key == '"';
}

int hex_value(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

/// The four digits at `at`, or -1.
int code_unit(std::string_view text, size_t at) {
    if (at + 4 > text.size()) return -1;
    int unit = 0;
    for (size_t i = 0; i < 4; ++i) {
        const int digit = hex_value(text[at + i]);
        if (digit < 0) return -1;
        unit = unit * 16 + digit;
    }
    return unit;
}

void append_utf8(std::string& out, uint32_t point) {
    if (point >= 0xd800 && point <= 0xdfff) point = 0xfffd;
    const auto put = [&](uint32_t byte) { out += static_cast<char>(byte); };
    if (point < 0x80) {
        put(point);
    } else if (point < 0x800) {
        put(0xc0 | point >> 6);
        put(0x80 | (point & 0x3f));
    } else if (point < 0x10000) {
        put(0xe0 | point >> 12);
        put(0x80 | (point >> 6 & 0x3f));
        put(0x80 | (point & 0x3f));
    } else {
        put(0xf0 | point >> 18);
        put(0x80 | (point >> 12 & 0x3f));
        put(0x80 | (point >> 6 & 0x3f));
        put(0x80 | (point & 0x3f));
    }
}

/// Length of the valid UTF-8 sequence at `at`, or 0.
size_t sequence_length(std::string_view text, size_t at) {
    const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char lead = byte(at);
    if (lead < 0x80) return 1;
    const size_t length = lead >= 0xc2 && lead <= 0xdf   ? 2
                          : lead >= 0xe0 && lead <= 0xef ? 3
                          : lead >= 0xf0 && lead <= 0xf4 ? 4
                                                         : 0;
    if (length == 0 || at + length > text.size()) return 0;
    for (size_t i = 1; i < length; ++i)
        if ((byte(at + i) & 0xc0) != 0x80) return 0;
    const unsigned char second = byte(at + 1);
    const bool overlong = (lead == 0xe0 && second < 0xa0) || (lead == 0xf0 && second < 0x90);
    const bool surrogate = lead == 0xed && second > 0x9f;
    const bool beyond = lead == 0xf4 && second > 0x8f;
    return overlong || surrogate || beyond ? 0 : length;
}

/// Appends the escape whose letter is at `at`; returns the index behind it.
size_t append_escape(std::string& out, std::string_view text, size_t at) {
    switch (text[at]) {
    case '"':
    case '\\':
    case '/': out += text[at]; return at + 1;
    case 'b': out += '\b'; return at + 1;
    case 'f': out += '\f'; return at + 1;
    case 'n': out += '\n'; return at + 1;
    case 'r': out += '\r'; return at + 1;
    case 't': out += '\t'; return at + 1;
    default: break;
    }
    const int unit = text[at] == 'u' ? code_unit(text, at + 1) : -1;
    if (unit < 0) { // not an escape: keep it as written
        out += '\\';
        return at;
    }
    at += 5;
    if (unit >= 0xd800 && unit <= 0xdbff && at + 1 < text.size() && text[at] == '\\' && text[at + 1] == 'u') {
        const int low = code_unit(text, at + 2);
        if (low >= 0xdc00 && low <= 0xdfff) {
            append_utf8(out, 0x10000u + (static_cast<uint32_t>(unit - 0xd800) << 10) +
                                 static_cast<uint32_t>(low - 0xdc00));
            return at + 6;
        }
    }
    append_utf8(out, static_cast<uint32_t>(unit));
    return at;
}

} // namespace

void assign_member(TraceEvent& event, const char* key, std::string_view token) {
    switch (*key) {
    case 'a':
        if (key_is(key, "args")) event.args = token;
        break;
    case 'c':
        if (key_is(key, "cat")) event.cat = token;
        break;
    case 'd':
        if (key_is(key, "dur")) event.dur = token;
        break;
    case 'i':
        if (key_is(key, "id")) event.id = token;
        break;
    case 'n':
        if (key_is(key, "name")) event.name = token;
        break;
    case 'p':
        if (key_is(key, "ph")) event.ph = token;
        if (key_is(key, "pid")) event.pid = token;
        break;
    case 't':
        if (key_is(key, "ts")) event.ts = token;
        if (key_is(key, "tid")) event.tid = token;
        break;
    default: break;
    }
}

std::string decoded(std::string_view token) {
    const std::string_view text = unquoted(token);
    std::string out;
    out.reserve(text.size());
    for (size_t at = 0; at < text.size();) {
        if (text[at] == '\\' && at + 1 < text.size()) {
            at = append_escape(out, text, at + 1);
            continue;
        }
        const size_t length = sequence_length(text, at);
        if (length == 0)
            append_utf8(out, 0xfffd);
        else
            out += text.substr(at, length);
        at += length == 0 ? 1 : length;
    }
    return out;
}

} // namespace roofrack
