// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/money/ready_by_date.h"

#include "core/base/units/calendar_date.h"
#include "core/base/units/common_units.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <set>
#include <tuple>

namespace roofrack {

namespace {

using std::chrono::sys_days;

/// Tokens until a day: of what trains from the order on until it runs, then of all of it.
struct TrainedUntil {
    const SiteAlternative& fill;
    const Meanwhile& meanwhile;
    sys_days order, by;

    double operator()(sys_days from, double slower = 1) const;
};

/// Tokens that a run trains from one day to another, through the ramp of its batch and then at the full one;
/// its steps take `slower` times as long.
double trained(const SiteAlternative& fill, sys_days from, sys_days by, double slower = 1) {
    double left = by > from ? seconds_a_day * static_cast<double>((by - from).count()) : 0, tokens = 0;
    for (size_t i = 0; i + 1 < fill.ramp.size(); ++i) {
        const double takes = slower * fill.ramp[i].time().si();
        if (left < takes) return tokens + fill.ramp[i].tokens * left / takes;
        tokens += fill.ramp[i].tokens;
        left -= takes;
    }
    return tokens + left * fill.useful_rate / slower;
}

double TrainedUntil::operator()(sys_days from, double slower) const {
    const double waits = static_cast<double>((std::min(from, by) - order).count());
    return trained(fill, from, by, slower) +
           std::max(0.0, waits) * seconds_a_day * meanwhile.useful_rate / slower;
}

std::string wait_text(const DeploymentPath& path, sys_days from) {
    if (path.lead.items.empty()) return fmt::format("runs from {}", date_text(from));
    const LeadItem& longest = path.lead.items.front();
    return fmt::format("runs from {}: {} {:.0f} weeks ({:.0f} to {:.0f})", date_text(from),
                       label_of_lead(longest.what), longest.weeks.likely, longest.weeks.low,
                       longest.weeks.high);
}

ReadyByDate row_of(const SiteAlternative& fill, size_t path, sys_days order, sys_days by) {
    const DeploymentPath& way = fill.paths[path];
    ReadyByDate out;
    out.path = path;
    out.from = weeks_after(order, way.lead_weeks.likely);
    out.soonest = weeks_after(order, way.lead_weeks.low);
    out.latest = weeks_after(order, way.lead_weeks.high);
    if (!way.no_days().empty()) {
        out.reason = way.no_days();
        out.never = true;
        return out;
    }
    if (way.done_weeks.likely > 0) out.done = weeks_after(order, way.done_weeks.likely);
    const TrainedUntil until{fill, way.meanwhile, order, by};
    out.tokens = until(out.from);
    out.tokens_low = until(out.latest, fill.step_high / fill.step);
    out.tokens_high = until(out.soonest, fill.step_low / fill.step);
    if (out.from > by) out.reason = wait_text(way, out.from);
    return out;
}

} // namespace

std::vector<ReadyByDate> ready_by_date(const SiteAlternatives& fills, sys_days order, sys_days by) {
    std::vector<ReadyByDate> out;
    for (size_t c = 0; c < fills.clusters.size(); ++c) {
        const SiteAlternative& fill = fills.clusters[c];
        const auto add = [&](ReadyByDate row) {
            row.cluster = c;
            out.push_back(std::move(row));
        };
        for (size_t p = 0; p < fill.paths.size(); ++p) add(row_of(fill, p, order, by));
        if (!fill.paths.empty()) continue;
        ReadyByDate none;
        none.reason = fill.reason;
        none.never = true;
        add(std::move(none));
    }
    const auto place = [&](const ReadyByDate& row) {
        return std::tuple(row.never, -row.tokens, row.never ? sys_days{} : row.from, row.cluster,
                          !other_way_text(fills, row).empty());
    };
    std::ranges::stable_sort(out, {}, place);
    return out;
}

bool is_rented(const SiteAlternatives& fills, const ReadyByDate& row) {
    return row.path && is_rented(fills.clusters[row.cluster].paths[*row.path].deployment);
}

std::string_view other_way_text(const SiteAlternatives& fills, const ReadyByDate& row) {
    if (!row.path) return {};
    const DeploymentPath& path = fills.clusters[row.cluster].paths[*row.path];
    return path.is_sites_own ? std::string_view() : label_of(path.deployment);
}

std::string filled_text(const SiteAlternatives& fills, std::string_view power) {
    const std::string all =
        fmt::format(fmt::runtime(fills.is_limit ? "the site's {}" : "the {} of the drawn cluster"), power);
    std::map<RoomLimit, int> held;
    for (const SiteAlternative& fill : fills.clusters)
        if (!fill.is_drawn && fill.runs()) ++held[fill.held_by];
    const int by_power = held[RoomLimit::grid];
    held.erase(RoomLimit::grid);
    if (held.empty()) return all + " filled with each other accelerator";
    std::string out = fmt::format("each other accelerator until {} ({} of them)", all,
                                  by_power > 0 ? std::to_string(by_power) : "none");
    for (const auto& [limit, count] : held) {
        const bool is_first = limit == held.begin()->first, is_last = limit == held.rbegin()->first;
        out += fmt::format("{}{}{} ({})", is_last ? " or " : ", ", is_first ? "the room's " : "",
                           label_of(limit), count);
    }
    return out + (is_plural(held.rbegin()->first) ? " hold it" : " holds it");
}

std::vector<ReadyByDate> best_deployments(const SiteAlternatives& fills,
                                          const std::vector<ReadyByDate>& rows) {
    std::vector<ReadyByDate> out;
    std::set<std::pair<size_t, bool>> seen;
    for (const ReadyByDate& row : rows)
        if ((!row.never || !row.path) && seen.emplace(row.cluster, is_rented(fills, row)).second)
            out.push_back(row);
    return out;
}

} // namespace roofrack
