// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace roofrack::test {

/// A zip archive of these members, not compressed.
inline std::string stored_zip(const std::vector<std::pair<std::string, std::string>>& members) {
    static const auto table = [] {
        std::array<uint32_t, 256> out{};
        for (uint32_t i = 0; i < 256; ++i) {
            out[i] = i;
            for (int bit = 0; bit < 8; ++bit) out[i] = out[i] >> 1 ^ (out[i] & 1 ? 0xedb88320U : 0);
        }
        return out;
    }();
    const auto checksum = [](const std::string& text) {
        uint32_t out = 0xffffffffU;
        for (const char c : text) out = out >> 8 ^ table[(out ^ static_cast<unsigned char>(c)) & 0xff];
        return ~out;
    };
    const auto little = [](uint64_t value, int bytes) {
        std::string out;
        for (int i = 0; i < bytes; ++i) out += static_cast<char>(value >> 8 * i & 0xff);
        return out;
    };
    std::string out, directory;
    for (const auto& [name, text] : members) {
        const std::string about = little(0, 2) + little(0, 2) + little(0, 4) + little(checksum(text), 4) +
                                  little(text.size(), 4) + little(text.size(), 4) + little(name.size(), 2) +
                                  little(0, 2);
        directory += little(0x02014b50, 4) + little(20, 2) + little(20, 2) + about + little(0, 2) +
                     little(0, 2) + little(0, 2) + little(0, 4) + little(out.size(), 4) + name;
        out += little(0x04034b50, 4) + little(20, 2) + about + name + text;
    }
    const size_t at = out.size();
    out += directory;
    return out + little(0x06054b50, 4) + little(0, 4) + little(members.size(), 2) +
           little(members.size(), 2) + little(directory.size(), 4) + little(at, 4) + little(0, 2);
}

/// A workbook of sheets that are handed in as XML, and texts that they share. Without `names` the sheets are
/// called "s1", "s2" …
inline std::string made_workbook(const std::vector<std::string>& sheets, const std::string& shared = {},
                                 const std::vector<std::string>& names = {}) {
    std::string book = "<workbook><sheets>", relations = "<Relationships>";
    std::vector<std::pair<std::string, std::string>> members;
    for (size_t i = 0; i < sheets.size(); ++i) {
        const std::string number = std::to_string(i + 1);
        book +=
            "<sheet name=\"" + (names.empty() ? "s" + number : names[i]) + "\" r:id=\"r" + number + "\"/>";
        relations += "<Relationship Id=\"r" + number + "\" Target=\"worksheets/s" + number + ".xml\"/>";
        members.emplace_back("xl/worksheets/s" + number + ".xml",
                             "<worksheet><sheetData>" + sheets[i] + "</sheetData></worksheet>");
    }
    members.emplace_back("xl/workbook.xml", book + "</sheets></workbook>");
    members.emplace_back("xl/_rels/workbook.xml.rels", relations + "</Relationships>");
    if (!shared.empty()) members.emplace_back("xl/sharedStrings.xml", "<sst>" + shared + "</sst>");
    return stored_zip(members);
}

} // namespace roofrack::test
