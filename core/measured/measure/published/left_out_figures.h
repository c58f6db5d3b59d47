// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/diagnostic.h"
#include "core/measured/measure/published/validated_row.h"

#include <optional>
#include <string_view>
#include <vector>

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

/// A class of a transfer test: what factors and bands that never saw it say of it.
struct TransferClass {
    std::string name;
    Figures figures;
    std::vector<std::string> borrowed; ///< factors that no other run informs; not known of kept errors
};

struct TransferTest {
    LeftOut by = LeftOut::generation;
    std::vector<TransferClass> classes;
    Figures all;            ///< figures of all left-out runs
    Figures dense, experts; ///< figures of the complete core runs among these, and of mixtures of experts
    std::vector<ValidatedRow> rows; ///< the left-out runs, class by class
    std::vector<SkippedRow> skipped;
    double nominal_coverage = 0.8;
};

/// What transfer_test() says of the program's own complete core runs, each property in turn, figures only
/// (`rows`, `skipped` and `borrowed` are empty): it takes minutes, so tools/validation keeps it beside the
/// factors (resources/cost/left_out.json).
const std::vector<TransferTest>& left_out_figures();

/// Reads such a file. Fails where a figure is missing or a property unknown.
Result<std::vector<TransferTest>> parse_left_out_figures(std::string_view json, std::string_view where);

} // namespace roofrack
