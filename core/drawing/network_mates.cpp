// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/network_mates.h"

#include "core/base/model/part.h"

#include <array>
#include <fmt/format.h>
#include <utility>

namespace roofrack {

namespace {

struct NetworkName {
    std::string_view word;   ///< word of the catalogue
    std::string_view name;   ///< as people write it
    std::string_view family; ///< ports of one family mate
};
constexpr std::array networks{
    NetworkName{"infiniband", "InfiniBand", "infiniband"}, NetworkName{"ethernet", "Ethernet", "ethernet"},
    NetworkName{"roce", "Ethernet (RoCE)", "ethernet"},    NetworkName{"slingshot", "Slingshot", "ethernet"},
    NetworkName{"omni-path", "Omni-Path", "omni-path"},    NetworkName{"efa", "EFA", "efa"},
};

const NetworkName* network_of(const LinkEnd& end) {
    if (!end.part) return nullptr;
    const std::string_view word = end.part->text_or("network", "");
    for (const NetworkName& each : networks)
        if (each.word == word) return &each;
    return nullptr;
}

std::string_view name_of(const LinkEnd& end) {
    const NetworkName* network = network_of(end);
    return network ? network->name : "of no known network";
}

std::string_view title(const LinkEnd& end) {
    return end.element.name.empty() ? end.element.id : end.element.name;
}

} // namespace

NetworkMatch network_match(const LinkEnd& a, const LinkEnd& b) {
    const NetworkName *first = network_of(a), *second = network_of(b);
    if (!first || !second) return NetworkMatch::unknown;
    if (first->family == second->family) return NetworkMatch::mates;
    for (const auto& [end, network] : {std::pair(&a, first), std::pair(&b, second)})
        if (end->element.kind == ElementKind::server && network->word == "efa") return NetworkMatch::unknown;
    const auto follows = [](const LinkEnd& end, const NetworkName& own, const NetworkName& other) {
        return end.element.kind == ElementKind::server && own.word == "infiniband" &&
               (other.word == "ethernet" || other.word == "roce");
    };
    return follows(a, *first, *second) || follows(b, *second, *first) ? NetworkMatch::mates
                                                                      : NetworkMatch::differs;
}

std::string networks_differ_text(const LinkEnd& a, const LinkEnd& b) {
    return fmt::format("{} is {}, {} is {}: their ports do not mate", title(a), name_of(a), title(b),
                       name_of(b));
}

} // namespace roofrack
