// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart.h"

#include <QByteArray>

namespace roofrack {

/// A file of the chart as it is seen, or of its table for CSV. Fails, without a place, on a picture that is
/// too large.
Result<QByteArray> picture_of(const Chart& chart, PictureFormat format, const PictureOptions& options);

} // namespace roofrack
