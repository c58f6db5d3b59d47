// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/measure/validation_run.h"

#include <optional>
#include <span>

namespace roofrack {

/// What a transfer test leaves out: all runs of a GPU architecture, of a software stack, of a stack's newest
/// nine months of releases, of a source, above 1,024 GPUs, of an arithmetic's width, of a vendor's GPUs, of a
/// half-year's releases of a stack on a GPU architecture, above 256 GPUs.
enum class LeftOut {
    generation,
    family,
    release,
    source,
    scale,
    precision,
    vendor,
    combination,
    quarter_scale,
    count
};
inline constexpr size_t left_out_count = static_cast<size_t>(LeftOut::count);
std::string_view name_of(LeftOut by);
std::optional<LeftOut> left_out_by(std::string_view name);

inline constexpr int newest_months = 9;
inline constexpr double large_scale = 1024; ///< GPUs

struct LeftOutClass {
    std::string name; ///< "hopper", "megatron-core from 2025-12", "more than 1024 GPUs", "fsdp hopper 2024-2"
    std::vector<size_t> runs; ///< ascending
};

/// The classes of a test in alphabetical order. A run is in one class or, of `release` and the scales, in
/// none. A stack whose dated releases all lie within the nine months has no class: nothing of it would be
/// left.
std::vector<LeftOutClass> left_out_classes(std::span<const ValidationRun> runs, LeftOut by);

} // namespace roofrack
