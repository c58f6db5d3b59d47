// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "validation/validate.h"

#include <QByteArray>

#include <filesystem>
#include <vector>

namespace roofrack::test {

/// The tables of published runs that the program carries, where ROOFRACK_DATA names the folder of all data.
inline std::vector<std::filesystem::path> carried_tables(const QByteArray& data) {
    const std::filesystem::path folder = data.toStdString() + "/validation";
    return {folder / "training_runs.csv", folder / "more_training_runs.csv", folder / "single_node.csv",
            folder / "newest_runs.csv"};
}

/// validate_table() of one file, by the parameters that are built in.
inline Result<Validation> validate_runs(const std::filesystem::path& csv, const Catalog& catalog,
                                        bool only_core = false, bool leave_one_series_out = false) {
    const auto table = read_csv(csv);
    if (!table) return tl::unexpected(table.error());
    return validate_table(*table, csv.string(), catalog, CostParameters::built_in(), only_core,
                          leave_one_series_out);
}

} // namespace roofrack::test
