// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/compare/order_weeks.h"

#include "core/base/units/calendar_date.h"
#include "core/study/money/lead_times.h"

#include <algorithm>

namespace roofrack {

bool is_weeks_from_order(std::string_view figure) {
    constexpr std::string_view names[] = {"dates.ready_weeks", "dates.done_weeks",
                                          "money.increment.lead_weeks", "money.increment.done_weeks"};
    return std::ranges::find(names, figure) != std::end(names);
}

std::string no_wait_text(std::string_view figure, double weeks, const Evaluation* evaluation) {
    const bool is_wait = figure == "dates.ready_weeks" || figure.starts_with("money.increment.lead_weeks");
    return is_wait && is_no_wait(weeks, evaluation) ? "nothing is added" : "";
}

std::string with_date(std::string text, double weeks, std::chrono::sys_days order) {
    return std::move(text) + ", " + date_text(weeks_after(order, weeks));
}

} // namespace roofrack
