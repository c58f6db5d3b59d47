// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/link_ends.h"
#include "core/drawing/torus/torus_cables.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

namespace roofrack {

class Catalog;

/// Which instances the cables of one drawn link join. Pairs are counted within one instance of a container,
/// and are the same in each of its instances. Nothing is expanded before it is visited.
class LinkPairs {
public:
    /// Nothing for a link of another kind, an element joined to itself once, and a torus whose dims are not
    /// those of what is drawn.
    static std::optional<LinkPairs> make(const Cluster& cluster, const Containment& containment,
                                         const Catalog& catalog, const Link& link,
                                         LinkKind kind = LinkKind::network);

    int from() const { return m_from; } ///< element of the first of each pair
    int to() const { return m_to; }
    int container() const { return m_container; } ///< −1: the whole drawing
    double times() const { return m_times; }      ///< instances of the container
    double cables() const { return m_cables; }    ///< in the whole drawing
    bool is_between_groups() const { return m_way == Way::groups; }

    /// Calls `see(from, to, cables)` for each pair within the container, by the first of the pair; where
    /// there are more pairs than `most` or so, for an even spread of them.
    template<class See>
    void visit(double most, See see) const {
        switch (m_way) {
        case Way::torus: m_torus->visit(most, [&](double i, double j) { see(i, j, m_count); }); break;
        case Way::mesh_of_itself:
            spread(m_a, m_a, most, [&](double i, double j) {
                if (i < j) see(i, j, m_count);
            });
            break;
        case Way::groups: {
            // Every group has cables to all others, one router further along for each.
            const double groups = m_a / m_group;
            spread(groups, groups, most, [&](double i, double j) {
                if (i < j)
                    see(i * m_group + std::fmod(j, m_group), j * m_group + std::fmod(i, m_group), m_count);
            });
            break;
        }
        case Way::mesh: spread(m_a, m_b, most, [&](double i, double j) { see(i, j, m_count); }); break;
        case Way::each:
            spread(m_a, 1, most,
                   [&](double i, double) { see(i, std::floor(i * m_b / m_a + 1e-9), m_count); });
            break;
        case Way::rail: {
            const double groups = std::max(1.0, std::floor(m_b / m_count));
            spread(m_a, m_count, most, [&](double i, double rail) {
                const double group = std::floor(i * groups / m_a + 1e-9);
                see(i, std::fmod(group * m_count + rail, m_b), 1.0);
            });
            break;
        }
        }
    }

private:
    enum class Way { torus, mesh_of_itself, groups, mesh, each, rail };

    /// Visits [0, a) × [0, b), or an even spread of it.
    template<class Visit>
    static void spread(double a, double b, double most, Visit visit) {
        constexpr double pairs_a_side = 600; // pairs on the side of each end, where both have many
        const auto step = [](double length) {
            return static_cast<int64_t>(std::max(1.0, std::ceil(length)));
        };
        const int64_t step_a = step(a * std::min(b, pairs_a_side) / most);
        const int64_t step_b = step(b / std::max(pairs_a_side, most / a));
        const auto last_a = static_cast<int64_t>(std::ceil(a)), last_b = static_cast<int64_t>(std::ceil(b));
        for (int64_t i = 0; i < last_a; i += step_a)
            for (int64_t j = 0; j < last_b; j += step_b)
                visit(static_cast<double>(i), static_cast<double>(j));
    }

    Way m_way = Way::each;
    int m_from = 0, m_to = 0, m_container = -1;
    double m_times = 1, m_cables = 0;
    double m_a = 1, m_b = 1; ///< instances of either end within the container
    double m_count = 1;      ///< cables a pair
    double m_group = 1;      ///< routers of a group
    std::optional<TorusCables> m_torus;
};

} // namespace roofrack
