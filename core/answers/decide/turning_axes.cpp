// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/decide/turning_axes.h"

#include "core/answers/decide/input_tornado.h"
#include "core/answers/figure_index.h"
#include "core/drawing/project/address/input_field.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace roofrack {

namespace {

constexpr size_t pair_side = 4;     ///< values a side of a pair that is tried
constexpr size_t alone_side = 3;    ///< values of an input that is tried by itself
constexpr size_t most_alone = 12;   ///< inputs that are tried by themselves
constexpr size_t most_in_pairs = 4; ///< inputs of which pairs are tried

/// An axis, and how near its values come to another winner.
struct TurningAxis {
    std::string axis; ///< "ADDRESS=VALUES"
    bool turns = false;
    /// The least that the second lies behind the winner at any of its values, as a share of the winner's
    /// figure.
    double lead = std::numeric_limits<double>::infinity();
};

/// Whether two cells have different winners.
bool has_two_winners(const InputMap& map) {
    std::optional<size_t> first;
    for (const std::optional<size_t>& winner : map.winners) {
        if (winner && first && *winner != *first) return true;
        if (winner) first = winner;
    }
    return false;
}

class AxisFinder {
public:
    AxisFinder(const EqualScenarios& equal, const std::string& figure, const std::stop_token& stop)
        : m_equal(equal)
        , m_figure(figure)
        , m_stop(stop) {}

    /// Whether the winner changes in the range of these axes.
    bool turns(const std::vector<std::string>& axes) const {
        const auto map = tried(axes, pair_side);
        return map && has_two_winners(*map);
    }

    /// The candidates, those that turn the winner by themselves first, then those that come nearest to it.
    std::vector<TurningAxis> ranked() const {
        std::vector<TurningAxis> out;
        for (std::string& axis : candidates()) {
            if (m_stop.stop_requested()) return {};
            if (const auto map = tried({axis}, alone_side))
                out.push_back({std::move(axis), has_two_winners(*map), least_lead(*map)});
        }
        std::ranges::stable_sort(out, [](const TurningAxis& a, const TurningAxis& b) {
            return a.turns != b.turns ? a.turns : a.lead < b.lead;
        });
        return out;
    }

private:
    Result<InputMap> tried(const std::vector<std::string>& axes, size_t side) const {
        const auto study = MapStudy::make({axes, m_figure}, m_equal);
        if (!study) return tl::unexpected(study.error());
        return study->coarse(side, m_stop);
    }

    /// Axes of the inputs that all scenarios have, the usual ones first, then those that move the figure
    /// most.
    std::vector<std::string> candidates() const {
        std::vector<std::string> addresses(std::begin(most_asked_inputs), std::end(most_asked_inputs));
        for (std::string& each : moving_inputs())
            if (std::ranges::find(addresses, each) == addresses.end()) addresses.push_back(std::move(each));
        std::vector<std::string> out;
        for (const std::string& address : addresses)
            if (auto axis = common_map_axis(address, m_equal.scenarios);
                !axis.empty() && out.size() < most_alone)
                out.push_back(std::move(axis));
        return out;
    }

    /// The inputs outside drawing and plan that move the figure of the first scenario, most first.
    std::vector<std::string> moving_inputs() const {
        const Answers& first = *m_equal.scenarios.front();
        const auto probe = FigureProbe::make(first, {m_figure});
        if (!probe) return {};
        TornadoOptions options;
        for (std::string& address : single_inputs(first.scenario())) {
            const bool is_chosen = std::ranges::any_of(
                chosen_inputs, [&](std::string_view each) { return address.starts_with(each); });
            if (is_chosen) continue;
            const auto field = InputField::find(first.scenario(), address, first.catalog());
            if (field && field->is_number() && field->value(first.scenario()))
                options.inputs.push_back(std::move(address));
        }
        if (options.inputs.empty()) return {}; // none would be all
        const auto tornado = input_tornado(*probe, options, m_stop);
        std::vector<std::string> out;
        if (tornado)
            for (const InputBar& bar : tornado->front().bars) out.push_back(bar.input);
        return out;
    }

    /// What somebody decides, or has measured: no map is needed of it.
    static constexpr std::string_view chosen_inputs[] = {"/cluster",         "/plan",      "/calibration",
                                                         "/measured_curves", "/published", "/uncertain"};

    const EqualScenarios& m_equal;
    const std::string& m_figure;
    const std::stop_token& m_stop;
};

} // namespace

double least_lead(const InputMap& map) {
    double out = std::numeric_limits<double>::infinity();
    for (size_t i = 0; i < map.cells.size(); ++i) {
        if (!map.may_win(i)) continue;
        for (size_t at = 0; at < map.winners.size(); ++at) {
            const std::optional<size_t>& winner = map.winners[at];
            const MapCell& other = map.cells[i][at];
            if (!winner || i == *winner || !other.is_known()) continue;
            const double best = map.cells[*winner][at].number;
            out = std::min(out, std::abs(other.number - best) / std::max(std::abs(best), 1e-300));
        }
    }
    return out;
}

std::vector<std::string> turning_map_axes(const EqualScenarios& equal, const std::string& figure,
                                          const std::stop_token& stop) {
    std::vector<std::string> usual = usual_map_axes(equal.scenarios);
    const auto name = figure_named(figure);
    if (equal.scenarios.size() < 2 || !name || !needs_no_search(*name)) return usual;
    const AxisFinder finder(equal, figure, stop);
    if (!usual.empty() && finder.turns(usual)) return usual;
    const std::vector<TurningAxis> ranked = finder.ranked();
    const size_t count = std::min(ranked.size(), most_in_pairs);
    for (size_t i = 0; i < count; ++i)
        for (size_t k = i + 1; k < count; ++k) {
            if (stop.stop_requested()) return usual;
            std::vector<std::string> pair{ranked[i].axis, ranked[k].axis};
            if (finder.turns(pair)) return pair;
        }
    return usual;
}

} // namespace roofrack
