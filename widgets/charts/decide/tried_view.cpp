// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/decide/tried_view.h"

#include <chrono>

namespace roofrack {

namespace {

constexpr std::chrono::milliseconds between_parts{300}; ///< a part is shown so often

} // namespace

TriedView tried_view_of(const Answers& answers, const TriedRequest& request,
                        const std::function<void(TriedView)>& publish, const std::stop_token& stop) {
    using Clock = std::chrono::steady_clock;
    TriedView out;
    out.request = request;
    out.best_plan = answers.snapshot().best_plan;
    out.inputs = inputs_to_try(answers);
    if (request.input.empty()) return out;
    if (request.values.empty()) {
        const auto field = InputField::find(answers.scenario(), request.input, answers.catalog());
        const bool says_nothing = field && !field->value(answers.scenario());
        out.absent = says_nothing
                         ? "The scenario says nothing of it: type the values to be tried, as 1, 2, 4."
                         : "There are no values: type the values to be tried, as 1, 2, 4.";
        return out;
    }
    const auto refuse = [&](const Diagnostic& why) {
        out.absent = why.text();
        return out;
    };
    const auto values =
        parse_tried(request.input + '=' + request.values, answers.scenario(), answers.catalog());
    if (!values) return refuse(values.error());
    const auto probe = FigureProbe::make(answers, request.asked_figures());
    if (!probe) return refuse(probe.error());
    Clock::time_point shown = Clock::now();
    const TriedProgress progress = [&](const TriedFamily& so_far) {
        if (!publish || Clock::now() - shown < between_parts) return;
        shown = Clock::now();
        TriedView part = out;
        part.family = std::make_shared<const TriedFamily>(so_far);
        publish(std::move(part));
    };
    auto family = try_values(*probe, *values, progress, stop);
    if (!family) return refuse(family.error());
    out.family = std::make_shared<const TriedFamily>(std::move(*family));
    return out;
}

} // namespace roofrack
