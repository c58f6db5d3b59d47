// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/scale/quantity_text.h"

#include "widgets/charts/chart_text.h"
#include "widgets/charts/scale/scaling_chart.h"
#include "widgets/charts/scale/study_text.h"
#include "widgets/fields/core_words.h"

#include <cmath>

namespace roofrack {

namespace {

/// "13.7", "29,700".
QString bare_figure(ScaleQuantity quantity, double value) {
    switch (quantity) {
    case ScaleQuantity::rate: return shown(value, Dimension::number);
    case ScaleQuantity::efficiency: return percent_text(value);
    case ScaleQuantity::dollars: return shown(value, Dimension::money);
    case ScaleQuantity::speedup:
    case ScaleQuantity::days:
    case ScaleQuantity::energy: break;
    }
    return value < 1000 ? shown(value, Dimension::number) : rounded_count_text(value);
}

} // namespace

QString quantity_text(ScaleQuantity quantity) {
    switch (quantity) {
    case ScaleQuantity::rate: return ScalingChart::tr("Rate");
    case ScaleQuantity::speedup: return ScalingChart::tr("Speed-up");
    case ScaleQuantity::efficiency: return ScalingChart::tr("Efficiency");
    case ScaleQuantity::days: return ScalingChart::tr("Days to the budget");
    case ScaleQuantity::dollars: return ScalingChart::tr("Cost of a million tokens");
    case ScaleQuantity::energy: break;
    }
    return ScalingChart::tr("Energy to the budget");
}

QString quantity_tip(ScaleQuantity quantity) {
    switch (quantity) {
    case ScaleQuantity::rate: return ScalingChart::tr("Tokens or samples per second");
    case ScaleQuantity::speedup: return ScalingChart::tr("Rate against that of the smallest size that runs");
    case ScaleQuantity::efficiency: return ScalingChart::tr("Share of the ideal rate");
    case ScaleQuantity::days:
        return ScalingChart::tr("Days until the token budget is trained, checkpoints and failures paid");
    case ScaleQuantity::dollars:
        return ScalingChart::tr("$ per million useful tokens or samples, checkpoints and failures paid");
    case ScaleQuantity::energy: break;
    }
    return ScalingChart::tr("MWh at the meter until the token budget is trained");
}

QString quantity_heading(ScaleQuantity quantity, const ScaleResult& study) {
    const bool samples = study.counts_samples;
    switch (quantity) {
    case ScaleQuantity::rate:
        return samples ? ScalingChart::tr("Rate, samples per second")
                       : ScalingChart::tr("Rate, tokens per second");
    case ScaleQuantity::speedup:
        return ScalingChart::tr("Speed-up against %1, the smallest size that runs")
            .arg(gpus_text(study, study.smallest.gpus));
    case ScaleQuantity::efficiency: return ScalingChart::tr("Efficiency, share of the ideal rate");
    case ScaleQuantity::days: return ScalingChart::tr("Days to the token budget: less is better");
    case ScaleQuantity::dollars:
        return samples ? ScalingChart::tr("$ per million samples: less is better")
                       : ScalingChart::tr("$ per million tokens: less is better");
    case ScaleQuantity::energy: break;
    }
    return ScalingChart::tr("MWh to the token budget: less is better");
}

QString quantity_unit(ScaleQuantity quantity) {
    switch (quantity) {
    case ScaleQuantity::rate: return QStringLiteral("/s");
    case ScaleQuantity::speedup: return QStringLiteral("×");
    case ScaleQuantity::efficiency: return QStringLiteral("%");
    case ScaleQuantity::days: return QStringLiteral("d");
    case ScaleQuantity::dollars: return QStringLiteral("$");
    case ScaleQuantity::energy: break;
    }
    return QStringLiteral("MWh");
}

QString quantity_figure(ScaleQuantity quantity, double value, const ScaleResult& study) {
    const QString bare = bare_figure(quantity, value);
    switch (quantity) {
    case ScaleQuantity::rate:
        return (study.counts_samples ? ScalingChart::tr("%1 samples/s") : ScalingChart::tr("%1 tokens/s"))
            .arg(bare);
    case ScaleQuantity::speedup: return ScalingChart::tr("%1 ×").arg(bare);
    case ScaleQuantity::efficiency: return ScalingChart::tr("%1 of ideal").arg(bare);
    case ScaleQuantity::days: return ScalingChart::tr("%1 days").arg(bare);
    case ScaleQuantity::dollars:
        return (study.counts_samples ? ScalingChart::tr("%1 per million samples")
                                     : ScalingChart::tr("%1 per million tokens"))
            .arg(bare);
    case ScaleQuantity::energy: break;
    }
    return ScalingChart::tr("%1 MWh").arg(bare);
}

QString banded_figure(ScaleQuantity quantity, const ScalePoint& point, const ScaleResult& reference) {
    const double value = quantity_of(quantity, point, reference);
    if (!std::isfinite(value)) return {};
    const Band band = quantity_band(quantity, point, reference);
    return ScalingChart::tr("%1, band %2 to %3")
        .arg(quantity_figure(quantity, value, reference), bare_figure(quantity, band.low),
             bare_figure(quantity, band.high));
}

QString work_text(const std::vector<std::string>& differences) {
    QStringList out;
    for (const std::string& each : differences) out << core_word(each);
    return out.join(QStringLiteral(", "));
}

QString missing_text(ScaleQuantity quantity, const ScaleResult& study) {
    if (missing_quantity(quantity, study).empty()) return {};
    return quantity == ScaleQuantity::dollars
               ? ScalingChart::tr("No price is known: give the site a price of a GPU or of a GPU-hour")
               : ScalingChart::tr("The workload has no token budget: give it one");
}

} // namespace roofrack
