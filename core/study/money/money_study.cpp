// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/money/money_study.h"

namespace roofrack {

MoneyStudy money_study(const Prepared& prepared, const Evaluation& evaluation, const Catalog& catalog,
                       const std::stop_token& stop) {
    MoneyStudy out;
    if (!(evaluation.step_time > Seconds(0)) || !evaluation.capital) return out;
    out.capital = evaluation.capital;
    out.needed = evaluation.capital->needed(evaluation.gpus, evaluation.building);
    out.building = evaluation.building;
    out.region = prepared.scenario().site.money.region;
    out.run = run_cost(prepared, evaluation);
    out.paths = deployment_paths(prepared, evaluation);
    out.exports = export_flags(prepared);
    if (!stop.stop_requested())
        out.tornado = cost_tornado(prepared, evaluation, catalog, PriceList::built_in(), stop);
    if (!stop.stop_requested()) out.next = next_racks(prepared, evaluation, stop);
    return out;
}

} // namespace roofrack
