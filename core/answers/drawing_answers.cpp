// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/drawing_answers.h"

namespace roofrack {

template<>
Result<PortBook> answer_of(const Answers& answers, const std::stop_token&) {
    return PortBook::make(answers.scenario().cluster, answers.catalog());
}

template<>
Result<PricedBill> answer_of(const Answers& answers, const std::stop_token&) {
    const Scenario& scenario = answers.scenario();
    auto bill = bill_of_materials(scenario.cluster, answers.catalog());
    if (!bill) return tl::unexpected(std::move(bill.error()));
    Capital capital = price_bill(*bill, scenario.cluster, scenario.site, answers.catalog());
    return PricedBill{std::move(*bill), std::move(capital)};
}

} // namespace roofrack
