// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/plan_text.h"

#include "core/step/workload/plan_check.h"
#include "widgets/charts/chart.h"
#include "widgets/charts/chart_text.h"
#include "widgets/fields/text.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

QString degrees_text(const Plan& plan) {
    const auto several = [](const QString& text, int degree) {
        return degree > 1 ? text.arg(degree) : QString();
    };
    return joined({Chart::tr("TP %1").arg(plan.tp), Chart::tr("PP %1").arg(plan.pp),
                   several(Chart::tr("VP %1"), plan.vpp), several(Chart::tr("CP %1"), plan.cp),
                   several(Chart::tr("EP %1"), plan.ep), Chart::tr("DP %1").arg(count_text(plan.dp)),
                   Chart::tr("micro-batch %1").arg(plan.micro_batch)});
}

QString choices_text(const Plan& plan) {
    return joined({Chart::tr("ZeRO-%1").arg(plan.zero),
                   plan.recompute == Recompute::none
                       ? Chart::tr("no recompute")
                       : Chart::tr("recompute %1").arg(to_qt(recompute_text(plan))),
                   plan.tp == 1             ? QString()
                   : plan.sequence_parallel ? Chart::tr("sequence parallel")
                                            : Chart::tr("no sequence parallel"),
                   plan.pp > 1 ? in_words(name_of(plan.schedule)) : QString()});
}

QString why_text(const RankedPlan& ranked, bool is_fastest) {
    return qt(ranked.why(is_fastest ? "the fastest" : ""));
}

QString short_count_text(double count) {
    if (count < 9999.5) return count_text(count);
    QString text = shown(count, Dimension::number);
    if (text.back().isLetter() && !text.contains(u' ')) text.insert(text.size() - 1, u' ');
    return text;
}

TimeUnit TimeUnit::of(Seconds scale_of) {
    if (scale_of.si() >= 1) return {};
    return scale_of.si() >= 1e-3 ? TimeUnit{1e3, "ms"} : TimeUnit{1e6, "µs"};
}

QString aligned_time_text(Seconds time, Seconds scale_of, int digits) {
    const TimeUnit unit = TimeUnit::of(scale_of);
    const double size = std::max(1.0, scale_of.si() * unit.factor);
    const int decimals = std::max(0, digits - 1 - static_cast<int>(std::floor(std::log10(size))));
    return QString::number(time.si() * unit.factor, 'f', decimals) + u' ' + qt(unit.name);
}

QString search_summary(const SearchResult& result) {
    QString costed = Chart::tr("%1 costed").arg(short_count_text(result.evaluated));
    if (result.seconds > 0)
        costed = Chart::tr("%1 (%2/s)").arg(costed, short_count_text(result.evaluated / result.seconds));
    const QString summary =
        joined({Chart::tr("%1 candidates in %2")
                    .arg(short_count_text(result.space), shown(result.seconds, Dimension::time)),
                costed, Chart::tr("%1 feasible").arg(short_count_text(result.feasible)),
                Chart::tr("%1 pruned").arg(short_count_text(result.pruned))});
    return result.left_out.empty()
               ? summary
               : joined({summary, Chart::tr("not tried: %1").arg(to_qt(result.left_out))});
}

std::vector<ChartTable::Column> plan_columns() {
    return {{"list", ""},
            {"rank", ""},
            {"tp", ""},
            {"pp", ""},
            {"vpp", ""},
            {"cp", ""},
            {"ep", ""},
            {"dp", ""},
            {"micro_batch", ""},
            {"zero", ""},
            {"sequence_parallel", ""},
            {"recompute", ""},
            {"schedule", ""},
            {"step_time", "s"},
            {"mfu", ""},
            {"memory", "B"},
            {"energy", "J"},
            {"feasible", ""},
            {"may_not_fit", ""},
            {"reason", ""}};
}

std::vector<ChartTable::Cell> plan_row(const char* list, double rank, const RankedPlan& ranked) {
    using Cell = ChartTable::Cell;
    const Plan& p = ranked.plan;
    const auto number = [](double value) { return Cell(value); };
    const bool has_plan = ranked.feasible || p.dp > 0; // a cell of the map may have none
    const auto choice = [&](auto value) { return has_plan ? Cell(value) : Cell(); };
    const auto known = [&](double value) { return value > 0 ? Cell(value) : Cell(); };
    return {std::string(list),
            rank > 0 ? Cell(rank) : Cell(),
            number(p.tp),
            number(p.pp),
            choice(double(p.vpp)),
            choice(double(p.cp)),
            choice(double(p.ep)),
            choice(double(p.dp)),
            choice(double(p.micro_batch)),
            choice(double(p.zero)),
            choice(std::string(p.sequence_parallel ? "yes" : "no")),
            choice(recompute_text(p)),
            choice(std::string(name_of(p.schedule))),
            known(ranked.step_time.si()),
            known(ranked.mfu),
            known(ranked.memory.si()),
            known(ranked.energy.si()),
            std::string(ranked.feasible ? "yes" : "no"),
            std::string(ranked.may_not_fit() ? "yes" : "no"),
            ranked.reason};
}

RankedPlan plan_of(const SearchCell& cell) {
    if (cell.best) return *cell.best;
    RankedPlan none;
    none.plan.tp = cell.tp;
    none.plan.pp = cell.pp;
    none.feasible = false;
    none.reason = cell.reason;
    return none;
}

ChartTable plan_search_table(const SearchResult& result) {
    ChartTable out;
    out.columns = plan_columns();
    double rank = 0;
    for (const RankedPlan& plan : result.best) out.rows.push_back(plan_row("fastest", ++rank, plan));
    for (const RankedPlan& plan : result.pareto) out.rows.push_back(plan_row("pareto", 0, plan));
    for (const SearchCell& cell : result.map) out.rows.push_back(plan_row("map", 0, plan_of(cell)));
    if (result.base) out.rows.push_back(plan_row("base", result.base_rank, *result.base));
    return out;
}

} // namespace roofrack
