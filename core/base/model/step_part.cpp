// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/model/step_part.h"

namespace roofrack {

std::string_view name_of(StepPart part) {
    constexpr auto names = std::to_array<std::string_view>(
        {"compute", "memory", "launch", "tensor_comm", "context_comm", "expert_comm", "pipeline_bubble",
         "pipeline_comm", "data_comm", "optimizer", "inference", "straggler", "throttle", "input",
         "checkpoint", "failure"});
    static_assert(names.size() == step_part_count);
    return names[static_cast<size_t>(part)];
}

std::string_view label_of(StepPart part) {
    constexpr auto labels = std::to_array<std::string_view>(
        {"compute", "HBM", "launch", "tensor comm", "context comm", "expert comm", "pipeline bubble",
         "pipeline comm", "data comm", "optimizer", "inference", "straggler", "throttle", "input",
         "checkpoint", "failure"});
    static_assert(labels.size() == step_part_count);
    return labels[static_cast<size_t>(part)];
}

} // namespace roofrack
