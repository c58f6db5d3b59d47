// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/facility/budget/budget.h"

namespace roofrack {

std::string_view name_of(BudgetKind kind) {
    switch (kind) {
    case BudgetKind::feed: return "feed";
    case BudgetKind::air: return "air";
    case BudgetKind::loop: return "loop";
    case BudgetKind::plant: return "plant";
    case BudgetKind::site: break;
    }
    return "site";
}

} // namespace roofrack
