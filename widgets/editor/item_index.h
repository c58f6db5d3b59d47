// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/name_index.h"

#include <string_view>
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
        m_places = NameIndex(items.size());
        for (const auto& item : items) m_places.add(item.id);
        m_is_indexed = true;
    }

    /// nullptr when there is none.
    Pointer find(std::string_view id) const {
        if (m_is_indexed) {
            const int at = m_places.position(id);
            return at < 0 ? nullptr : &m_items[static_cast<size_t>(at)];
        }
        for (auto& item : m_items)
            if (item.id == id) return &item;
        return nullptr;
    }

private:
    Items& m_items;
    NameIndex m_places;
    bool m_is_indexed = false;
};

} // namespace roofrack
