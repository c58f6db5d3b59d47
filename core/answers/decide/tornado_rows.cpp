// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/decide/tornado_rows.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <functional>
#include <limits>
#include <tuple>
#include <unordered_map>

namespace roofrack {

namespace {

constexpr size_t no_place = std::numeric_limits<size_t>::max();

/// A setting of work, plan or drawing: somebody decides it.
bool is_decided(const InputBar& bar) {
    if (bar.basis != RangeBasis::field) return false;
    for (const std::string_view part : {"/workload/", "/plan/", "/cluster/"})
        if (bar.input.starts_with(part)) return true;
    return false;
}

/// A row that has not got its kind and its place yet, with the figure where its place is the least.
struct PlacedRow {
    TornadoRow row;
    size_t figure = 0;
};

/// All inputs in the order in which they are met.
std::vector<PlacedRow> met_rows(std::span<const FigureTornado> figures) {
    std::vector<PlacedRow> out;
    std::unordered_map<std::string_view, size_t> places;
    for (size_t figure = 0; figure < figures.size(); ++figure)
        for (const InputBar& bar : figures[figure].bars) {
            const auto [found, is_new] = places.try_emplace(bar.input, out.size());
            if (is_new) {
                PlacedRow& met = out.emplace_back();
                met.row.any = &bar;
                met.row.bars.resize(figures.size(), nullptr);
                met.row.place = no_place;
            }
            PlacedRow& met = out[found->second];
            met.row.bars[figure] = &bar;
            if (bar.width(figures[figure].now.number) > 0)
                met.row.kind = is_decided(bar) ? TornadoRow::Kind::decided : TornadoRow::Kind::unsure;
        }
    return out;
}

/// Numbers the rows that move a figure, those of each kind by themselves.
void place_by(size_t figure, double now, std::vector<PlacedRow>& rows) {
    std::vector<PlacedRow*> moving;
    for (PlacedRow& each : rows)
        if (const InputBar* const bar = each.row.bars[figure]; bar && bar->width(now) > 0)
            moving.push_back(&each);
    std::ranges::stable_sort(moving, std::ranges::greater{},
                             [&](const PlacedRow* each) { return each->row.bars[figure]->width(now); });
    std::array<size_t, 3> counts{};
    for (PlacedRow* const each : moving) {
        const size_t place = counts[static_cast<size_t>(each->row.kind)]++;
        if (place >= each->row.place) continue;
        each->row.place = place;
        each->figure = figure;
    }
}

std::string more_inputs(size_t count, const TornadoRow& first) {
    std::string out = count == 1 ? "1 more input moves" : fmt::format("{} more inputs move", count);
    if (first.bars.size() == 1) return out + " it no farther";
    if (first.place == 0) return count == 1 ? "1 more input" : fmt::format("{} more inputs", count);
    out += " no figure farther than its ";
    return out + (first.place == 1 ? "widest above" : fmt::format("{} widest above", first.place));
}

} // namespace

std::vector<TornadoRow> tornado_rows(std::span<const FigureTornado> figures) {
    std::vector<PlacedRow> rows = met_rows(figures);
    for (size_t figure = 0; figure < figures.size(); ++figure)
        place_by(figure, figures[figure].now.number, rows);
    std::ranges::stable_sort(rows, {}, [](const PlacedRow& each) {
        return std::tuple(each.row.kind, each.row.place, each.figure);
    });
    std::vector<TornadoRow> out;
    for (PlacedRow& each : rows) out.push_back(std::move(each.row));
    return out;
}

std::string tornado_rest_text(const std::vector<TornadoRow>& rows, size_t shown) {
    if (shown >= rows.size()) return {};
    const std::span rest = std::span(rows).subspan(shown);
    const auto count = [&](TornadoRow::Kind kind) {
        return static_cast<size_t>(std::ranges::count(rest, kind, &TornadoRow::kind));
    };
    const size_t unsure = count(TornadoRow::Kind::unsure), decided = count(TornadoRow::Kind::decided),
                 still = count(TornadoRow::Kind::still);
    std::string out;
    const auto say = [&](const std::string& what) { out += out.empty() ? what : "; " + what; };
    const auto more = [&](size_t of) { return fmt::format("{}{}", of, out.empty() ? " more" : ""); };
    if (unsure > 0) say(more_inputs(unsure, rest.front()));
    if (decided > 0)
        say(fmt::format("{} setting{} of work, plan and drawing", more(decided), decided == 1 ? "" : "s"));
    if (still > 0)
        say(fmt::format("{} that {} not run with another value", more(still), still == 1 ? "does" : "do"));
    return out;
}

} // namespace roofrack
