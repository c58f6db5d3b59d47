// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/decide/map_text.h"

#include "core/answers/compare/order_weeks.h"

#include <algorithm>
#include <fmt/format.h>
#include <string_view>

namespace roofrack {

std::string winners_text(const InputMap& map) {
    const auto wins = [](const std::optional<size_t>& winner) { return winner.has_value(); };
    if (map.scenarios.size() < 2 || std::ranges::none_of(map.winners, wins)) return {};
    constexpr std::string_view how_sure = "see Odds for how sure that is";
    const bool is_one =
        std::ranges::all_of(map.winners, [&](const auto& each) { return each == map.winners.front(); });
    if (!is_one) return fmt::format("best by likely values; {}", how_sure);
    const size_t winner = *map.winners.front();
    return fmt::format("“{}” wins in the whole range of {} by likely values{}; {}", map.scenarios[winner],
                       map.y.input.empty() ? "the input" : "both inputs", map.caution_of_winner(winner),
                       how_sure);
}

std::string mapped_text(const InputMap& map, const MapCell& cell, std::chrono::sys_days order) {
    std::string out = probed_text(cell, map.figure.row->measure);
    return !out.empty() && is_weeks_from_order(map.figure.name)
               ? with_date(std::move(out), cell.number, order)
               : out;
}

std::string as_drawn_text(const InputMap& map) {
    if (!map.x.as_drawn || !map.y.as_drawn) return {};
    return fmt::format("as drawn: {} across, {} up", map.x.as_drawn->text, map.y.as_drawn->text);
}

std::string partly_barred_text(const InputMap& map, size_t scenario) {
    if (!map.may_win(scenario)) return {};
    const std::vector<MapCell>& cells = map.cells[scenario];
    const auto first = std::ranges::find_if(cells, [](const MapCell& each) { return !each.barred.empty(); });
    if (first == cells.end()) return {};
    const auto count = std::ranges::count(cells, first->barred, &MapCell::barred);
    const bool is_family = map.y.input.empty();
    return fmt::format("{} {} {} of {} {}, so it is not the best there", first->barred,
                       is_family ? "at" : "in", count, cells.size(), is_family ? "values" : "cells");
}

} // namespace roofrack
