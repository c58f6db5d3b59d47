// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/step_part.h"

namespace roofrack {

std::string_view name_of(StepPart part) {
    constexpr std::string_view names[step_part_count] = {
        "compute",     "memory",          "launch",        "tensor_comm", "context_comm",
        "expert_comm", "pipeline_bubble", "pipeline_comm", "data_comm",   "optimizer",
        "straggler",   "throttle",        "input",         "checkpoint",  "failure"};
    return names[static_cast<size_t>(part)];
}

std::string_view label_of(StepPart part) {
    constexpr std::string_view labels[step_part_count] = {
        "compute",         "HBM",           "launch",    "tensor comm", "context comm", "expert comm",
        "pipeline bubble", "pipeline comm", "data comm", "optimizer",   "straggler",    "throttle",
        "input",           "checkpoint",    "failure"};
    return labels[static_cast<size_t>(part)];
}

} // namespace roofrack
