// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/network/level_share.h"

#include <algorithm>
#include <fmt/format.h>

namespace roofrack {

namespace {

bool same_word(std::string_view a, std::string_view b) {
    return std::ranges::equal(a, b, [](unsigned char x, unsigned char y) {
        const auto low = [](unsigned char c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; };
        return low(x) == low(y);
    });
}

void add_conditions(LinkShare& share, const LevelConditions& given) {
    if (given.background > 0) share.background = 1 - (1 - share.background) * (1 - given.background);
    if (given.degraded_links <= 0) return;
    share.degraded_rate =
        share.degraded_links > 0 ? std::min(share.degraded_rate, given.degraded_rate) : given.degraded_rate;
    share.degraded_links = 1 - (1 - share.degraded_links) * (1 - given.degraded_links);
}

std::string taken_text(const LinkShare& share) {
    std::string out;
    if (share.background > 0) out += fmt::format(", {:.3g} % taken by others", 100 * share.background);
    if (share.degraded_links > 0)
        out += fmt::format(", {:.3g} % of the links at {:.3g} %", 100 * share.degraded_links,
                           100 * share.degraded_rate);
    return out;
}

} // namespace

std::string_view role_of(const NetworkPhase& phase) {
    if (phase.sideways) return "group";
    return phase.tier <= 1 ? "leaf" : phase.tier == 2 ? "spine" : "core";
}

bool means(const LevelConditions& given, const FabricLevel& level) {
    return same_word(given.level, level.name) || std::ranges::any_of(level.roles, [&](std::string_view role) {
               return same_word(given.level, role);
           });
}

void apply_level_conditions(Fabric& fabric, std::span<const LevelConditions> given, bool adaptive) {
    std::vector<FabricLevel>& levels = fabric.levels;
    for (FabricLevel& level : levels) level.spread = adaptive && level.ways > 1;
    for (const LevelConditions& each : given)
        for (size_t i = 0; i < levels.size(); ++i)
            if (means(each, levels[i]))
                add_conditions(i == 0 ? levels[0].within : levels[i - 1].beyond, each);
    if (levels.size() > 1) levels.back().beyond = levels[levels.size() - 2].beyond;
    for (FabricLevel& level : levels) level.binding_label += taken_text(level.beyond);
}

std::string border_name(std::span<const FabricLevel> levels, size_t level) {
    const FabricLevel& left = levels[level];
    if (left.binding_label.empty()) return "Links out of the " + left.name;
    const bool is_alone = std::ranges::count(levels, left.binding_label, &FabricLevel::binding_label) == 1;
    return is_alone ? left.binding_label : fmt::format("{} out of the {}", left.binding_label, left.name);
}

std::vector<Finding> level_findings(const Fabric& fabric, std::span<const LevelConditions> given) {
    std::vector<Finding> out;
    for (const LevelConditions& each : given) {
        if (std::ranges::any_of(fabric.levels, [&](const FabricLevel& level) { return means(each, level); }))
            continue;
        std::string known;
        for (const FabricLevel& level : fabric.levels) {
            if (!known.empty()) known += ", ";
            known += level.name;
            for (const std::string_view role : level.roles)
                if (!same_word(role, level.name)) known += fmt::format(" ({})", role);
        }
        out.push_back({Severity::warning,
                       "fabric-level-unknown",
                       fmt::format("No level of the fabric is “{}”", each.level),
                       "what the site says of other traffic and degraded links there slows nothing",
                       fmt::format("name one of: {}", known),
                       {}});
    }
    return out;
}

} // namespace roofrack
