// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/answers.h"
#include "core/answers/compare/scenario_changes.h"
#include "core/base/figures/shape.h"
#include "core/base/model/step_part.h"

#include <optional>

namespace roofrack {

/// One step of the way from A to B: what is changed, and what the figure changes by.
struct WaterfallStep {
    std::vector<ChangeKind> kinds;  ///< several where the scenario between them has no such figure
    double change = 0;              ///< change of the figure, as it is stored
    std::optional<StepPart> part{}; ///< the part, in a way by parts of the step, which has no kinds
    /// "+48 DGX B200": server_difference() of both drawings, where the whole drawing is among the kinds.
    std::string servers{};
};

/// The part of the step, or the changes: "compute", "the drawing (+48 DGX B200), the plan".
std::string label_of(const WaterfallStep& step);

/// The way of one figure from scenario A to scenario B, whose steps sum to the whole difference.
struct Waterfall {
    std::string figure; ///< full name
    const figures::Row* row = nullptr;
    double from = 0, to = 0;
    std::string
        missing; ///< "“Hall B”: no price for “x”": the way may be another then; empty: none is missing
    bool is_averaged = false; ///< by Shapley's values over all orders, else one change after another
    bool is_by_parts = false; ///< its steps are parts of the step, not changes
    std::vector<WaterfallStep> steps;
    size_t evaluated = 0; ///< scenarios between both
    std::string joined;   ///< why changes stand together, or parts in their place; empty: neither
};

/// In the order that is given (empty: that of the kinds); each scenario on the way is evaluated.
struct WaterfallOrder {
    std::vector<ChangeKind> first; ///< kinds that come first, in this order; the others follow in theirs
    bool is_averaged = false;      ///< over all orders (Shapley 1953), so that none is favoured
    /// The parts of the step, for the step time, which sum to it, in place of the changes; other figures have
    /// none, and go the way of the changes.
    bool is_by_parts = false;
};

/// The figure that is the sum of the parts of the step.
inline constexpr std::string_view figure_of_parts = "step.step_time_s";

/// The step time goes by its parts, too, where changes that cannot be separated make all of the difference.
/// Fails on a figure that does not exist, that is no number, or that one of the two scenarios has not.
Result<Waterfall> waterfall(const Answers& from, const Answers& to, std::string_view figure,
                            const WaterfallOrder& order = {}, const std::stop_token& stop = {});

} // namespace roofrack
