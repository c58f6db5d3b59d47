// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/measured_fits.h"

#include <algorithm>

namespace roofrack {

std::shared_ptr<const ScalingFit> MeasuredFits::fit_of(const MeasuredCurve& curve, double node_gpus) {
    const std::lock_guard lock(m_mutex);
    const auto same = std::ranges::find_if(
        m_kept, [&](const Kept& each) { return each.node_gpus == node_gpus && each.fit->curve == curve; });
    if (same != m_kept.end()) return same->fit;
    if (curve.points.size() < 2) return nullptr;
    auto fit = fit_scaling(curve, node_gpus, line_counts(curve, m_defaults), m_defaults);
    if (!fit) return nullptr;
    if (m_kept.size() >= 2 * most_measured_curves) m_kept.erase(m_kept.begin());
    m_kept.push_back({node_gpus, std::make_shared<const ScalingFit>(std::move(*fit))});
    return m_kept.back().fit;
}

std::vector<MeasuredStudy> MeasuredFits::study(const std::vector<MeasuredCurve>& curves,
                                               const Prepared* prepared, ScaleMetric metric) {
    std::vector<MeasuredStudy> out;
    for (const MeasuredCurve& curve : curves) {
        const auto fit = fit_of(curve, prepared ? measured_node(curve, *prepared) : 0);
        if (!fit) continue;
        MeasuredStudy study{*fit, {}};
        if (prepared) study.against = measured_against(*prepared, curve, metric);
        out.push_back(std::move(study));
    }
    return out;
}

} // namespace roofrack
