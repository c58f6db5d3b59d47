// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/project/object_type.h"

namespace roofrack::fields {

/// The range of the member at this offset in the struct, in bytes.
std::optional<Range> range_at(const ObjectType& type, std::ptrdiff_t offset);

/// What a file may hold for a member, in the member's own unit (SI for quantities, °C for temperatures);
/// nothing for members without limits.
template<class T, class M>
std::optional<Range> range_of(M T::*member) {
    const ObjectType& type = type_of<T>();
    return range_at(type, offset_of(*static_cast<const T*>(type.defaults), member));
}

/// Key of the member at this offset in the struct, in bytes; empty: no field takes it.
std::string_view key_at(const ObjectType& type, std::ptrdiff_t offset);

/// Key of a member in a file: "electricity_price".
template<class T, class M>
std::string_view key_of(M T::*member) {
    const ObjectType& type = type_of<T>();
    return key_at(type, offset_of(*static_cast<const T*>(type.defaults), member));
}

} // namespace roofrack::fields
