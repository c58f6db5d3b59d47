// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/step_part.h"
#include "core/study/money/money_study.h"

#include <string>
#include <string_view>
#include <vector>

namespace roofrack {

/// What sales bring is painted in the colour of that part of a step, which nothing that is paid for has.
inline constexpr StepPart sales_colour = StepPart::inference;

/// What a part of an hour is paid for, as the chart of money has it: machines by what they are, the rest by
/// what is billed.
struct HourRow {
    std::string_view name;    ///< "servers", "space" …
    StepPart colour{};        ///< it is painted in the colour of that part of a step
    double dollars = 0;       ///< an hour; below 0 of what comes in
    double low = 0, high = 0; ///< by the band of its price; the same where it has none
    PriceBand price{};        ///< $ to buy it; all 0: it is not bought
    std::string terms{};      ///< RunCost::space_terms, of space

    bool has_band() const { return high > low; }
};

/// The dearest first, without what is less than a two thousandth of the hour. None where nothing is priced.
std::vector<HourRow> hour_rows(const MoneyStudy& study);

/// "$ per hour; whiskers: where the prices may lie", where some have a band.
std::string hour_heading(const std::vector<HourRow>& rows);

/// A price among others of which `most` is the largest: where that is written in thousands, all above a
/// thousand are: "$4.8k" beside "$17.3k", "$4800" beside "$9200".
std::string dollars_beside(double dollars, double most);
/// "$17.3k · 50 %": with its share of the hour, where sales leave anything of that.
std::string hour_text(const HourRow& row, const std::vector<HourRow>& rows, double hour);
/// The value of an assumption as it is read at the end of its bar: "$508M", "6 years", "13 %".
std::string assumption_text(const TornadoBar& bar, double value);

} // namespace roofrack
