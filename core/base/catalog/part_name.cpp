// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/part_name.h"

#include <algorithm>

namespace roofrack {

std::string short_name(std::string_view name) { return std::string(name.substr(0, name.find(" (one"))); }

std::string family_name(std::string_view name) {
    std::string out;
    while (!name.empty()) {
        const size_t end = std::min(name.find(' '), name.size());
        const std::string_view word = name.substr(0, end);
        const bool detail = word.starts_with("SXM") || word.starts_with("PCIe") || word.starts_with("(");
        if (detail && !out.empty()) break;
        out += (out.empty() ? "" : " ") + std::string(word);
        name.remove_prefix(std::min(end + 1, name.size()));
    }
    return out;
}

std::vector<std::string> kind_names(const std::vector<std::string>& names) {
    std::vector<std::string> brief;
    for (const std::string& name : names) brief.push_back(family_name(name));
    std::vector<std::string> out = brief;
    for (size_t i = 0; i < out.size(); ++i)
        if (std::ranges::count(brief, brief[i]) > 1) out[i] = short_name(names[i]);
    return out;
}

} // namespace roofrack
