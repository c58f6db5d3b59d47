// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/part_name.h"

#include <algorithm>

namespace roofrack {

std::string short_name(std::string_view name) { return std::string(name.substr(0, name.find(" (one"))); }

std::vector<std::string> kind_names(const std::vector<std::string>& names) {
    std::vector<std::string> brief;
    for (const std::string& name : names) {
        const std::string whole = short_name(name);
        brief.push_back(whole.substr(0, whole.find(" SXM")));
    }
    std::vector<std::string> out = brief;
    for (size_t i = 0; i < out.size(); ++i)
        if (std::ranges::count(brief, brief[i]) > 1) out[i] = short_name(names[i]);
    return out;
}

} // namespace roofrack
