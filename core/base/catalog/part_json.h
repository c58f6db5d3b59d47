// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/part.h"

#include <nlohmann/json_fwd.hpp>
#include <vector>

namespace roofrack {

/// Where figures were read.
struct CatalogSource {
    std::string text;
    std::string date;       ///< date of the page or of the reading; empty: it is not kept
    bool is_unsure = false; ///< names no source of its own, or calls its values assumed: confirms nothing
};
/// By the keys of resources/catalog/sources.json.
using CatalogSources = std::map<std::string, CatalogSource, std::less<>>;
/// A text alone, or {"text", "date", "unsure"}.
Result<CatalogSource> read_catalog_source(const nlohmann::json& value, std::string_view where);

struct CatalogPart {
    Part part;
    std::vector<std::string> aliases;
};

/// One entry of "parts". Figures are objects {value, status, source, date, low, high, note}; `source` is a
/// key of `sources`. Fails on an unknown figure or key, a wrong unit, a figure without status, one that is
/// confirmed, derived or announced but names no source, one that an unsure source confirms, one that is not
/// between its low and high, and a FLOP/s figure with structured sparsity.
Result<CatalogPart> read_catalog_part(const nlohmann::json& value, const CatalogSources& sources,
                                      std::string_view where);

/// Compares the FLOP/s figures with the dense peak of the part's architecture; vendors like to print the
/// figure with structured sparsity, which training never reaches.
Result<void> check_dense(const Part& accelerator, std::string_view where);

} // namespace roofrack
