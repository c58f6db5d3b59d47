// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/scale_quantity.h"

#include <QString>
#include <QStringList>

#include <bitset>

namespace roofrack {

/// It follows from the rate and the size alone, without price and power.
inline bool is_of_rate(ScaleQuantity quantity) {
    return quantity != ScaleQuantity::dollars && quantity != ScaleQuantity::energy;
}

/// How the scaling chart is seen: chosen above it, kept for the next start.
struct StudyView {
    StudyView();

    ScaleQuantity quantity = ScaleQuantity::speedup;
    bool log_gpus = true;
    /// By ScaleQuantity: each has an axis of its own. At first shares, $ and energy are linear from 0.
    std::bitset<scale_quantities.size()> log_values;
    bool band = true;
    bool law = false;   ///< Amdahl's law is shown beside the curve.
    QStringList beside; ///< Names of scenarios; names that the project does not have are ignored.

    bool is_log() const { return log_values[static_cast<size_t>(quantity)]; }
    void set_log(bool is_log) { log_values[static_cast<size_t>(quantity)] = is_log; }
    bool operator==(const StudyView&) const = default;

    /// The text kept in the settings; what cannot be read keeps its default.
    QString text() const;
    static StudyView of_text(const QString& text);
};

} // namespace roofrack
