// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/answers.h"
#include "core/drawing/bill/bill_of_materials.h"
#include "core/drawing/ports.h"
#include "core/facility/economics/capital.h"

namespace roofrack {

/// Containment, ends of links and ports of all that is drawn. Fails where the containment is broken.
template<>
Result<PortTable> answer_of(const Answers& answers, const std::stop_token& stop);

/// The bill of materials, and what each of its rows costs. Fails likewise.
struct PricedBill {
    BillOfMaterials bill;
    Capital capital; ///< its rows are those of the bill
};
template<>
Result<PricedBill> answer_of(const Answers& answers, const std::stop_token& stop);

} // namespace roofrack
