// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/chart_text.h"

#include "core/study/standstill.h"
#include "core/study/verdict.h"
#include "widgets/charts/chart.h"
#include "widgets/fields/text.h"

#include <QStringList>

#include <cmath>

namespace roofrack {

QString counted(qsizetype count, const QString& one, const QString& many) {
    return count == 1 ? one : many.arg(count_text(static_cast<double>(count)));
}

QString rounded_count_text(double count) {
    if (!(count >= 100)) return count_text(count);
    const double unit = std::pow(10, std::floor(std::log10(count)) - 1);
    return count_text(std::round(count / unit) * unit);
}

std::vector<double> doublings(const std::vector<double>& counts, double drawn) {
    std::vector<double> out;
    for (const double count : counts) {
        const double octaves = std::log2(count / drawn);
        if (std::abs(octaves - std::round(octaves)) < 1e-9) out.push_back(count);
    }
    return out;
}

QString percent_text(double share) {
    const double percent = share * 100;
    const int decimals = std::abs(percent) < 9.95 && percent != 0 ? 1 : 0;
    return QString::number(percent, 'f', decimals) + QStringLiteral(" %");
}

QString degrees_text(Celsius temperature) {
    return QString::number(temperature.degrees(), 'f', 1) + QStringLiteral(" °C");
}

QString joined(std::initializer_list<QString> parts) {
    QStringList list;
    for (const QString& part : parts)
        if (!part.isEmpty()) list << part;
    return list.join(QStringLiteral(" · "));
}

QString plan_words(bool best_plan) { return to_qt(plan_label(best_plan)); }

QString kept_plan_words(bool best_plan) {
    return best_plan ? Chart::tr("best plan found as drawn, kept at other sizes") : plan_words(false);
}

QString source_line(const ChartData& data) {
    return joined(
        {qt(data.scenario), Chart::tr("predicted by Roofrack %1").arg(QStringLiteral(ROOFRACK_VERSION))});
}

QString infeasible_text(const Evaluation& evaluation) {
    const Standstill standstill = standstill_of(evaluation);
    QString text = to_qt(standstill.text());
    for (const Finding& finding : evaluation.findings)
        if (!standstill.reasons.empty() && finding.message == standstill.reasons.front()) {
            if (QString mitigation = qt(finding.mitigation); !mitigation.isEmpty()) {
                mitigation[0] = mitigation[0].toUpper();
                text += QStringLiteral(". ") + mitigation;
            }
            break;
        }
    return text;
}

QString empty_chart_text(const ChartData& data, const QString& otherwise) {
    const auto evaluation = data.evaluation();
    return evaluation && !evaluation->feasible ? infeasible_text(*evaluation) : otherwise;
}

QString standstill_alert(const ChartData& data) {
    return data.evaluation() ? to_qt(standstill_of(*data.evaluation()).text()) : QString();
}

} // namespace roofrack
