// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFlags>

namespace roofrack {

/// What an edit touched, so that each view refreshes only what it shows.
enum class Change {
    layout = 1 << 0,  ///< positions and sizes: the drawing, never the evaluation
    cluster = 1 << 1, ///< elements, links and their settings
    workload = 1 << 2,
    plan = 1 << 3,
    site = 1 << 4,
    calibration = 1 << 5,
    scenarios = 1 << 6,  ///< the list of scenarios or a scenario's name
    measured = 1 << 7,   ///< curves of measured rates
    runs = 1 << 8,       ///< the list of measured runs: no prediction rests on them
    comparison = 1 << 9, ///< how scenarios are compared: no prediction rests on it
    uncertain = 1 << 10, ///< which inputs are not known for sure
    deck = 1 << 11,      ///< the slides and how they look: no prediction rests on them
};
Q_DECLARE_FLAGS(Changes, Change)
Q_DECLARE_OPERATORS_FOR_FLAGS(Changes)

inline constexpr Changes all_changes = Changes::fromInt(0xfff);
/// The changes after which a scenario must be evaluated again.
inline constexpr Changes evaluated_changes = Changes(Change::cluster) | Change::workload | Change::plan |
                                             Change::site | Change::calibration | Change::measured |
                                             Change::uncertain;

} // namespace roofrack
