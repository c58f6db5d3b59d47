// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/decide/input_map.h"

#include <string_view>

namespace roofrack {

class InputField;

/// The figure of a map where none is named.
inline constexpr const char* usual_map_figure = "money.run.usd_per_million";

/// What a map is asked of: one input or two with their values, "/plan/tp=1,2,4", and a figure.
struct MapRequest {
    std::vector<std::string> axes;
    std::string figure = usual_map_figure;
};

/// A map of scenarios that is found coarsely first.
class MapStudy {
public:
    /// An axis is read as the first scenario that has the input understands it. Fails on axes that no
    /// scenario can read, on more than two, and where FigureProbe::make() does. `equal` outlives it.
    static Result<MapStudy> make(const MapRequest& request, const EqualScenarios& equal);

    /// With up to `most` values a side, the first and the last among them; input_map().
    Result<InputMap> coarse(size_t most, const std::stop_token& stop = {}) const;
    Result<InputMap> whole(const std::stop_token& stop = {}) const;
    /// Values that are tried.
    size_t cells() const { return m_x.values.size() * (m_y ? m_y->values.size() : 1) * m_probes.size(); }

private:
    MapStudy() = default;
    std::vector<FigureProbe> m_probes;
    TriedValues m_x;
    std::optional<TriedValues> m_y;
    ComparedSizes m_sizes;
};

/// Values that are offered for an input of a scenario, as parse_tried() reads them: half to twice of numbers
/// within what they may be, doublings of powers of two, ± 10 K of temperatures, all names of choices; empty:
/// it has no value, or can have no other.
std::string offered_values(const InputField& field, const Scenario& scenario);
/// The same to be tried by themselves, with their units: numbers in 13, "all" choices; of a number that is
/// not held by what it may be its own value is among them.
std::string offered_to_try(const InputField& field, const Scenario& scenario);

/// The same to be turned by hand: numbers by round steps of the unit that they are shown in, "0.045..0.17 by
/// 0.005"; counts that sixteen divides by a sixteenth, "128..512 by 16"; times as a clock has them.
std::string offered_to_turn(const InputField& field, const Scenario& scenario);

/// An input that an axis may have, with values that are offered for it.
struct AxisInput {
    std::string address;
    std::string title;  ///< for people: title_of_input()
    std::string values; ///< "0.04..0.16:24", "1,2,4,8", "bf16,fp8"
};
/// The inputs of the scenarios that have a value, each once, with offered_values().
std::vector<AxisInput> axis_inputs(const std::vector<std::shared_ptr<const Answers>>& scenarios);
/// What most decisions about clusters turn on, what is asked most first.
inline constexpr std::string_view most_asked_inputs[] = {"/site/capex_per_gpu", "/site/electricity_price",
                                                         "/site/money/interest", "/site/book_life_years",
                                                         "/site/restart_time"};
/// "ADDRESS=VALUES" of an input with the values that are offered for it in the first scenario; empty: one of
/// the scenarios has no such input, or it can have no other value there.
std::string common_map_axis(std::string_view address,
                            const std::vector<std::shared_ptr<const Answers>>& scenarios);
/// The first two of most_asked_inputs that all of the scenarios have, as common_map_axis() has them. Fewer,
/// or none, where they have not so many of them.
std::vector<std::string> usual_map_axes(const std::vector<std::shared_ptr<const Answers>>& scenarios);
/// What stands for turning_map_axes() where axes are named.
inline constexpr const char* usual_axes_word = "usual";
/// The inputs of one scenario, with offered_to_try().
std::vector<AxisInput> inputs_to_try(const Answers& answers);

} // namespace roofrack
