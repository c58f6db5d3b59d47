// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/path_facility.h"

#include "catalog/catalog.h"
#include "cluster/fabric_network.h"
#include "cluster/path_search.h"
#include "facility/electrical.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

std::string title(const Element& element) { return element.name.empty() ? element.id : element.name; }

double capacity(const Element& source, const Catalog& catalog) {
    const Part* part = drawn_part(source, catalog);
    if (!part) return 0;
    if (source.kind == ElementKind::cooling) return part->value_or("capacity", 0);
    return feed_capacity(*part).value_or(Watts(0)).si();
}

} // namespace

Result<Path> facility_path(const Catalog& catalog, const PortBook& book, const Element& from,
                           const Element& to) {
    const auto gives = [](const Element& e) {
        return e.kind == ElementKind::feed || e.kind == ElementKind::cooling;
    };
    // A feed may itself serve a cooling unit; the feed is then the source.
    const bool turned = !gives(from) || (to.kind == ElementKind::feed && from.kind != ElementKind::feed);
    const Element& source = turned ? to : from;
    const Element& served = turned ? from : to;
    const Containment& containment = book.containment();
    const int start = containment.index(source.id), goal = containment.index(served.id);
    const LinkKind kind = source.kind == ElementKind::feed ? LinkKind::power : LinkKind::cooling;
    for (int holder = goal; holder >= 0; holder = containment.parent(holder))
        for (const LinkEnds& ends : book.links()) {
            if (ends.kind != kind || ends.span.self) continue;
            if (ends.other(holder) != start || (ends.from != holder && ends.to != holder)) continue;
            Path out;
            out.kind = kind;
            const double one = capacity(source, catalog);
            const InstanceSet sources = PathSearch::across(ends, holder, {0, 1});
            out.from = {start, sources.front().first};
            out.steps.push_back({ends.link, {holder, 0}, one, Seconds(0)});
            if (holder != goal) out.steps.push_back({-1, {goal, 0}, one, Seconds(0)});
            out.links = 1;
            out.flow = {one, ends.link};
            out.pair = {one * std::max(1.0, ends.at(holder)), ends.link};
            out.aggregate = {one * containment.instances(start), ends.link};
            return out;
        }
    return fail("", fmt::format("No link leads from {} to {}", title(source), title(served)),
                "draw one, or leave it to the container that both stand in");
}

} // namespace roofrack
