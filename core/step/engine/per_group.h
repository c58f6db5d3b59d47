// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace roofrack {

/// A value for each fabric group; those of a kind share theirs.
template<class T>
class PerGroup {
public:
    const T& operator[](size_t group) const { return m_kinds[m_of_group[group]]; }
    const T& front() const { return m_kinds.front(); }
    size_t size() const { return m_of_group.size(); }
    size_t add_kind(T kind) {
        m_kinds.push_back(std::move(kind));
        return m_kinds.size() - 1;
    }
    void add_group(size_t kind) { m_of_group.push_back(kind); }
    const std::vector<T>& kinds() const { return m_kinds; }

private:
    std::vector<T> m_kinds;
    std::vector<size_t> m_of_group;
};

} // namespace roofrack
