// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/cables/cabling.h"

#include "core/base/catalog/catalog.h"
#include "core/drawing/cables/link_pairs.h"
#include "core/drawing/drawn_parts.h"
#include "core/drawing/link_ends.h"
#include "core/drawing/own_accelerator.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>
#include <utility>

namespace roofrack {

namespace {

constexpr double measured_pairs = 4e5;
constexpr double bin = 0.1; ///< m; lengths that are sold are whole ones or half a metre, so a bin has one
constexpr size_t bins = 200'000;

/// Lengths met, with the cables that have them. One for all links: the bins of a long room are many, those
/// that a link meets few.
class Lengths {
public:
    void clear() {
        for (const size_t at : m_met) m_cables[at] = m_longest[at] = 0;
        m_met.clear();
        m_total = 0;
        m_last = -1;
    }

    void add(double metres, double cables) {
        m_total += cables;
        if (metres == m_last) { // as the cables beside it
            m_cables[m_last_bin] += cables;
            return;
        }
        // A bin ends with its upper edge, as what is sold of a length does.
        const auto at =
            std::min(bins - 1, static_cast<size_t>(std::ceil(std::max(0.0, metres / bin - 1e-8))));
        if (at >= m_cables.size()) m_cables.resize(at + 1), m_longest.resize(at + 1);
        if (m_cables[at] == 0) m_met.push_back(at);
        m_cables[at] += cables;
        m_longest[at] = std::max(m_longest[at], metres);
        m_last = metres;
        m_last_bin = at;
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
    double m_last = -1; ///< m, of the cable before
    size_t m_last_bin = 0;
};

/// Places of the instances of one end of a link: a cable's end has the place of many others.
class EndPlaces {
public:
    /// Begins another link, of so many instances.
    void begin(int element, int container, double instances) {
        constexpr double most = 2048;
        m_element = element;
        m_container = container;
        m_known.assign(static_cast<size_t>(std::clamp(instances, 1.0, most)), Known());
    }

    const FloorPlan::Place& of(const FloorPlan& plan, double index) {
        auto at = static_cast<size_t>(index);
        if (at >= m_known.size()) at %= m_known.size();
        Known& known = m_known[at];
        if (known.index != index) known = {index, plan.place(m_element, index, m_container)};
        return known.place;
    }

private:
    struct Known {
        double index = -1;
        FloorPlan::Place place;
    };

    int m_element = -1, m_container = -1;
    std::vector<Known> m_known; ///< by index modulo its size
};

class Reader {
public:
    Reader(const Cluster& cluster, const Containment& containment, const Catalog& catalog)
        : m_cluster(cluster)
        , m_containment(containment)
        , m_catalog(catalog)
        , m_plan(cluster, containment, catalog) {}

    std::optional<LinkCabling> read(const Link& link, int index) const {
        const auto pairs = LinkPairs::make(m_cluster, m_containment, m_catalog, link);
        if (!pairs) return std::nullopt;
        const int from = pairs->from(), to = pairs->to(), container = pairs->container();
        LinkCabling out = of(link, index, from, to);
        out.count = pairs->cables();
        out.between_sites = !pairs->is_between_groups() && m_containment.between_sites(from, to);
        if (out.between_sites) return out;
        Lengths& lengths = m_lengths;
        lengths.clear();
        m_first.begin(from, container, m_containment.within(from, container));
        m_second.begin(to, container, m_containment.within(to, container));
        pairs->visit(measured_pairs, [&](double i, double j, double cables) {
            lengths.add(m_plan.run(m_first.of(m_plan, i), m_second.of(m_plan, j)), cables);
        });
        lengths.give(out);
        return out;
    }

private:
    ElementKind kind(int element) const { return m_cluster.elements[static_cast<size_t>(element)].kind; }

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
    mutable Lengths m_lengths;           ///< lengths of the link that is read
    mutable EndPlaces m_first, m_second; ///< ends of the link that is read
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
