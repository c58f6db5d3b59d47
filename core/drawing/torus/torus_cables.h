// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

namespace roofrack {

/// The cables of a torus: between neighbours along each axis, and from the last to the first; an axis of two
/// has one cable, not two. Where the dims count accelerators, those of a server are a block of them (2 × 2 ×
/// 1 for four: TPU trays), wired on its board, and need no cable.
class TorusCables {
public:
    /// Nothing when the dims multiply to neither the servers nor their accelerators.
    static std::optional<TorusCables> make(const std::vector<int>& dims, double servers, double gpus);

    double count() const { return m_count; }                  ///< each pair of neighbours once
    const std::vector<int>& block() const { return m_block; } ///< places (chips) of a server along each axis

    /// Calls `see(server, server)` for each cable, or for an even spread of about `most` of them. Servers are
    /// numbered along the first axis first.
    template<class See>
    void visit(double most, See see) const {
        double places = 1;
        for (const int dim : m_dims) places *= dim;
        const auto step = static_cast<long long>(places * static_cast<double>(m_dims.size()) / most) + 1;
        std::vector<int> at(m_dims.size());
        for (long long place = 0; static_cast<double>(place) < places; place += step) {
            long long rest = place;
            for (size_t axis = 0; axis < m_dims.size(); ++axis) {
                at[axis] = static_cast<int>(rest % m_dims[axis]);
                rest /= m_dims[axis];
            }
            const double here = server(at);
            for (size_t axis = 0; axis < m_dims.size(); ++axis) {
                const int dim = m_dims[axis], was = at[axis];
                if (dim < 2 || (dim == 2 && was == 1)) continue;
                at[axis] = (was + 1) % dim;
                if (const double there = server(at); there != here) see(here, there);
                at[axis] = was;
            }
        }
    }

private:
    double server(const std::vector<int>& at) const;

    std::vector<int> m_dims, m_block;
    double m_count = 0;
};

} // namespace roofrack
