// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/base/output_file.h"

#include "core/base/files/csv_table.h"

namespace roofrack::cli {

/// Writes the published run of that id as a project; returns the exit code.
int write_published_project(const Table& runs, const std::string& id, const OutputFile& file);

} // namespace roofrack::cli
