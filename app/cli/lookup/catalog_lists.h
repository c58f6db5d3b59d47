// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/base/commands.h"

#include <memory>
#include <string>

namespace roofrack::cli {

/// What all commands of `catalog` take.
struct CatalogTarget {
    std::string project, scenario;
    bool json = false;
};

/// `catalog prices`, `catalog take-parts` and `catalog take-prices`: lists in and out as CSV.
void add_catalog_lists(const Command& catalog, const std::shared_ptr<const CatalogTarget>& target);

} // namespace roofrack::cli
