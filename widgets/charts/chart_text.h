// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/quantity_text.h"
#include "widgets/charts/chart_data.h"
#include "widgets/fields/text.h"

#include <QString>

#include <vector>

namespace roofrack {

/// A short name for to_qt() of the fields.
inline QString qt(std::string_view text) { return to_qt(text); }

/// "5.31 s", "40.8 kW"; at most `digits` significant digits.
inline QString shown(double si, Dimension dimension, int digits = 3) {
    return qt(format_quantity(si, dimension, digits));
}
inline QString shown(Seconds value, int digits = 3) { return shown(value.si(), Dimension::time, digits); }
inline QString shown(Bytes value, int digits = 3) { return shown(value.si(), Dimension::bytes, digits); }
inline QString shown(Watts value, int digits = 3) { return shown(value.si(), Dimension::power, digits); }

/// "16,384".
inline QString count_text(double count) { return qt(format_count(count)); }
/// What is said of so many: `one`, or `many` with the count, "16,384", in the place of its %1.
QString counted(qsizetype count, const QString& one, const QString& many);
/// A place between whole GPU counts, no more exact than it is known: "5,300", "22,000".
QString rounded_count_text(double count);
/// The counts that are `drawn` doubled or halved some times: the ticks of an axis of sizes.
std::vector<double> doublings(const std::vector<double>& counts, double drawn);
/// "38 %", "0.4 %".
QString percent_text(double share);
/// "24.5 °C": a margin to a limit is told in tenths, too.
QString degrees_text(Celsius temperature);

/// " · " between those that are not empty.
QString joined(std::initializer_list<QString> parts);

/// "plan as given", "best plan found": plan_label().
QString plan_words(bool best_plan);
/// As plan_words(), where the plan is kept at other GPU counts than the drawn one.
QString kept_plan_words(bool best_plan);
/// Bottom right of every chart.
QString source_line(const ChartData& data);
/// Why there is nothing to show for an evaluation that is not feasible.
QString infeasible_text(const Evaluation& evaluation);
/// What a chart without anything to show says: why the plan does not run, `otherwise` where that is not it.
QString empty_chart_text(const ChartData& data, const QString& otherwise);
/// Why the plan does not run, over figures of what would be if it ran: ChartSpec::alert. Empty: it runs.
QString standstill_alert(const ChartData& data);

} // namespace roofrack
