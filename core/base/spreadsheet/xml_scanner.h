// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace roofrack {

/// Reads XML from the start to the end, a tag or a text at a time, and keeps nothing. Prefixes of names are
/// left out. It knows no DTD, so that no entity can stand for more than a character.
class XmlScanner {
public:
    /// `text` outlives this.
    explicit XmlScanner(std::string_view text)
        : m_text(text) {}

    enum class Item {
        start,  ///< "<name …>"; for "<name …/>" its end follows
        end,    ///< "</name>"
        text,   ///< what stands between tags, decoded
        finish, ///< nothing is left
        fault,  ///< this is no XML: why() says what is wrong
    };
    Item next();

    std::string_view name() const { return m_name; } ///< name of the tag
    const std::string& text() const { return m_decoded; }
    /// Decoded value of an attribute of the tag; empty where it has none.
    std::string attribute(std::string_view name) const;
    /// All attributes of the tag, decoded, in their order.
    std::vector<std::pair<std::string, std::string>> attributes() const;
    const std::string& why() const { return m_why; }

private:
    Item tag();
    Item fault(std::string why);
    const char* read_attributes(std::string_view inside); ///< what is wrong, or null

    std::string_view m_text, m_name;
    size_t m_at = 0;
    bool m_ends_itself = false;
    std::string m_decoded, m_why;
    std::vector<std::pair<std::string_view, std::string_view>> m_attributes;
};

/// Text as it may stand in XML, between tags and in attributes. Characters that no XML can hold become
/// U+FFFD.
std::string xml_text(std::string_view text);

} // namespace roofrack
