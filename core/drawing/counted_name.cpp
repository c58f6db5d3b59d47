// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/counted_name.h"

#include <charconv>
#include <string_view>

namespace roofrack {

CountedName counted_name(const std::string& name) {
    const size_t open = name.rfind(" (");
    if (open == std::string::npos || name.back() != ')') return {name, 0};
    int count = 0, of = 0;
    const char* const end = name.data() + name.size() - 1;
    const auto first = std::from_chars(name.data() + open + 2, end, count);
    const std::string_view rest(first.ptr, static_cast<size_t>(end - first.ptr));
    if (first.ec != std::errc() || !rest.starts_with(" of ")) return {name, 0};
    const auto second = std::from_chars(rest.data() + 4, end, of);
    if (second.ec != std::errc() || second.ptr != end || count < 1 || of < count) return {name, 0};
    return {name.substr(0, open), of};
}

} // namespace roofrack
