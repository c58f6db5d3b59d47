// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/network/path_facility.h"

#include "core/base/catalog/catalog.h"
#include "core/drawing/drawn_parts.h"
#include "core/drawing/feed_capacity.h"
#include "core/drawing/network/path_search.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

double capacity(const Element& source, const Catalog& catalog) {
    const Part* part = drawn_part(source, catalog);
    if (!part) return 0;
    if (source.kind == ElementKind::cooling) return part->value_or("capacity", 0);
    return feed_capacity(*part, catalog.defaults().power).value_or(Watts(0)).si();
}

} // namespace

Result<Path> facility_path(const Catalog& catalog, const PortTable& table, const Element& from,
                           const Element& to, std::optional<double> from_instance,
                           std::optional<double> to_instance) {
    const auto gives = [](const Element& e) {
        return e.kind == ElementKind::feed || e.kind == ElementKind::cooling;
    };
    // A feed may itself serve a cooling unit; the feed is then the source.
    const bool reversed = !gives(from) || (to.kind == ElementKind::feed && from.kind != ElementKind::feed);
    const Element& source = reversed ? to : from;
    const Element& served = reversed ? from : to;
    const Containment& containment = table.containment();
    const int start = containment.index(source.id), goal = containment.index(served.id);
    const auto given = reversed ? to_instance : from_instance,
               wanted = reversed ? from_instance : to_instance;
    for (const auto& [end, instance] : {std::pair(start, given), std::pair(goal, wanted)})
        if (const double all = containment.instances(end); instance && (*instance < 0 || *instance >= all))
            return fail(
                "", fmt::format("{} has the instances 1 to {:g}", title(end == start ? source : served), all),
                "name one of them");
    const double at = wanted.value_or(0);
    bool others = false; // serve it
    const LinkKind kind = source.kind == ElementKind::feed ? LinkKind::power : LinkKind::cooling;
    for (int holder = goal; holder >= 0; holder = containment.parent(holder))
        for (const LinkEnds& ends : table.links()) {
            if (ends.kind != kind || ends.span.self) continue;
            if (ends.other(holder) != start || (ends.from != holder && ends.to != holder)) continue;
            Path out;
            out.kind = kind;
            const double one = capacity(source, catalog);
            const double held = std::floor(at / containment.within(goal, holder) + 1e-9);
            const InstanceSet sources = PathSearch::across(ends, holder, {held, held + 1});
            const double from_here = given.value_or(sources.empty() ? 0 : sources.front().first);
            if (std::ranges::none_of(sources, [&](const InstanceRange& r) { return r.holds(from_here); })) {
                others = true;
                continue;
            }
            out.from = {start, from_here};
            out.steps.push_back({ends.link, {holder, held}, one, Seconds(0)});
            if (holder != goal) out.steps.push_back({-1, {goal, at}, one, Seconds(0)});
            out.links = 1;
            out.flow = {one, ends.link};
            out.pair = {one * std::max(1.0, ends.at(holder)), ends.link};
            out.aggregate = {one * containment.instances(start), ends.link};
            return out;
        }
    if (others && given)
        return fail(
            "",
            fmt::format("{} {:g} does not serve {} {:g}", title(source), *given + 1, title(served), at + 1),
            "name another instance");
    return fail("", fmt::format("No link leads from {} to {}", title(source), title(served)),
                "draw one, or leave it to the container that both stand in");
}

} // namespace roofrack
