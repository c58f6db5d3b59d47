// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/decide/odds_text.h"

#include "core/base/units/calendar_date.h"
#include "core/base/units/percent_text.h"

#include <cmath>
#include <fmt/format.h>

namespace roofrack {

Result<DrawOptions> draw_options(const ComparisonChoice& kept, std::chrono::sys_days order,
                                 std::string_view where) {
    DrawOptions out;
    out.figures = kept.odds.empty() ? first_drawn_figures() : kept.odds;
    if (kept.by.empty()) return out;
    const auto by = parse_day(kept.by, order, where);
    if (!by) return tl::unexpected(by.error());
    out.by_weeks = static_cast<double>((*by - order).count()) / 7;
    if (kept.odds.empty()) out.figures.insert(out.figures.begin() + 1, "dates.trained");
    return out;
}

bool is_date(const ProbedFigure& figure) {
    return figure.name == "dates.ready_weeks" || figure.name == "dates.done_weeks";
}

std::string drawn_text(const ProbedFigure& figure, double value, std::chrono::sys_days order) {
    if (!std::isfinite(value)) return "none";
    std::string out = figures::figure_text(value, figure.row->measure);
    if (is_date(figure)) out += ", " + date_text(weeks_after(order, value));
    return out;
}

std::string chance_text(double share) {
    return std::isfinite(share) ? share_in_percent(share) : std::string("–");
}

} // namespace roofrack
