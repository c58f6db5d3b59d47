// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/files/csv_table.h"
#include "core/base/model/project.h"

#include <string>

namespace roofrack {

class Catalog;

/// What became of the rows of a table of parts.
struct PartsImport {
    Scenario scenario;                ///< with the parts of the rows without a fault
    size_t added = 0, changed = 0;    ///< parts that are new, and that had their id already
    std::vector<Diagnostic> faults;   ///< by row: where it stands, what is wrong
    std::vector<Diagnostic> warnings; ///< figures that contradict others or are far off
};

/// A part a row, in the scenario's own parts: columns id, name, kind, base, vendor, note, source, date, and
/// one a figure or text by its key ("hbm_capacity", "hbm_capacity [GB]": the unit of bare numbers). An empty
/// cell says nothing, "-" that the base's figure is not known here. `base` is a part of the catalogue, by any
/// name that it has, or of the project. Fails on a column that no part has.
Result<PartsImport> import_parts_csv(const Table& table, std::string_view where, const Scenario& scenario,
                                     const Catalog& catalog);

} // namespace roofrack
