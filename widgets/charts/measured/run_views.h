// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSet>
#include <QString>

namespace roofrack {

struct OpenRun;

/// The charts of measured runs that have nothing to show of this run. If `run` is null, no run is open and
/// one of the charts says what would fill it.
QSet<QString> views_without(const OpenRun* run);
/// Where a run is shown at first.
QString first_view_of(const OpenRun& run);

} // namespace roofrack
