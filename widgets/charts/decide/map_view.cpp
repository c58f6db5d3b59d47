// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/decide/map_view.h"

#include "core/answers/decide/turning_axes.h"

namespace roofrack {

namespace {

constexpr size_t coarse_side = 8, coarse_cells = 200; ///< a map of fewer cells is found at once

} // namespace

MapView map_view_of(const std::vector<std::shared_ptr<const Answers>>& scenarios,
                    const ComparisonChoice& choice, bool best_plan,
                    const std::function<void(MapView)>& publish, const std::stop_token& stop,
                    KeptEqual* kept) {
    MapView out;
    out.choice = choice;
    out.best_plan = best_plan;
    out.inputs = axis_inputs(scenarios);
    out.axes = choice.map;
    if (scenarios.empty()) return out;
    const auto refuse = [&](const Diagnostic& why) {
        out.absent = why.text();
        return std::move(out);
    };
    KeptEqual own;
    const Result<EqualScenarios>& equal = (kept ? *kept : own).of(scenarios, choice, stop);
    if (!equal) return refuse(equal.error());
    const std::stop_callback ends(stop, [&equal] { stop_all(*equal); });
    MapRequest request;
    if (!choice.map_by.empty()) request.figure = choice.map_by;
    if (choice.map.empty()) out.axes = turning_map_axes(*equal, request.figure, stop);
    if (out.axes.empty()) return out;
    request.axes = out.axes;
    const auto study = MapStudy::make(request, *equal);
    if (!study) return refuse(study.error());
    if (publish && study->cells() > coarse_cells)
        if (auto coarse = study->coarse(coarse_side, stop)) {
            MapView part = out;
            part.map = std::make_shared<const InputMap>(std::move(*coarse));
            part.is_coarse = true;
            publish(std::move(part));
        }
    auto whole = study->whole(stop);
    if (!whole) return refuse(whole.error());
    out.map = std::make_shared<const InputMap>(std::move(*whole));
    return out;
}

} // namespace roofrack
