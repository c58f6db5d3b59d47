// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/drawing_answers.h"

#include "core/answers/step_answers.h"
#include "core/step/engine/prepared_impl.h"

namespace roofrack {

template<>
Result<PortTable> answer_of(const Answers& answers, const std::stop_token&) {
    // The prepared drawing lacks what is sold.
    const bool is_whole = !has_sold(answers.scenario().cluster);
    const AsGiven* const given = is_whole ? answers.value<AsGiven>() : nullptr;
    if (!given) return PortTable::make(answers.scenario().cluster, answers.catalog());
    const ResolvedDrawing& drawing = *given->prepared.impl().drawing;
    return PortTable::of(drawing.cluster(), drawing.catalog(), drawing.containment(), drawing.ends());
}

template<>
Result<PricedBill> answer_of(const Answers& answers, const std::stop_token&) {
    const bool is_whole = !has_sold(answers.scenario().cluster);
    if (const AsGiven* const given = is_whole ? answers.value<AsGiven>() : nullptr)
        return PricedBill{bill_of_materials(*given->prepared.impl().drawing),
                          *given->prepared.impl().capital};
    const Scenario& scenario = answers.scenario();
    auto bill = bill_of_materials(scenario.cluster, answers.catalog());
    if (!bill) return tl::unexpected(std::move(bill.error()));
    Capital capital = price_bill(*bill, scenario.cluster, scenario.site, answers.catalog());
    return PricedBill{std::move(*bill), std::move(capital)};
}

} // namespace roofrack
