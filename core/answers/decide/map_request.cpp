// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/decide/map_request.h"

#include "core/answers/decide/round_ticks.h"
#include "core/base/units/common_units.h"
#include "core/base/units/quantity_text.h"
#include "core/drawing/project/address/input_title.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>

namespace roofrack {

namespace {

using AnswersOfMap = std::vector<std::shared_ptr<const Answers>>;

Result<TriedValues> axis_of(const std::string& text, const AnswersOfMap& scenarios) {
    std::optional<Diagnostic> first;
    for (const auto& each : scenarios) {
        auto values = parse_tried(text, each->scenario(), each->catalog());
        if (values) return values;
        if (!first) first = values.error();
    }
    return tl::unexpected(first.value_or(Diagnostic{text, "there is no scenario", "name one"}));
}

/// So many of the values, evenly among them, the first and the last too.
TriedValues thinned(const TriedValues& all, size_t most) {
    if (all.values.size() <= most || most < 2) return all;
    TriedValues out{all.input, {}};
    for (size_t i = 0; i < most; ++i) {
        const double place = static_cast<double>(i * (all.values.size() - 1)) / static_cast<double>(most - 1);
        out.values.push_back(all.values[static_cast<size_t>(std::lround(place))]);
    }
    return out;
}

/// An end of a range as it can be typed: bare numbers of a million and more with a prefix, "7.8T".
std::string typed_end(const InputField& field, double value, int digits) {
    constexpr double least_scaled = 1e6;
    if (field.unit().symbol.empty() && std::abs(value) >= least_scaled)
        return format_quantity(value, Dimension::number, digits);
    return fmt::format("{:.{}g}", value, digits);
}

constexpr int values_a_side = 24; ///< values of a side of a map
constexpr int values_to_try = 13; ///< values of one input: from half to twice its own is the fifth
constexpr double offered_kelvins = 10;

/// Doublings and halvings of a whole number that is a power of two; empty: it is none.
std::vector<std::string> offered_doublings(const InputField& field, double now) {
    const auto whole = static_cast<std::uint64_t>(std::abs(now));
    std::vector<std::string> out;
    if (!field.has_doublings() || !(now >= 1 && now < 1e15 && std::has_single_bit(whole))) return out;
    for (const double factor : {0.25, 0.5, 1.0, 2.0, 4.0})
        if (const double value = now * factor; value >= std::max(1.0, field.least()) && value <= field.most())
            out.push_back(fmt::format("{:.0f}", value));
    return out;
}

/// Half to twice, within what it may be; none: it cannot be another.
std::optional<std::pair<double, double>> offered_ends(const InputField& field, double now) {
    const auto within = [&](double value) { return std::clamp(value, field.least(), field.most()); };
    double low = within(now / 2), high = within(now * 2);
    if (field.is_temperature()) low = within(now - offered_kelvins), high = within(now + offered_kelvins);
    if (now == 0) high = within(1);
    if (low > high) std::swap(low, high); // below 0 twice is less
    if (field.is_whole()) low = std::ceil(low), high = std::floor(high);
    if (!(low < high)) return std::nullopt;
    return std::pair(low, high);
}

/// The values of a list, or those between two ends as `between` writes them; empty: it can be no other.
template<class Between>
std::string offered(const InputField& field, const Scenario& scenario, Between between) {
    const auto now = field.value(scenario);
    if (!now) return {};
    if (const auto list = offered_doublings(field, *now); !list.empty())
        return list.size() > 1 ? fmt::format("{}", fmt::join(list, ",")) : std::string();
    const auto ends = offered_ends(field, *now);
    return ends ? between(ends->first, ends->second) : std::string();
}

constexpr double steps_to_turn = 24; ///< about so many from the first value to the last
/// A bare count that so many parts divide is turned by one of them: a batch of 256 by 16.
constexpr double parts_of_count = 16, least_parted_count = 32;

double nearer(double wanted, double below, double above) {
    return wanted / below < above / wanted ? below : above;
}

/// 1, 2 or 5 with zeros: the nearest.
double round_step_near(double wanted) {
    const double ten = std::pow(10, std::floor(std::log10(wanted)));
    double below = ten;
    for (const double part : {2.0, 5.0, 10.0}) {
        if (wanted <= part * ten) return nearer(wanted, below, part * ten);
        below = part * ten;
    }
    return below;
}

/// Seconds, minutes and hours as a clock has them, then round numbers of days.
double clock_step_near(double wanted) {
    if (wanted < 1) return round_step_near(wanted);
    if (wanted >= seconds_a_day) return seconds_a_day * round_step_near(wanted / seconds_a_day);
    const ClockSteps steps = clock_steps_at(wanted);
    return nearer(wanted, steps.below, steps.above);
}

/// By how much an input is turned at a time: so much of its own value where that is a count, else a round
/// amount of the unit that is shown.
double step_to_turn(const InputField& field, double now, double low, double high) {
    const InputUnit unit = field.unit();
    const bool is_whole = field.is_whole() || (now == std::round(now) && std::abs(now) >= 10);
    if (unit.symbol.empty() && now >= least_parted_count && std::fmod(now, parts_of_count) == 0)
        return now / parts_of_count;
    const double wanted = (high - low) / steps_to_turn * unit.factor;
    const bool is_time = unit.symbol == unit_symbol(Dimension::time);
    const double step = (is_time ? clock_step_near(wanted) : round_step_near(wanted)) / unit.factor;
    return is_whole && unit.factor == 1 ? std::max(1.0, std::round(step)) : step;
}

std::vector<AxisInput> offered_inputs(const Answers& answers,
                                      std::string (*offer)(const InputField&, const Scenario&)) {
    std::vector<AxisInput> out;
    const Scenario& scenario = answers.scenario();
    const InputTitles titles(scenario);
    InputField::visit_all(scenario, answers.catalog(), [&](const InputField& field) {
        if (std::string values = offer(field, scenario); !values.empty())
            out.push_back({field.address(), titles.title(field), std::move(values)});
    });
    return out;
}

} // namespace

Result<MapStudy> MapStudy::make(const MapRequest& request, const EqualScenarios& equal) {
    const AnswersOfMap& scenarios = equal.scenarios;
    if (request.axes.empty() || request.axes.size() > 2)
        return fail("", fmt::format("there are {} inputs", request.axes.size()), "name one or two");
    MapStudy out;
    out.m_sizes = equal.sizes;
    auto x = axis_of(request.axes[0], scenarios);
    if (!x) return tl::unexpected(x.error());
    out.m_x = std::move(*x);
    if (request.axes.size() > 1) {
        auto y = axis_of(request.axes[1], scenarios);
        if (!y) return tl::unexpected(y.error());
        out.m_y = std::move(*y);
    }
    for (const auto& each : scenarios) {
        auto probe = FigureProbe::make(*each, {request.figure});
        if (!probe) return tl::unexpected(probe.error());
        probe->ask_who_runs();
        out.m_probes.push_back(std::move(*probe));
    }
    return out;
}

Result<InputMap> MapStudy::coarse(size_t most, const std::stop_token& stop) const {
    std::vector<const FigureProbe*> probes;
    for (const FigureProbe& each : m_probes) probes.push_back(&each);
    std::optional<TriedValues> y;
    if (m_y) y = thinned(*m_y, most);
    return input_map(probes, thinned(m_x, most), y, stop, m_sizes);
}

Result<InputMap> MapStudy::whole(const std::stop_token& stop) const {
    return coarse(std::max(m_x.values.size(), m_y ? m_y->values.size() : 1), stop);
}

std::string offered_values(const InputField& field, const Scenario& scenario) {
    if (!field.is_number()) return fmt::format("{}", fmt::join(field.choices(), ","));
    return offered(field, scenario, [&](double low, double high) {
        return fmt::format("{}..{}:{}", typed_end(field, low, 6), typed_end(field, high, 6), values_a_side);
    });
}

std::string offered_to_try(const InputField& field, const Scenario& scenario) {
    if (!field.is_number()) return "all";
    const std::string unit = field.unit().symbol;
    const bool has_unit = !unit.empty() && unit.find(' ') == std::string::npos; // words are no unit to type
    const auto typed = [&](double value) {
        if (has_unit && field.parse(field.text(value))) return field.text(value);
        return field.is_whole() ? field.setting(value) : typed_end(field, value, 6);
    };
    return offered(field, scenario, [&](double low, double high) {
        return fmt::format("{}..{} in {}", typed(low), typed(high), values_to_try);
    });
}

std::string offered_to_turn(const InputField& field, const Scenario& scenario) {
    if (!field.is_number()) return offered_values(field, scenario);
    return offered(field, scenario, [&](double low, double high) {
        const double step = step_to_turn(field, field.value(scenario).value_or(low), low, high);
        constexpr double nearly = 1e-9; // share of a step
        const double first = std::ceil(low / step - nearly), last = std::floor(high / step + nearly);
        if (!(first < last)) return offered_values(field, scenario);
        return fmt::format("{}..{} by {}", typed_end(field, first * step + 0.0, 12),
                           typed_end(field, last * step, 12), typed_end(field, step, 12));
    });
}

std::vector<AxisInput> axis_inputs(const AnswersOfMap& scenarios) {
    std::vector<AxisInput> out;
    std::set<std::string> taken;
    for (const auto& each : scenarios)
        for (AxisInput& input : offered_inputs(*each, &offered_values))
            if (taken.insert(input.address).second) out.push_back(std::move(input));
    return out;
}

std::string common_map_axis(std::string_view address, const AnswersOfMap& scenarios) {
    std::string values;
    for (const auto& each : scenarios) {
        const Scenario& scenario = each->scenario();
        const auto field = InputField::find(scenario, address, each->catalog());
        std::string offered = field ? offered_values(*field, scenario) : std::string();
        if (offered.empty()) return {};
        if (values.empty()) values = std::move(offered);
    }
    return values.empty() ? std::string() : fmt::format("{}={}", address, values);
}

std::vector<std::string> usual_map_axes(const AnswersOfMap& scenarios) {
    constexpr size_t sides = 2;
    std::vector<std::string> out;
    for (const std::string_view address : most_asked_inputs)
        if (std::string axis = common_map_axis(address, scenarios); !axis.empty() && out.size() < sides)
            out.push_back(std::move(axis));
    return out;
}

std::vector<AxisInput> inputs_to_try(const Answers& answers) {
    return offered_inputs(answers, &offered_to_try);
}

} // namespace roofrack
