// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/money/money_text.h"

#include <QCoreApplication>

#include <cmath>

namespace roofrack {

namespace {

struct MoneyText {
    Q_DECLARE_TR_FUNCTIONS(roofrack::MoneyText)
};

} // namespace

QString dollar_text(double value) {
    return std::isfinite(value) ? shown(value, Dimension::money) : MoneyText::tr("not known");
}

QString dollar_band_text(const PriceBand& band) {
    const QString low = dollar_text(band.low), high = dollar_text(band.high);
    return low == high ? low : MoneyText::tr("%1 to %2").arg(low, high);
}

QString week_text(double weeks) {
    const double whole = std::round(weeks);
    return whole == 1 ? MoneyText::tr("1 week") : MoneyText::tr("%1 weeks").arg(count_text(whole));
}

QString money_line(const RunCost& run) {
    const QString hour = dollar_text(run.per_hour.si());
    return joined({run.gaps.empty() ? MoneyText::tr("%1 per hour").arg(hour)
                                    : MoneyText::tr("at least %1 per hour").arg(hour),
                   (run.counts_samples ? MoneyText::tr("%1 per million samples")
                                       : MoneyText::tr("%1 per million tokens"))
                       .arg(dollar_text(run.dollars_per_million)),
                   run.has_budget() ? MoneyText::tr("%1 in %2 to the token budget")
                                          .arg(dollar_text(run.dollars.si()), shown(run.time))
                                    : QString(),
                   run.has_budget()
                       ? MoneyText::tr("%1 t CO₂e").arg(shown(run.carbon / 1e3, Dimension::number))
                       : QString()});
}

} // namespace roofrack
