// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/measure/published/left_out_figures.h"
#include "validation/validation_run.h"

#include <span>

namespace roofrack {

struct LeftOutClass {
    std::string name; ///< "hopper", "megatron-core from 2025-12", "more than 1024 GPUs", "fsdp hopper 2024-2"
    std::vector<size_t> runs; ///< ascending
};

/// The classes of a test in alphabetical order. A run is in one class or, of `release` and the scales, in
/// none. A stack whose dated releases all lie within the nine months has no class: nothing of it would be
/// left.
std::vector<LeftOutClass> left_out_classes(std::span<const ValidationRun> runs, LeftOut by);

} // namespace roofrack
