// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/facility/spare_margins.h"

#include "core/facility/budget/losses.h"

#include <algorithm>
#include <limits>
#include <unordered_map>

namespace roofrack {

namespace {

constexpr double nothing_left = std::numeric_limits<double>::infinity();

/// The fullest of each element, in the order in which they come.
class FullestSpares {
public:
    void add(SpareMargin margin) {
        const auto [found, is_new] = m_place.emplace(margin.id, m_margins.size());
        if (is_new)
            m_margins.push_back(std::move(margin));
        else if (margin.share > m_margins[found->second].share)
            m_margins[found->second] = std::move(margin);
    }
    const SpareMargin* find(const std::string& id) const {
        const auto found = m_place.find(id);
        return found == m_place.end() ? nullptr : &m_margins[found->second];
    }
    std::vector<SpareMargin> take() { return std::move(m_margins); }

private:
    std::vector<SpareMargin> m_margins;
    std::unordered_map<std::string, size_t> m_place;
};

void add_levels(std::span<const Level> levels, FullestSpares& out) {
    for (const Level& level : levels) {
        const bool heat = level.kind == Level::Kind::rack_heat || level.kind == Level::Kind::air ||
                          level.kind == Level::Kind::loop;
        const bool is_unit = level.kind == Level::Kind::supply || level.kind == Level::Kind::air ||
                             level.kind == Level::Kind::loop;
        if (!heat && !is_unit && level.kind != Level::Kind::rack) continue;
        const auto share = level.has_spare ? share_of(level.load, level.bound()) : nothing_left;
        if (!share) continue;
        const Level::Kind kind = is_unit ? level.kind : Level::Kind::rack;
        out.add({level.id, kind, heat, level.load, *share,
                 is_unit && !level.has_spare ? level.id : std::string()});
    }
}

/// Racks lose a part of what coolers that they share give them, also where that is borne.
void add_heat_of_racks(const FacilityInputs& in, const PowerState& state, FullestSpares& out) {
    for (const CoolingUnits& group : coolers_in(in)) {
        const Sharing sharing(group.elements, state, group.carries, group.unracked);
        const Losses losses(sharing);
        struct Fullest {
            double share = -1;
            size_t unit = 0;
        };
        std::vector<Fullest> fullest(state.racks.size()); // after the loss that leaves the rack least
        std::vector<int> met;                             // racks in the order in which coolers reach them
        for (size_t i = 0; i < group.elements.size(); ++i) {
            if (!(group.elements[i].capacity < no_limit)) continue;
            const size_t before = met.size();
            for (const RackShare& each : losses.first_racks_without_one(i)) {
                Fullest& known = fullest[static_cast<size_t>(each.rack)];
                if (!(each.share > known.share)) continue;
                const std::vector<int>& alike = losses.racks_like(each.rack);
                if (known.share < 0) met.insert(met.end(), alike.begin(), alike.end());
                known = {each.share, i};
            }
            std::sort(met.begin() + static_cast<std::ptrdiff_t>(before), met.end());
        }
        for (const int rack : met) {
            const RackState& of = state.racks[static_cast<size_t>(rack)];
            const Fullest& found = fullest[static_cast<size_t>(losses.racks_like(rack).front())];
            const double heat = demand_of(of, group.carries, state.windows);
            out.add(
                {of.id, Level::Kind::rack, true, Watts(heat), found.share, group.elements[found.unit].id});
        }
    }
}

/// A failure far up takes what its neighbours at the racks do not see.
void add_failures(const PowerState& state, std::span<const SingleFailure> failures, FullestSpares& out) {
    std::unordered_map<std::string_view, const RackState*> racks;
    for (const RackState& rack : state.racks) racks.emplace(rack.id, &rack);
    for (const SingleFailure& failure : failures)
        for (const SingleFailure::Over& over : failure.over) {
            SpareMargin margin;
            if (const SpareMargin* known = out.find(over.id)) {
                margin = *known;
            } else if (const auto rack = racks.find(over.id); rack != racks.end()) {
                margin.load = rack->second->power_over(state.windows.breaker);
            } else {
                continue;
            }
            margin.id = over.id;
            margin.is_cooling = failure.kind != BudgetKind::feed;
            margin.share = over.ratio;
            margin.failure = failure.id;
            out.add(std::move(margin));
        }
}

/// Names the failure that leaves so little.
void name_failures(std::span<const SingleFailure> failures, std::vector<SpareMargin>& margins) {
    struct Worst {
        double ratio = 0;
        const std::string* failure = nullptr;
    };
    std::unordered_map<std::string_view, Worst> worst;
    for (const SingleFailure& failure : failures)
        for (const SingleFailure::Over& over : failure.over)
            if (Worst& known = worst[over.id]; over.ratio > known.ratio) known = {over.ratio, &failure.id};
    for (SpareMargin& margin : margins)
        if (const auto found = worst.find(margin.id);
            margin.failure.empty() && found != worst.end() && found->second.failure)
            margin.failure = *found->second.failure;
}

} // namespace

std::vector<SpareMargin> spare_margins(const Facility& facility, const PowerState& state,
                                       std::span<const Level> levels,
                                       std::span<const SingleFailure> failures) {
    FullestSpares fullest;
    add_levels(levels, fullest);
    add_heat_of_racks(facility.inputs(), state, fullest);
    add_failures(state, failures, fullest);
    std::vector<SpareMargin> out = fullest.take();
    name_failures(failures, out);
    return out;
}

} // namespace roofrack
