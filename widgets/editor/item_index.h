// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>
#include <unordered_map>
#include <utility>

namespace roofrack {

/// Finds elements or links by id: a few by looking through them, many by an index made once. Among equal ids
/// the first is found. It must not outlive the vector, nor a change of its size or ids.
template<class Items>
class ItemIndex {
public:
    using Pointer = decltype(std::declval<Items&>().data());

    /// `lookups`: how many will be asked for.
    ItemIndex(Items& items, size_t lookups)
        : m_items(items) {
        constexpr size_t few = 8;
        if (lookups <= few) return;
        m_places.reserve(items.size());
        for (size_t i = 0; i < items.size(); ++i) m_places.emplace(items[i].id, i);
    }

    /// nullptr when there is none.
    Pointer find(std::string_view id) const {
        if (!m_places.empty()) {
            const auto found = m_places.find(id);
            return found == m_places.end() ? nullptr : &m_items[found->second];
        }
        for (auto& item : m_items)
            if (item.id == id) return &item;
        return nullptr;
    }

private:
    Items& m_items;
    std::unordered_map<std::string_view, size_t> m_places;
};

} // namespace roofrack
