// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "validation/score.h"
#include "validation/sweeps/collective_bands.h"

namespace roofrack {

/// What a transfer test of sweeps leaves out whole.
enum class SweepClass { source, fabric };
std::string_view name_of(SweepClass by); ///< "source", "fabric"
std::optional<SweepClass> sweep_class(std::string_view name);
/// The class of a row: its source, or the name of its fabric.
const std::string& class_of(const CollectiveRow& row, SweepClass by);

/// |error| of left-out rows of one size band, per cent; each fabric weighs the same.
struct SweepFigure {
    std::string name; ///< name of the class; empty: of all
    SizeBand band = SizeBand::large;
    int rows = 0, fabrics = 0;
    double median = 0, p90 = 0, bias = 0; ///< bias: median signed error
    double coverage = 0;                  ///< share of rows inside their band
    double band_factor = 1;               ///< median half-width of the bands, as a factor
};

struct TransferredSweep {
    CollectiveRow row;
    double predicted = 0, error_pct = 0; ///< s; by constants fitted without the class
    double band_low = 0, band_high = 0;  ///< s, nominal 80 %, from the other classes left out
    bool far = false;                    ///< no other class measured its transport at such sizes
};

/// Each class of core rows predicted by constants that were all refitted without it, in a band derived from
/// the other classes left out in the same way.
struct CollectiveTransfer {
    SweepClass by = SweepClass::source;
    std::vector<TransferredSweep> rows;
    std::vector<SkippedRow> skipped;
    std::vector<SweepFigure> totals, classes; ///< by size band; by class and size band
    CollectiveBands bands;                    ///< from all classes left out
};

/// Some seconds. Fails when a column is missing.
Result<CollectiveTransfer> collective_transfer(const Table& table, const std::string& where,
                                               const Catalog& catalog, SweepClass by);
/// The transfer test of rows that were read already: `rows` of it are these, in their order; figures and
/// bands are of the core ones.
CollectiveTransfer collective_transfer(std::span<const CollectiveRow> rows, const CollectivePriors& priors,
                                       SweepClass by);

} // namespace roofrack
