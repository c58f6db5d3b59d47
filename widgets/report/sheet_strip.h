// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>

#include <functional>
#include <memory>
#include <vector>

class QPainter;

namespace roofrack {

/// A strip across a sheet of paper, of px at 96 dpi: a line of text, a row of a table, a picture.
struct SheetStrip {
    double above = 0;        ///< free room above it, not at the top of a sheet
    double height = 0;       ///< its own
    double least = 0;        ///< The least height where there is no more room; 0 if it may not shrink.
    bool keeps_next = false; ///< the strip after it stands on the same sheet
    /// The strip repeated above it on a new sheet; null if none is.
    std::shared_ptr<const SheetStrip> head{};
    int section = -1; ///< it is the heading of that section, from 0; -1: of none
    std::function<void(QPainter&, const QRectF& place)> paint{};
};

/// Where a strip stands: it lives as long as those that were given to sheets_of().
struct PlacedStrip {
    const SheetStrip* strip;
    double y, height;
};
using Sheet = std::vector<PlacedStrip>;

/// Divides strips among sheets of that height. What keeps together stands on one sheet where it goes on one
/// at all; a strip that is higher than a sheet has one for itself.
std::vector<Sheet> sheets_of(const std::vector<SheetStrip>& strips, double height);

} // namespace roofrack
