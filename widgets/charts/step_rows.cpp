// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/step_rows.h"

#include "widgets/charts/chart_text.h"
#include "widgets/charts/step_breakdown_chart.h"

#include <algorithm>
#include <numeric>

namespace roofrack {

double StepRows::others_seconds(const StepParts& parts) const {
    double out = 0;
    for (const StepPart each : others) out += parts[static_cast<size_t>(each)];
    return out;
}

QString StepRows::others_name() const {
    return counted(qsizetype(others.size()), StepBreakdownChart::tr("1 other"),
                   StepBreakdownChart::tr("%1 others"));
}

StepRows step_rows(const StepParts& parts, const std::vector<StepPart>& named, size_t most) {
    const auto seconds = [&](StepPart part) { return parts[static_cast<size_t>(part)]; };
    StepRows out;
    for (const StepPart each : named) (seconds(each) > 0 ? out.taken : out.none).push_back(each);
    for (size_t i = 0; i < step_part_count; ++i)
        if (const auto part = static_cast<StepPart>(i); seconds(part) > 0 && !std::ranges::count(named, part))
            out.others.push_back(part);
    while (out.rows() > most && !out.none.empty()) out.none.pop_back();
    while (out.rows() > most && !out.taken.empty()) {
        const auto least = std::ranges::min_element(out.taken, {}, seconds);
        out.others.push_back(*least);
        out.taken.erase(least);
    }
    return out;
}

std::vector<StepPart> widest_parts(const std::vector<StepParts>& bars, const std::vector<StepPart>& named) {
    constexpr double wide_share = 0.05;
    constexpr size_t most_beside_title = 3;
    const auto widest = [&](StepPart part) {
        double out = 0;
        for (const StepParts& bar : bars)
            if (const double total = std::accumulate(bar.begin(), bar.end(), 0.0); total > 0)
                out = std::max(out, bar[static_cast<size_t>(part)] / total);
        return out;
    };
    std::vector<StepPart> out = named;
    std::erase_if(out, [&](StepPart part) { return widest(part) < wide_share; });
    while (out.size() > most_beside_title) out.erase(std::ranges::min_element(out, {}, widest));
    return out;
}

} // namespace roofrack
