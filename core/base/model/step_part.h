// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace roofrack {

/// The exclusive parts of a step, in stack order (docs/model.md section 1). They sum to the step time.
enum class StepPart {
    compute,
    memory,
    launch,
    tensor_comm,
    context_comm,
    expert_comm,
    pipeline_bubble,
    pipeline_comm,
    data_comm,
    optimizer,
    inference,
    straggler,
    throttle,
    input,
    checkpoint,
    failure,
};
inline constexpr size_t step_part_count = 16;
std::string_view name_of(StepPart part);  ///< "tensor_comm"
std::string_view label_of(StepPart part); ///< "tensor comm"

using StepParts = std::array<double, step_part_count>; ///< seconds, indexed by StepPart

} // namespace roofrack
