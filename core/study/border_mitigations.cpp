// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/border_mitigations.h"

#include "core/step/engine/gains.h"
#include "core/step/engine/plan_at_size.h"
#include "core/step/engine/prepared_impl.h"
#include "core/step/engine/throttled_racks.h"
#include "core/study/ideal_gap.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

namespace {

/// Something to change, and what is prepared with it.
struct Change {
    Prepared prepared;
    std::string action, caution;
};

bool is_of_batch(const ScaleBorder& border, ScaleMetric metric) {
    if (is_weak(metric) || border.limit != ThrottleCause::none) return false;
    for (const StepPart part : {StepPart::failure, StepPart::checkpoint, StepPart::input})
        if (border.cause == name_of(part)) return false;
    return border.cause != extra_tokens;
}

class BorderMitigations {
public:
    BorderMitigations(const Prepared& prepared, const ScaleOptions& options, const ScaleResult& study,
                      const std::stop_token& stop)
        : m_prepared(prepared)
        , m_options(options)
        , m_study(study)
        , m_stop(stop) {
        for (const ScalePoint& point : study.points) m_sizes.push_back(point.gpus);
    }

    std::vector<BorderMitigation> of(const ScaleBorder& border) const {
        std::vector<BorderMitigation> out;
        for (Change& change : changes(border)) {
            const ScaleResult then = scale(change.prepared, m_sizes, m_options, nullptr, m_stop);
            if (m_stop.stop_requested()) break;
            // With it nothing may run where the border stands: it moves nothing there.
            if (!(then.smallest.gpus > 0 && then.smallest.gpus <= border.gpus)) continue;
            BorderMitigation mitigation{std::move(change.action), std::move(change.caution),
                                        same_border(border, then)};
            const bool is_worse =
                mitigation.gpus > 0 && mitigation.gpus < border.gpus && !mitigation.stays(border);
            if (!is_worse) out.push_back(std::move(mitigation));
        }
        return out;
    }

private:
    std::vector<Change> changes(const ScaleBorder& border) const {
        std::vector<Change> out;
        if (border.cause == extra_tokens) {
            out.push_back(
                {m_prepared.with_batch(batch_of(m_prepared.impl()) / 2), "half the batch a GPU", {}});
            return out;
        }
        if (const auto gain = largest_gain(border))
            out.push_back({m_prepared.scaled(gain->resource, ResourceScale::twice), gain->twice_text(), {}});
        if (is_of_batch(border, m_study.metric)) {
            const double twice = 2 * batch_of(m_prepared.impl());
            const double critical = critical_batch_of(m_prepared.impl()).tokens;
            const bool is_beyond = critical > 0 && twice * sequence_of(m_prepared.impl()) > critical;
            out.push_back({m_prepared.with_batch(twice), "twice the batch",
                           is_beyond ? "beyond the critical batch" : ""});
        }
        return out;
    }

    /// What shortens the causing part: the resource that gains most at the size after the border.
    std::optional<Gain> largest_gain(const ScaleBorder& border) const {
        const double smoothing = m_prepared.impl().defaults->regimes.smoothing;
        const ScalePoint* after = point_near(m_study, border.gpus * smoothing);
        if (!after) return {};
        const std::vector<Gain> all = gains_with(m_prepared, after->plan, after->gpus,
                                                 after->batch / sequence_of(m_prepared.impl()), {});
        std::optional<Gain> best;
        for (const Gain& gain : all) {
            const bool is_cause = border.limit != ThrottleCause::none
                                      ? limit_of(gain.resource.kind) == border.limit
                                      : name_of(gain.part) == border.cause;
            if (is_cause && gain.twice > Gain::noise && (!best || gain.twice > best->twice)) best = gain;
        }
        return best;
    }

    /// GPUs of the same border, which may have come below the smallest size that runs; 0: there is none.
    double same_border(const ScaleBorder& border, const ScaleResult& then) const {
        const auto is_alike = [&](const ScaleBorder& other) {
            return other.from < border.to && other.to >= border.to;
        };
        auto before = std::ranges::count_if(m_study.borders, [&](const ScaleBorder& other) {
            return is_alike(other) && other.gpus < border.gpus;
        });
        for (const ScaleBorder& other : then.borders)
            if (is_alike(other) && before-- == 0) return other.gpus;
        const auto is_as_bad = [&](const ScalePoint& point) { return point.regime >= border.to; };
        return before == 0 && then.borders.empty() && std::ranges::any_of(then.points, is_as_bad)
                   ? then.smallest.gpus
                   : 0;
    }

    const Prepared& m_prepared;
    const ScaleOptions& m_options;
    const ScaleResult& m_study;
    const std::stop_token& m_stop;
    std::vector<double> m_sizes;
};

} // namespace

void find_border_mitigations(const Prepared& prepared, const ScaleOptions& options, ScaleResult& study,
                             const std::stop_token& stop) {
    const BorderMitigations mitigations(prepared, options, study, stop);
    for (ScaleBorder& border : study.borders) {
        if (stop.stop_requested()) return;
        if (border.worsens()) border.mitigations = mitigations.of(border);
    }
}

} // namespace roofrack
