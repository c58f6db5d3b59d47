// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/decide/tried_family.h"

#include "core/drawing/project/address/input_title.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

/// A value that was typed with another unit may differ in its last digits.
bool is_same_value(double first, double second) {
    constexpr double nearly = 1e-9;
    return std::abs(first - second) <= nearly * std::max(std::abs(first), std::abs(second));
}

std::vector<double> each_once(const std::vector<double>& values) {
    std::vector<double> out;
    for (const double each : values)
        if (std::ranges::find(out, each) == out.end()) out.push_back(each);
    return out;
}

} // namespace

std::string TriedPoint::fault() const {
    return figures.empty() || figures.front().runs ? std::string() : figures.front().absent;
}

std::optional<size_t> TriedFamily::best(size_t figure) const {
    const figures::Better better = figures[figure].row->better;
    if (better == figures::Better::neither) return std::nullopt;
    const double sign = better == figures::Better::less ? -1 : 1;
    std::optional<size_t> out;
    bool do_differ = false;
    for (size_t i = 0; i < points.size(); ++i) {
        const ProbedValue& of = points[i].figures[figure];
        if (!of.is_known()) continue;
        if (!out) {
            out = i;
            continue;
        }
        const double most = points[*out].figures[figure].number;
        do_differ = do_differ || !is_same_value(of.number, most);
        if (sign * of.number > sign * most) out = i;
    }
    return do_differ ? out : std::nullopt;
}

bool TriedFamily::runs_nowhere() const {
    const auto runs = [](const TriedPoint& each) { return each.fault().empty(); };
    return points.size() == asked && std::ranges::none_of(points, runs);
}

const std::vector<std::string>& first_tried_figures() {
    static const std::vector<std::string> names{"step.step_time_s", "money.run.usd_per_million",
                                                "power.metered_w"};
    return names;
}

Result<TriedFamily> try_values(const FigureProbe& probe, const TriedValues& values,
                               const TriedProgress& progress, const std::stop_token& stop) {
    const Variation as_is = probe.as_is();
    const Scenario& scenario = *as_is.scenario;
    const auto field = InputField::find(scenario, values.input, probe.catalog());
    if (!field) return tl::unexpected(field.error());
    const std::vector<double> tried = each_once(values.values);
    if (tried.empty()) return fail(values.input, "there is no value", "give one");
    if (tried.size() > most_tried_values)
        return fail(values.input, fmt::format("{} values are too many", tried.size()),
                    fmt::format("give {} at most", most_tried_values));
    TriedFamily out;
    out.scenario = scenario.name;
    out.input = field->address();
    out.title = title_of_input(*field, scenario);
    out.short_title = short_title_of_input(*field, scenario);
    out.unit = field->unit();
    out.is_choice = !field->is_number();
    out.own = field->value(scenario);
    std::vector<double> shown = tried;
    if (out.own) shown.push_back(*out.own);
    const std::vector<std::string> texts = field->texts(shown);
    out.own_text = out.own ? texts.back() : "not said";
    out.figures = probe.figures();
    out.as_it_is = probe.at(as_is);
    out.asked = tried.size();
    std::optional<Prepared> before;
    for (const double value : tried) {
        if (stop.stop_requested()) return fail("", "stopped", "ask again");
        TriedPoint point{value,
                         texts[out.points.size()],
                         field->setting(value),
                         out.own && is_same_value(*out.own, value),
                         {}};
        const auto none = [&](const Diagnostic& why) {
            point.figures.assign(out.figures.size(), ProbedValue{std::nan(""), why.text(), false});
        };
        Variation variation = as_is;
        auto changed = field->with(scenario, value);
        if (changed) {
            variation.scenario = std::make_shared<const Scenario>(std::move(*changed));
            // Neighbours share most of what is prepared.
            auto prepared =
                before ? before->with(variation.scenario, probe.catalog()) : probe.prepare(variation);
            if (prepared) {
                point.figures = probe.at(variation, *prepared);
                before = std::move(*prepared);
            } else {
                none(prepared.error());
            }
        } else {
            none(changed.error());
        }
        out.points.push_back(std::move(point));
        if (progress) progress(out);
    }
    if (stop.stop_requested()) return fail("", "stopped", "ask again");
    return out;
}

} // namespace roofrack
