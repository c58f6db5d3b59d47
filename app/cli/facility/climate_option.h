// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/base/commands.h"
#include "core/base/model/project.h"
#include "core/facility/weather/climate.h"

namespace roofrack::cli {

/// The option --climate: a built-in one or a CSV file, in place of the site's own.
struct ClimateOption {
    std::string name;
    void add_to(const Command& command);
    /// What the option says, as a file beside where the program was called; else what the site says, as a
    /// file beside the project. A UsageError where neither says one.
    Result<Climate> find(const Site& site, const std::string& project) const;
};

} // namespace roofrack::cli
