// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/files/csv_table.h"
#include "core/base/model/project.h"

#include <filesystem>
#include <map>
#include <set>
#include <string>

namespace roofrack {

class Catalog;
struct PriceList;

/// What became of the rows of a price list.
struct PricesImport {
    std::vector<ListedPrice> prices; ///< the scenario's list with the rows in it
    size_t taken = 0;                ///< rows that are in the list now
    size_t unchanged = 0;            ///< rows that say what holds without them
    std::vector<Diagnostic> faults;  ///< by row: where it stands, what is wrong
    /// Currencies of rows that are faults only because no rate of theirs is given.
    std::set<std::string> without_rate;
};

/// Prices of parts and classes from a table with the columns item, likely (or price), low, high, currency,
/// usd_each, date, source; others are left alone, and only item and likely are needed. Names of parts are
/// taken as the catalogue takes them. `usd_each`: $ of one of a currency where no column says it. Fails where
/// a column is missing; a row with an unknown part, an unknown currency, one without a rate, no number or a
/// band that is not in order is a fault and is left out.
Result<PricesImport> import_prices_csv(const Table& table, std::string_view where, const Scenario& scenario,
                                       const std::map<std::string, double>& usd_each, const Catalog& catalog,
                                       const PriceList& classes);

/// Whether a file begins as such a table does: with a header that names items and their prices.
bool holds_prices(const std::filesystem::path& path);

} // namespace roofrack
