// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/free_names.h"

namespace roofrack {

std::string FreeNames::take(const std::string& base) {
    return m_taken.insert(base).second ? base : numbered(base, 2);
}

std::string FreeNames::take_copy(const std::string& name) {
    if (m_taken.insert(name).second) return name;
    const size_t space = name.rfind(' ');
    const bool has_number = space != std::string::npos && space > 0 && space + 1 < name.size() &&
                            name.find_first_not_of("0123456789", space + 1) == std::string::npos;
    return numbered(has_number ? name.substr(0, space) : name, 2);
}

std::string FreeNames::take_numbered(const std::string& base) { return numbered(base, 1); }

std::string FreeNames::numbered(const std::string& stem, int first) {
    int& number = m_next.try_emplace(stem, first).first->second;
    while (true) {
        std::string name = stem + ' ' + std::to_string(number++);
        if (m_taken.insert(name).second) return name;
    }
}

} // namespace roofrack
