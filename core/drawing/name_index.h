// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

namespace roofrack {

/// Finds the position of a name in a list: one flat table, since a drawing of tens of thousands of elements
/// is asked for them a million times. Keeps the names by reference.
class NameIndex {
public:
    NameIndex() = default;
    /// With room for so many names.
    explicit NameIndex(size_t names) {
        m_names.reserve(names);
        if (names > 0) resize(names);
    }

    /// Adds the next name, at the position that counts those before it. False where it was there already: the
    /// first one is found.
    bool add(std::string_view name) {
        const auto own = static_cast<int>(m_names.size());
        return add_and_find(name) == own;
    }

    /// Adds the next name; the position of the first one that is the same.
    int add_and_find(std::string_view name) {
        if (2 * (m_names.size() + 1) > m_slots.size()) resize(2 * m_names.size() + 8);
        const std::uint32_t hash = hash_of(name);
        Slot& slot = m_slots[slot_of(name, hash)];
        if (slot.position < 0) slot = {hash, static_cast<int>(m_names.size())};
        m_names.push_back(name);
        return slot.position;
    }

    /// −1 when it was never added.
    int position(std::string_view name) const {
        return m_slots.empty() ? -1 : m_slots[slot_of(name, hash_of(name))].position;
    }

private:
    struct Slot {
        std::uint32_t hash = 0;
        int position = -1; ///< in m_names; −1: empty
    };

    static std::uint32_t hash_of(std::string_view name) {
        const std::uint64_t whole = std::hash<std::string_view>()(name);
        return static_cast<std::uint32_t>(whole ^ (whole >> 32));
    }
    /// Where it stands, or would.
    size_t slot_of(std::string_view name, std::uint32_t hash) const {
        const size_t last = m_slots.size() - 1;
        size_t at = hash & last;
        while (m_slots[at].position >= 0 &&
               (m_slots[at].hash != hash || m_names[static_cast<size_t>(m_slots[at].position)] != name))
            at = (at + 1) & last;
        return at;
    }
    void resize(size_t names) {
        std::vector<Slot> before(std::bit_ceil(2 * names + 2));
        before.swap(m_slots);
        const size_t last = m_slots.size() - 1;
        for (const Slot& slot : before) {
            if (slot.position < 0) continue;
            size_t at = slot.hash & last;
            while (m_slots[at].position >= 0) at = (at + 1) & last;
            m_slots[at] = slot;
        }
    }

    std::vector<std::string_view> m_names;
    std::vector<Slot> m_slots; ///< a power of two of them, half of them empty at least
};

} // namespace roofrack
