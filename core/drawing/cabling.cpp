// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/cabling.h"

#include "core/base/catalog/catalog.h"
#include "core/drawing/drawn_parts.h"
#include "core/drawing/link_ends.h"
#include "core/drawing/own_accelerator.h"
#include "core/drawing/torus/torus_cables.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>
#include <utility>

namespace roofrack {

namespace {

constexpr double measured_pairs = 4e5;
constexpr double pairs_a_side = 600; ///< pairs on the side of each end, where both have many
constexpr double bin = 0.1;          ///< m, of the median
constexpr size_t bins = 200'000;

/// Lengths met, with the cables that have them. One for all links: the bins of a long room are many, those
/// that a link meets few.
class Lengths {
public:
    void clear() {
        for (const size_t at : m_met) m_cables[at] = m_longest[at] = 0;
        m_met.clear();
        m_total = 0;
    }

    void add(double metres, double cables) {
        const auto at = std::min(bins - 1, static_cast<size_t>(metres / bin));
        if (at >= m_cables.size()) m_cables.resize(at + 1), m_longest.resize(at + 1);
        if (m_cables[at] == 0) m_met.push_back(at);
        m_cables[at] += cables;
        m_longest[at] = std::max(m_longest[at], metres);
        m_total += cables;
    }

    /// Scaled to the exact count: what was measured may be a sample.
    void give(LinkCabling& out) {
        if (m_total <= 0) return;
        std::ranges::sort(m_met);
        double seen = 0;
        bool half = false;
        std::map<double, double> exact;
        out.shortest = m_longest[m_met.front()];
        out.longest = m_longest[m_met.back()];
        for (const size_t i : m_met) {
            seen += m_cables[i];
            if (seen >= m_total / 2 && !std::exchange(half, true)) out.median = m_longest[i];
            exact[sold_length(m_longest[i])] += m_cables[i] / m_total * out.count;
        }
        double given = 0;
        std::vector<std::pair<double, double>> rest; // what rounding down leaves, by length
        for (const auto& [length, count] : exact) {
            out.sold[length] = std::floor(count + 1e-6);
            given += out.sold[length];
            rest.emplace_back(out.sold[length] - count, length);
        }
        std::ranges::sort(rest);
        for (size_t i = 0; i < rest.size() && given < out.count - 0.5; ++i, ++given)
            ++out.sold[rest[i].second];
        std::erase_if(out.sold, [](const auto& entry) { return entry.second <= 0; });
    }

private:
    std::vector<double> m_cables, m_longest; ///< by bin
    std::vector<size_t> m_met;               ///< bins that hold some, each once
    double m_total = 0;
};

class Reader {
public:
    Reader(const Cluster& cluster, const Containment& containment, const Catalog& catalog)
        : m_cluster(cluster)
        , m_containment(containment)
        , m_catalog(catalog)
        , m_plan(cluster, containment, catalog) {}

    std::optional<LinkCabling> read(const Link& link, int index) const {
        if (const auto mesh = group_mesh(m_cluster, m_containment, link))
            return between_groups(link, index, *mesh);
        const auto ends = link_ends(m_cluster, m_containment, link, index);
        if (!ends || ends->kind != LinkKind::network) return std::nullopt;
        const int from = ends->swapped ? ends->to : ends->from, to = ends->other(from);
        LinkCabling out = of(link, index, from, to);
        const int container = m_containment.common(from, to);
        const double times =
            container < 0 ? 1 : m_containment.instances(container); // the same in each instance
        Lengths& lengths = m_lengths;
        lengths.clear();
        const double count = std::max(1, link.count);
        const double a = ends->span.a, b = ends->span.b;
        const LinkPattern pattern = ends->span.pattern;
        const auto place = [&](int element, double i) { return m_plan.place(element, i, container); };
        if (from == to) {
            if (pattern == LinkPattern::torus) {
                const Part* part = drawn_part(m_cluster.elements[static_cast<size_t>(from)], m_catalog);
                const double gpus = part ? part->value_or("gpus", 1) : 1;
                // It may go through racks, up to all that is drawn.
                int around = container;
                auto wired = TorusCables::make(link.dims, a, gpus);
                while (!wired && around >= 0) {
                    around = m_containment.parent(around);
                    wired = TorusCables::make(link.dims, m_containment.within(from, around), gpus);
                }
                if (!wired) return std::nullopt; // `check` says what is wrong with its dims
                out.count = wired->count() * count * (around < 0 ? 1 : m_containment.instances(around));
                wired->visit(measured_pairs, [&](double i, double j) {
                    lengths.add(m_plan.run(m_plan.place(from, i, around), m_plan.place(from, j, around)),
                                count);
                });
            } else if (pattern == LinkPattern::mesh) {
                out.count = a * (a - 1) / 2 * count * times;
                pairs(a, a, [&](double i, double j) {
                    if (i < j) lengths.add(m_plan.run(place(from, i), place(from, j)), count);
                });
            } else
                return std::nullopt; // an element joined to itself once joins nothing
        } else {
            out.count = a * ends->span.per_from() * times;
            if (pattern == LinkPattern::mesh)
                pairs(a, b, [&](double i, double j) {
                    lengths.add(m_plan.run(place(from, i), place(to, j)), count);
                });
            else if (pattern == LinkPattern::each)
                pairs(a, 1, [&](double i, double) {
                    const double j = std::floor(i * b / a + 1e-9);
                    lengths.add(m_plan.run(place(from, i), place(to, j)), count);
                });
            else {
                const double groups = std::max(1.0, std::floor(b / count));
                pairs(a, count, [&](double i, double rail) {
                    const double group = std::floor(i * groups / a + 1e-9);
                    const double j = std::fmod(group * count + rail, b);
                    lengths.add(m_plan.run(place(from, i), place(to, j)), 1);
                });
            }
        }
        out.between_sites = m_containment.between_sites(from, to);
        if (!out.between_sites) lengths.give(out);
        return out;
    }

