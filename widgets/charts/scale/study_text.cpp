// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/scale/study_text.h"

#include "core/study/ideal_gap.h"
#include "core/study/sizes.h"
#include "widgets/charts/chart_text.h"
#include "widgets/charts/scale/scaling_chart.h"
#include "widgets/fields/text.h"
#include "widgets/theme/theme.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

QString value_text(StudyValue value) {
    switch (value) {
    case StudyValue::speedup: break;
    case StudyValue::rate: return ScalingChart::tr("Rate");
    case StudyValue::efficiency: return ScalingChart::tr("Efficiency");
    }
    return ScalingChart::tr("Speed-up");
}

QString value_tip(StudyValue value) {
    switch (value) {
    case StudyValue::speedup: break;
    case StudyValue::rate: return ScalingChart::tr("Tokens or samples per second");
    case StudyValue::efficiency: return ScalingChart::tr("Share of the ideal rate");
    }
    return ScalingChart::tr("Rate against that of one GPU of the ideal");
}

double value_of(StudyValue value, const ScalePoint& point, double ideal_rate) {
    switch (value) {
    case StudyValue::speedup: break;
    case StudyValue::rate: return point.progress;
    case StudyValue::efficiency: return point.progress / (ideal_rate * point.gpus);
    }
    return point.progress / ideal_rate;
}

double ideal_value(StudyValue value, double gpus, double ideal_rate) {
    switch (value) {
    case StudyValue::speedup: break;
    case StudyValue::rate: return gpus * ideal_rate;
    case StudyValue::efficiency: return 1;
    }
    return gpus;
}

QString metric_text(ScaleMetric metric) {
    switch (metric) {
    case ScaleMetric::throughput: return ScalingChart::tr("throughput, batch growing");
    case ScaleMetric::fixed_batch: return ScalingChart::tr("throughput, batch fixed");
    case ScaleMetric::goodput: return ScalingChart::tr("goodput, batch fixed");
    case ScaleMetric::time_to_loss: return ScalingChart::tr("progress to a loss, batch growing");
    }
    return {};
}

QString cause_text(const ScaleBorder& border) {
    // Where power or heat holds the clocks, what they are held by says more than that they are held.
    if (border.limit != ThrottleCause::none) return to_qt(label_of(border.limit));
    for (size_t i = 0; i < step_part_count; ++i)
        if (name_of(static_cast<StepPart>(i)) == border.cause) return loss_text(i);
    return border.cause == extra_tokens ? loss_text(step_part_count) : qt(border.cause);
}

QString effect_text(const ScaleBorder& border) {
    return (border.limit == ThrottleCause::none ? ScalingChart::tr("%1 grows")
                                                : ScalingChart::tr("%1 holds the clocks"))
        .arg(cause_text(border));
}

QString step_text(const ScaleResult& study, const ScaleStep& step) {
    return ScalingChart::tr("a drop of %1 % beyond %2 (%3)")
        .arg(100 * (1 - step.left), 0, 'f', 0)
        .arg(gpus_text(study, step.gpus), qt(step.links));
}

QString assumed_text(const AssumedBlock& block) {
    const QString name = qt(block.name);
    if (block.is_torus) return ScalingChart::tr("assumed beyond: more of\n%1, as one larger torus").arg(name);
    if (block.egress.si() <= 0)
        return ScalingChart::tr("assumed beyond: more of\n%1, joined by nothing").arg(name);
    if (!block.is_narrower())
        return ScalingChart::tr("assumed beyond: more of\n%1, joined as its servers are").arg(name);
    return ScalingChart::tr("assumed beyond: more of\n%1, joined %2:1")
        .arg(name)
        .arg(block.narrower, 0, 'g', 3);
}

QString border_mitigation_text(const ScaleResult& study, const ScaleBorder& border,
                               const BorderMitigation& mitigation) {
    const QString from = place_text(study, border.gpus), action = qt(mitigation.action);
    if (mitigation.gpus <= 0)
        return ScalingChart::tr("%1 → beyond %2 with %3")
            .arg(from, count_text(study.points.back().gpus), action);
    if (mitigation.stays(border)) return ScalingChart::tr("%1 stays with %2").arg(from, action);
    return ScalingChart::tr("%1 → %2 with %3").arg(from, place_text(study, mitigation.gpus), action);
}

QString moves_text(const ScaleResult& study) {
    QString out;
    for (const ScaleBorder& border : study.borders) {
        const auto farther = [](const BorderMitigation& a, const BorderMitigation& b) {
            return b.gpus <= 0 ? a.gpus > 0 : a.gpus > 0 && a.gpus < b.gpus;
        };
        const auto most = std::ranges::max_element(border.mitigations, farther);
        if (most == border.mitigations.end()) continue;
        out = joined({out, border_mitigation_text(study, border, *most)});
    }
    return out.isEmpty() ? out : ScalingChart::tr("What moves it: %1").arg(out);
}

double loss(const ScalePoint& point, size_t which) {
    return which < step_part_count ? point.lost[which] : point.lost_to_batch;
}

QString loss_text(size_t which) {
    return which < step_part_count ? to_qt(label_of(static_cast<StepPart>(which)))
                                   : ScalingChart::tr("extra tokens of the batch");
}

QColor loss_colour(const Theme& theme, size_t which) {
    return which < step_part_count ? theme.part(static_cast<StepPart>(which)) : theme.secondary;
}

QString place_text(const ScaleResult& study, double gpus) { return count_text(shown_gpus(study, gpus)); }

QString gpus_text(const ScaleResult& study, double gpus) {
    const QString count = place_text(study, gpus);
    return count == u'1' ? ScalingChart::tr("%1 GPU").arg(count) : ScalingChart::tr("%1 GPUs").arg(count);
}

} // namespace roofrack
