// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/files/csv_table.h"

namespace roofrack {

/// The published runs that the program carries (resources/runs), each with its source, as one table: columns
/// by name, those that a file lacks are empty there. Made when it is asked for first; thread-safe.
const Table& built_in_runs();

} // namespace roofrack
