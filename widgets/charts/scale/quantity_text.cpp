// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/scale/quantity_text.h"

#include "widgets/charts/chart_text.h"
#include "widgets/charts/scale/scaling_chart.h"
#include "widgets/charts/scale/study_text.h"
#include "widgets/fields/text.h"

#include <QtGlobal>

#include <algorithm>
#include <cmath>

namespace roofrack {

namespace {

/// What the window says about a quantity; those of tokens and of samples differ only for rate and dollars.
struct QuantityWords {
    ScaleQuantity quantity;
    const char *text, *tip, *of_tokens, *of_samples; ///< its name, what it is, headings
    const char *unit, *figure, *figure_of_samples;   ///< on ticks; %1: the number
};
constexpr QuantityWords quantity_words[] = {
    {ScaleQuantity::rate, QT_TRANSLATE_NOOP("roofrack::ScalingChart", "Rate"),
     QT_TRANSLATE_NOOP("roofrack::ScalingChart", "Tokens or samples per second"),
     QT_TRANSLATE_NOOP("roofrack::ScalingChart", "Rate, tokens per second"),
     QT_TRANSLATE_NOOP("roofrack::ScalingChart", "Rate, samples per second"), "/s",
     QT_TRANSLATE_NOOP("roofrack::ScalingChart", "%1 tokens/s"),
     QT_TRANSLATE_NOOP("roofrack::ScalingChart", "%1 samples/s")},
    {ScaleQuantity::speedup, QT_TRANSLATE_NOOP("roofrack::ScalingChart", "Speed-up"),
     QT_TRANSLATE_NOOP("roofrack::ScalingChart", "Rate against that of the smallest size that runs"),
     QT_TRANSLATE_NOOP("roofrack::ScalingChart", "Speed-up against %1, the smallest size that runs"), nullptr,
     "×", QT_TRANSLATE_NOOP("roofrack::ScalingChart", "%1 ×"), nullptr},
    {ScaleQuantity::efficiency, QT_TRANSLATE_NOOP("roofrack::ScalingChart", "Efficiency"),
     QT_TRANSLATE_NOOP("roofrack::ScalingChart", "Share of the ideal rate"),
     QT_TRANSLATE_NOOP("roofrack::ScalingChart", "Efficiency, share of the ideal rate"), nullptr, "%",
     QT_TRANSLATE_NOOP("roofrack::ScalingChart", "%1 of ideal"), nullptr},
    {ScaleQuantity::days, QT_TRANSLATE_NOOP("roofrack::ScalingChart", "Days to the budget"),
     QT_TRANSLATE_NOOP("roofrack::ScalingChart",
                       "Days until the token budget is trained, checkpoints and failures paid"),
     QT_TRANSLATE_NOOP("roofrack::ScalingChart", "Days to the token budget: less is better"), nullptr, "d",
     QT_TRANSLATE_NOOP("roofrack::ScalingChart", "%1 days"), nullptr},
    {ScaleQuantity::dollars, QT_TRANSLATE_NOOP("roofrack::ScalingChart", "Cost of a million tokens"),
     QT_TRANSLATE_NOOP("roofrack::ScalingChart",
                       "$ per million useful tokens or samples, checkpoints and failures paid"),
     QT_TRANSLATE_NOOP("roofrack::ScalingChart", "$ per million tokens: less is better"),
     QT_TRANSLATE_NOOP("roofrack::ScalingChart", "$ per million samples: less is better"), "$",
     QT_TRANSLATE_NOOP("roofrack::ScalingChart", "%1 per million tokens"),
     QT_TRANSLATE_NOOP("roofrack::ScalingChart", "%1 per million samples")},
    {ScaleQuantity::energy, QT_TRANSLATE_NOOP("roofrack::ScalingChart", "Energy to the budget"),
     QT_TRANSLATE_NOOP("roofrack::ScalingChart", "MWh at the meter until the token budget is trained"),
     QT_TRANSLATE_NOOP("roofrack::ScalingChart", "MWh to the token budget: less is better"), nullptr, "MWh",
     QT_TRANSLATE_NOOP("roofrack::ScalingChart", "%1 MWh"), nullptr},
};

const QuantityWords& words_of(ScaleQuantity quantity) {
    return *std::ranges::find(quantity_words, quantity, &QuantityWords::quantity);
}

/// "13.7", "29,700".
QString bare_figure(ScaleQuantity quantity, double value) {
    if (quantity == ScaleQuantity::efficiency) return percent_text(value);
    if (quantity == ScaleQuantity::dollars) return shown(value, Dimension::money);
    return quantity == ScaleQuantity::rate || value < 1000 ? shown(value, Dimension::number)
                                                           : rounded_count_text(value);
}

} // namespace

QString quantity_text(ScaleQuantity quantity) { return ScalingChart::tr(words_of(quantity).text); }

QString quantity_tip(ScaleQuantity quantity) { return ScalingChart::tr(words_of(quantity).tip); }

QString quantity_heading(ScaleQuantity quantity, const ScaleResult& study) {
    const QuantityWords& words = words_of(quantity);
    const QString out =
        ScalingChart::tr(study.counts_samples && words.of_samples ? words.of_samples : words.of_tokens);
    return quantity == ScaleQuantity::speedup ? out.arg(gpus_text(study, study.smallest.gpus)) : out;
}

QString quantity_unit(ScaleQuantity quantity) { return QString::fromUtf8(words_of(quantity).unit); }

QString quantity_figure(ScaleQuantity quantity, double value, const ScaleResult& study) {
    const QuantityWords& words = words_of(quantity);
    return ScalingChart::tr(study.counts_samples && words.figure_of_samples ? words.figure_of_samples
                                                                            : words.figure)
        .arg(bare_figure(quantity, value));
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
    for (const std::string& each : differences) out << in_words(each);
    return out.join(QStringLiteral(", "));
}

QString missing_text(ScaleQuantity quantity, const ScaleResult& study) {
    if (missing_quantity(quantity, study).empty()) return {};
    return quantity == ScaleQuantity::dollars
               ? ScalingChart::tr("No price is known: give the site a price of a GPU or of a GPU-hour")
               : ScalingChart::tr("The workload has no token budget: give it one");
}

} // namespace roofrack
