// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/catalog.h"
#include "core/study/measured_against.h"

#include <memory>
#include <mutex>

namespace roofrack {

/// Fits of measured curves. What was fitted is kept, as a drag in the drawing changes none of them: a fit
/// takes a tenth of a second. May be asked on any thread.
class MeasuredFits {
public:
    explicit MeasuredFits(const Catalog& catalog)
        : m_defaults(catalog.defaults()) {}

    /// Of each curve that can be fitted; `prepared`: what is drawn, if it can be understood.
    std::vector<MeasuredStudy> study(const std::vector<MeasuredCurve>& curves, const Prepared* prepared,
                                     ScaleMetric metric);

private:
    struct Kept {
        double node_gpus = 0; ///< that was asked for
        std::shared_ptr<const ScalingFit> fit;
    };
    std::shared_ptr<const ScalingFit> fit_of(const MeasuredCurve& curve, double node_gpus);

    const Defaults& m_defaults;
    std::mutex m_mutex;
    std::vector<Kept> m_kept; ///< guarded by m_mutex
};

} // namespace roofrack
