// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/step_part.h"
#include "core/base/style/style_inks.h"

namespace roofrack {

/// The colours of the parts of a step, in pictures and in files that other programs paint.
inline constexpr std::array<Ink, step_part_count> part_inks = {
    0x2F6DB5, // compute
    0x56B4E9, // memory
    0xA7C7E7, // launch
    0xE69F00, // tensor_comm
    0xF0C05A, // context_comm
    0xD98200, // expert_comm
    0xC9CED6, // pipeline_bubble
    0xB58B3B, // pipeline_comm
    0xD55E00, // data_comm
    0x009E73, // optimizer
    0x6FBF9B, // inference
    0x9C6BB0, // straggler
    0xC8372D, // throttle
    0x5E6E7C, // input
    0xCC79A7, // checkpoint
    0x7D2E68, // failure
};
constexpr Ink ink_of(StepPart part) { return part_inks[static_cast<size_t>(part)]; }

/// The end of an input's range at which a figure is shown.
enum class InputEnd { low, high };
constexpr Ink ink_of(InputEnd end) {
    return ink_of(end == InputEnd::low ? StepPart::memory : StepPart::tensor_comm);
}

} // namespace roofrack
