// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/multiplicity.h"
#include "cluster/multiplicity_cut.h"

#include <charconv>

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
    if (second.ec != std::errc() || second.ptr != end || count < 1 || of <= count) return {name, 0};
    return {name.substr(0, open), of};
}

std::string id_stem(const Cluster& cluster, const std::string& id) {
    const size_t dash = id.find_last_not_of("0123456789");
    if (dash == std::string::npos || dash == 0 || id[dash] != '-' || dash + 1 == id.size()) return id;
    const std::string stem = id.substr(0, dash);
    return cluster.find(stem) ? stem : id;
}

std::string split_origin(const Cluster& cluster, std::string_view id) {
    const Element* copy = cluster.find(id);
    if (!copy) return {};
    const std::string stem = id_stem(cluster, copy->id);
    if (stem == id) return {};
    // A copy follows its original in drawn order.
    for (const Element& element : cluster.elements) {
        if (&element == copy) break;
        if (element.kind == copy->kind && element.parent == copy->parent &&
            id_stem(cluster, element.id) == stem)
            return element.id;
    }
    return cluster.find(stem)->kind == copy->kind ? stem : std::string();
}

} // namespace roofrack
