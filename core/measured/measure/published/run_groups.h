// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/measure/published/validated_row.h"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace roofrack {

/// What published runs are distinguished by: the GPU's architecture, the software stack, the half-year in
/// which the release came out, the number of GPUs, the arithmetic's width.
enum class RunClass { generation, family, release, scale, precision };
inline constexpr std::array run_classes{RunClass::generation, RunClass::family, RunClass::release,
                                        RunClass::scale, RunClass::precision};
std::string_view name_of(RunClass by);
std::optional<RunClass> run_class(std::string_view name);

/// The run's class: "hopper", "Megatron-Core and NeMo", "2024, first half", "65 to 1,024 GPUs", "fp8". "not
/// dated" for a release whose month is not known.
std::string class_of(const ValidatedRow& row, RunClass by);
/// The figures of each class; scales and releases ascending, the others by name.
std::vector<FigureGroup> grouped_by(std::span<const ValidatedRow> rows, RunClass by);

/// What a list of runs shows.
struct RunFilter {
    std::string
        words; ///< each must stand in the run's id, model, GPU, software or source; case does not matter
    std::array<std::string, run_classes.size()> classes{}; ///< class_of() of each; empty: any
};
bool passes(const ValidatedRow& row, const RunFilter& filter);

} // namespace roofrack