    /// Every group has cables to every other, one router further along for each.
    LinkCabling between_groups(const Link& link, int index, const LinkSpan& span) const {
        const int router = m_containment.index(link.from), group = m_containment.index(link.to);
        const int around = m_containment.parent(group);
        const double groups = span.a / span.group, count = std::max(1, link.count);
        LinkCabling out = of(link, index, router, router);
        out.count = groups * (groups - 1) / 2 * count * (around < 0 ? 1 : m_containment.instances(around));
        Lengths& lengths = m_lengths;
        lengths.clear();
        pairs(groups, groups, [&](double i, double j) {
            if (i >= j) return;
            const double near = i * span.group + std::fmod(j, span.group),
                         far = j * span.group + std::fmod(i, span.group);
            lengths.add(m_plan.run(m_plan.place(router, near, around), m_plan.place(router, far, around)),
                        count);
        });
        lengths.give(out);
        return out;
    }

private:
    ElementKind kind(int element) const { return m_cluster.elements[static_cast<size_t>(element)].kind; }

    /// Visits [0, a) × [0, b), or an even spread of it.
    template<class Visit>
    static void pairs(double a, double b, Visit visit) {
        const auto step = [](double length) {
            return static_cast<int64_t>(std::max(1.0, std::ceil(length)));
        };
        const int64_t step_a = step(a * std::min(b, pairs_a_side) / measured_pairs);
        const int64_t step_b = step(b / std::max(pairs_a_side, measured_pairs / a));
        const auto last_a = static_cast<int64_t>(std::ceil(a)), last_b = static_cast<int64_t>(std::ceil(b));
        for (int64_t i = 0; i < last_a; i += step_a)
            for (int64_t j = 0; j < last_b; j += step_b)
                visit(static_cast<double>(i), static_cast<double>(j));
    }

    LinkCabling of(const Link& link, int index, int from, int to) const {
        const auto end = [this](int at) {
            return link_end(m_cluster.elements[static_cast<size_t>(at)], m_catalog);
        };
        LinkCabling out;
        out.link = index;
        out.rate = cable_rate(link, end(from), end(to), m_catalog);
        for (const int each : {from, to}) {
            const auto port = kind(each) == ElementKind::switch_ ? port_rate(end(each)) : std::nullopt;
            if (port && out.rate && *port > 1.001 * *out.rate)
                out.split = std::max(out.split.value_or(*port), *port);
        }
        return out;
    }

    const Cluster& m_cluster;
    const Containment& m_containment;
    const Catalog& m_catalog;
    FloorPlan m_plan;
    mutable Lengths m_lengths; ///< lengths of the link that is read
};

int medium_rank(const Part& cable) {
    const std::string_view medium = cable.text_or("medium", "");
    return medium == "copper" || medium == "dac" ? 0 : medium == "aec" ? 1 : medium == "fibre" ? 2 : 3;
}

} // namespace

double sold_length(double metres) {
    constexpr std::array lengths{0.5,  1.0,  2.0,  3.0,  5.0,   7.0,   10.0, 15.0,
                                 20.0, 30.0, 50.0, 70.0, 100.0, 150.0, 200.0};
    for (const double length : lengths)
        if (metres <= length + 1e-9) return length;
    return std::ceil(metres / 100 - 1e-9) * 100;
}

std::vector<LinkCabling> cabling(const Cluster& cluster, const Containment& containment,
                                 const Catalog& catalog) {
    const Reader reader(cluster, containment, catalog);
    std::vector<LinkCabling> out;
    for (size_t i = 0; i < cluster.links.size(); ++i)
        if (auto read = reader.read(cluster.links[i], static_cast<int>(i))) out.push_back(std::move(*read));
    return out;
}

std::optional<LinkCabling> cabling(const Cluster& cluster, const Containment& containment,
                                   const Catalog& catalog, const Link& link) {
    return Reader(cluster, containment, catalog).read(link, 0);
}

const Part* cable_for(const Catalog& catalog, ByteRate rate, double metres) {
    const Part* best = nullptr;
    const auto key = [](const Part& part) {
        return std::tuple(part.value_or("rate", 0), medium_rank(part), part.value_or("length_max", 0));
    };
    for (const Part& part : catalog.parts()) {
        if (part.kind != PartKind::cable) continue;
        if (part.value_or("rate", 0) < rate.si() * 0.999 || part.value_or("length_max", 0) < metres) continue;
        if (!best || key(part) < key(*best)) best = &part;
    }
    return best;
}

} // namespace roofrack
