// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/spreadsheet/xml_scanner.h"

#include <charconv>
#include <cstdint>

namespace roofrack {

namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

std::string_view local_name(std::string_view name) {
    const size_t colon = name.rfind(':');
    return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

void append_utf8(std::string& out, uint32_t code) {
    const auto add = [&](uint32_t byte) { out += static_cast<char>(byte); };
    if (code < 0x80) return add(code);
    if (code < 0x800) return add(0xc0 | code >> 6), add(0x80 | (code & 0x3f));
    if (code >= 0xd800 && code < 0xe000) code = 0xfffd;
    if (code > 0x10ffff) code = 0xfffd;
    if (code < 0x10000)
        return add(0xe0 | code >> 12), add(0x80 | (code >> 6 & 0x3f)), add(0x80 | (code & 0x3f));
    add(0xf0 | code >> 18), add(0x80 | (code >> 12 & 0x3f)), add(0x80 | (code >> 6 & 0x3f));
    add(0x80 | (code & 0x3f));
}

/// "&amp;" → "&"; what is no reference stays.
std::string decoded(std::string_view text) {
    constexpr size_t longest = 13; // "&#x0010FFFF;" and shorter
    std::string out;
    out.reserve(text.size());
    for (size_t i = 0; i < text.size(); ++i) {
        const std::string_view next = text.substr(i, longest);
        const size_t length = text[i] == '&' ? next.find(';') : std::string_view::npos;
        if (length == std::string_view::npos) {
            out += text[i];
            continue;
        }
        const std::string_view name = next.substr(1, length - 1);
        uint32_t code = 0;
        if (name == "lt")
            code = '<';
        else if (name == "gt")
            code = '>';
        else if (name == "amp")
            code = '&';
        else if (name == "quot")
            code = '"';
        else if (name == "apos")
            code = '\'';
        else if (name.starts_with('#')) {
            const bool hexadecimal = name.size() > 1 && name[1] == 'x';
            const std::string_view digits = name.substr(hexadecimal ? 2 : 1);
            std::from_chars(digits.data(), digits.data() + digits.size(), code, hexadecimal ? 16 : 10);
        }
        if (code == 0) {
            out += text[i];
            continue;
        }
        append_utf8(out, code);
        i += length;
    }
    return out;
}

} // namespace

XmlScanner::Item XmlScanner::fault(std::string why) {
    m_why = std::move(why);
    m_at = m_text.size();
    return Item::fault;
}

XmlScanner::Item XmlScanner::next() {
    if (!m_why.empty()) return Item::fault;
    if (m_ends_itself) {
        m_ends_itself = false;
        return Item::end;
    }
    while (m_at < m_text.size()) {
        if (m_text[m_at] != '<') {
            const size_t end = std::min(m_text.find('<', m_at), m_text.size());
            m_decoded = decoded(m_text.substr(m_at, end - m_at));
            m_at = end;
            return Item::text;
        }
        const std::string_view rest = m_text.substr(m_at);
        const auto skip = [&](std::string_view close) {
            const size_t end = rest.find(close);
            if (end == std::string_view::npos) return false;
            m_at += end + close.size();
            return true;
        };
        if (rest.starts_with("<?")) {
            if (!skip("?>")) return fault("an instruction does not end");
        } else if (rest.starts_with("<!--")) {
            if (!skip("-->")) return fault("a comment does not end");
        } else if (rest.starts_with("<![CDATA[")) {
            const size_t end = rest.find("]]>");
            if (end == std::string_view::npos) return fault("a CDATA section does not end");
            m_decoded = std::string(rest.substr(9, end - 9));
            m_at += end + 3;
            return Item::text;
        } else if (rest.starts_with("<!")) {
            return fault("it declares a document type, which is not read");
        } else {
            return tag();
        }
    }
    return Item::finish;
}

XmlScanner::Item XmlScanner::tag() {
    // A '>' inside quotes belongs to an attribute.
    size_t end = m_at + 1;
    for (char quote = 0; end < m_text.size(); ++end) {
        const char c = m_text[end];
        if (quote) {
            if (c == quote) quote = 0;
        } else if (c == '"' || c == '\'')
            quote = c;
        else if (c == '>')
            break;
    }
    if (end >= m_text.size()) return fault("a tag does not end");
    std::string_view inside = m_text.substr(m_at + 1, end - m_at - 1);
    m_at = end + 1;
    m_attributes.clear();
    if (inside.starts_with('/')) {
        inside.remove_prefix(1);
        while (!inside.empty() && is_blank(inside.back())) inside.remove_suffix(1);
        m_name = local_name(inside);
        return Item::end;
    }
    m_ends_itself = inside.ends_with('/');
    if (m_ends_itself) inside.remove_suffix(1);
    size_t length = 0;
    while (length < inside.size() && !is_blank(inside[length])) ++length;
    if (length == 0) return fault("a tag has no name");
    m_name = local_name(inside.substr(0, length));
    if (const char* const wrong = read_attributes(inside.substr(length))) return fault(wrong);
    return Item::start;
}

const char* XmlScanner::read_attributes(std::string_view inside) {
    constexpr size_t most_attributes = 10'000;
    constexpr const char* no_value = "an attribute has no value";
    size_t at = 0;
    const auto blanks = [&] {
        while (at < inside.size() && is_blank(inside[at])) ++at;
    };
    for (blanks(); at < inside.size(); blanks()) {
        const size_t equals = inside.find('=', at);
        if (equals == std::string_view::npos) return no_value;
        std::string_view name = inside.substr(at, equals - at);
        while (!name.empty() && is_blank(name.back())) name.remove_suffix(1);
        at = equals + 1;
        blanks();
        if (at >= inside.size() || (inside[at] != '"' && inside[at] != '\'')) return no_value;
        const size_t close = inside.find(inside[at], at + 1);
        if (close == std::string_view::npos) return no_value;
        if (m_attributes.size() >= most_attributes) return "a tag has more than 10,000 attributes";
        m_attributes.emplace_back(name, inside.substr(at + 1, close - at - 1));
        at = close + 1;
    }
    return nullptr;
}

std::string XmlScanner::attribute(std::string_view name) const {
    for (const auto& [key, value] : m_attributes)
        if (key == name || local_name(key) == name) return decoded(value);
    return {};
}

std::vector<std::pair<std::string, std::string>> XmlScanner::attributes() const {
    std::vector<std::pair<std::string, std::string>> out;
    out.reserve(m_attributes.size());
    for (const auto& [key, value] : m_attributes) out.emplace_back(local_name(key), decoded(value));
    return out;
}

std::string xml_text(std::string_view text) {
    constexpr std::string_view replacement = "\xef\xbf\xbd";
    std::string out;
    out.reserve(text.size());
    for (size_t i = 0; i < text.size(); ++i) {
        const std::string_view next = text.substr(i, 3);
        if (next == "\xef\xbf\xbe" || next == "\xef\xbf\xbf") { // U+FFFE and U+FFFF
            out += replacement;
            i += 2;
            continue;
        }
        switch (const char c = text[i]; c) {
        case '<': out += "&lt;"; break;
        case '>': out += "&gt;"; break;
        case '&': out += "&amp;"; break;
        case '"': out += "&quot;"; break;
        case '\'': out += "&apos;"; break;
        case '\t':
        case '\n': out += c; break;
        default:
            if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
                out += replacement;
            else
                out += c;
        }
    }
    return out;
}

} // namespace roofrack
