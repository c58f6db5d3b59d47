// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/constants/sourced_value.h"
#include "core/base/units/diagnostic.h"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace roofrack {

/// What something costs, as far as it is known: 0 ≤ low ≤ likely ≤ high.
struct PriceBand {
    double low = 0, likely = 0, high = 0;

    static PriceBand exactly(double price) { return {price, price, price}; }
    PriceBand& operator+=(const PriceBand& other);
    friend PriceBand operator+(PriceBand a, const PriceBand& b) { return a += b; }
    friend PriceBand operator*(const PriceBand& band, double factor) {
        return {band.low * factor, band.likely * factor, band.high * factor};
    }
    bool operator==(const PriceBand&) const = default;
};

/// One row of resources/catalog/prices.json.
struct PriceRow {
    std::string id;   ///< "server.hopper"
    std::string unit; ///< "$/GPU", "$/port", "$/kW", "weeks" …
    PriceBand band;
    Status status = Status::unknown;
    std::string source;
    std::string date;                      ///< date of the source: "2026-09-10", "2025"
    std::string name;                      ///< what it is, where that is shown: "AWS us-east-1, on demand"
    std::vector<std::string> accelerators; ///< accelerators of rents: catalogue ids that it is asked for
    double most = 0; ///< most GPUs that can be delivered with this lead time; 0: no such end is known
    bool operator==(const PriceRow&) const = default;
};

/// Above which figures an accelerator needs a licence to be exported to where.
struct ExportRule {
    std::string id, name;  ///< "US EAR 3A090.a, October 2023"
    std::string date;      ///< since when
    double least_tpp = 0;  ///< total processing performance: TOP/s × bits of the operands, in 1e12
    double least_link = 0; ///< B/s, both directions; 0: whatever its links are
    std::vector<std::string> regions; ///< ISO country codes
    std::vector<std::string> exempt;  ///< vendors whose parts are not the rule's country's to license
    Status status = Status::unknown;
    std::string source;
};

/// What classes of things cost where nobody gave a price, what clouds ask, how long things take to come and
/// how far the assumptions behind a $ may be off. Each with its source and date.
struct PriceList {
    std::vector<PriceRow> classes;  ///< $ a unit of a class of parts
    std::vector<PriceRow> spreads;  ///< × a price of that status: how far an offer lies from it
    std::vector<PriceRow> reserved; ///< $/GPU-h for years
    std::vector<PriceRow> on_demand;
    std::vector<PriceRow> lead_times;  ///< weeks from the order
    std::vector<PriceRow> assumptions; ///< × what is assumed
    std::vector<ExportRule> export_rules;

    /// What is compiled into the program (thread-safe).
    static const PriceList& built_in();
};

/// Null when there is no such row.
const PriceRow* find_price(const std::vector<PriceRow>& rows, std::string_view id);

/// Fails on a missing key, an unknown status, a confirmed or derived row without a source, a negative price
/// or a band that is not in order.
Result<PriceList> read_price_list(const nlohmann::json& file, std::string_view where);

} // namespace roofrack
