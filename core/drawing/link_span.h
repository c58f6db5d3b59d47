// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/cluster.h"

namespace roofrack {

/// How the cables of one drawn link join the instances of its two ends, in numbers only: instance i of an
/// element is counted through the whole drawing, the outermost container most significant, so what one block
/// holds of each element is a range [0, n). All answers are closed formulas; nothing is expanded.
struct LinkSpan {
    LinkPattern pattern = LinkPattern::each;
    bool self = false;   ///< both ends are the same element
    double a = 1, b = 1; ///< instances of either end within one instance of their common container
    double count = 1;    ///< cables a pair, as Link::count
    int axes = 0;        ///< torus only
    /// > 0: a mesh of an element with itself between groups of so many; `count`, a fraction then, is the mean
    /// of any two instances of different groups
    double group = 0;

    /// Tos [0, result) that the froms [0, n) are cabled to.
    double reach_to(double froms) const;
    /// Froms [0, result) that are cabled to the tos [0, n).
    double reach_from(double tos) const;

    struct Cables {
        double inside = 0;   ///< between a held from and a held to
        double from_out = 0; ///< from a held from to a to outside
        double to_out = 0;   ///< from a held to to a from outside
    };
    /// The cables of a block that holds the froms [0, froms) and the tos [0, tos).
    Cables cables(double froms, double tos) const;

    /// Cables at one instance of either end.
    double per_from() const;
    double per_to() const;

private:
    double groups() const; ///< rail: groups of `count` tos within the common container
};

} // namespace roofrack
