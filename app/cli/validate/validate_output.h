// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/measure/published/run_groups.h"
#include "validation/validate.h"

#include <string>

namespace roofrack::cli {

/// Published memory figures, and whether published configurations fit.
std::string memory_text(const MemoryValidation& memory);
std::string memory_markdown(const MemoryValidation& memory);

/// The figures of each class of runs.
std::string class_table(const Validation& validation, RunClass by, bool markdown);
/// Every row, then the figures by stack, series and use, the scaling ratios and the bands.
std::string validation_text(const Validation& validation);
/// The tables of docs/validation.md: figures by GPU and software, by use, of the named series, and of the
/// bands.
std::string validation_markdown(const Validation& validation);

} // namespace roofrack::cli
