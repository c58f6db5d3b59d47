// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/part.h"

#include <nlohmann/json_fwd.hpp>
#include <vector>

namespace roofrack {

/// Keys of resources/catalog/sources.json → where the figure was read.
using SourceTexts = std::map<std::string, std::string, std::less<>>;

struct CatalogPart {
    Part part;
    std::vector<std::string> aliases;
};

/// One entry of "parts". Figures are objects {value, status, source, note}; `source` is a key of `sources`.
/// Fails on an unknown figure or key, a wrong unit, a figure without status, one that is confirmed or derived
/// but names no source, and a FLOP/s figure with structured sparsity.
Result<CatalogPart> read_catalog_part(const nlohmann::json& value, const SourceTexts& sources,
                                      std::string_view where);

/// Compares the FLOP/s figures with the dense peak of the part's architecture; vendors like to print the
/// figure with structured sparsity, which training never reaches.
Result<void> check_dense(const Part& accelerator, std::string_view where);

} // namespace roofrack
