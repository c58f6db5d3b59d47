// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/design/design_losses.h"

#include "core/base/units/quantity_text.h"

#include <algorithm>
#include <fmt/format.h>

namespace roofrack {

namespace {

/// The reason as designs of several sizes share it.
std::string shared_reason(const DesignRow& row) {
    return row.uneven ? row.uneven->shared_text() : row.reason;
}

} // namespace

std::string DesignLoss::count_text() const { return format_count(static_cast<double>(designs)); }
std::string DesignLoss::text() const { return fmt::format("{} {}", count_text(), reason); }

std::vector<DesignLoss> design_losses(const DesignQuestion& question, const std::vector<DesignRow>& rows,
                                      const DesignVerdict& verdict) {
    using By = DesignLoss::By;
    std::vector<DesignLoss> out, still;
    const auto count = [](std::vector<DesignLoss>& losses, By by, const std::string& reason) {
        const auto known = std::ranges::find(losses, reason, &DesignLoss::reason);
        if (known == losses.end())
            losses.push_back({by, 1, reason});
        else
            ++known->designs;
    };
    for (const DesignFigure& limit : question.limits)
        out.push_back({By::limit, 0, "break " + limit.limit_text()});
    out.push_back({By::goal, 0, fmt::format("have no {}", question.goal.row->label)});
    for (size_t i = 0; i < rows.size(); ++i) {
        const DesignRow& row = rows[i];
        for (const size_t limit : verdict.standings[i].broken) ++out[limit].designs;
        if (!row.runs())
            count(still, By::standstill, "do not run or cannot be drawn: " + shared_reason(row));
        else if (!row.absent[0].empty())
            ++out[question.limits.size()].designs;
        else if (const std::string& barred = verdict.standings[i].barred; !barred.empty())
            count(out, By::rate, "are never the best: " + barred);
    }
    std::erase_if(out, [](const DesignLoss& each) { return each.designs == 0; });
    std::ranges::stable_sort(still, std::ranges::greater(), &DesignLoss::designs);
    out.insert(out.end(), still.begin(), still.end());
    return out;
}

std::vector<std::string> nearest_texts(const std::vector<DesignRow>& rows, const DesignVerdict& verdict) {
    std::vector<std::string> out;
    for (const size_t each : verdict.nearest)
        out.push_back(fmt::format("“{}” {}", rows[each].name, verdict.standings[each].lost));
    return out;
}

} // namespace roofrack
