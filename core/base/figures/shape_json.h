// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/figures/builder.h"

#include <nlohmann/json.hpp>
#include <span>

namespace roofrack::figures {

/// All figures of an object in their order, as they are stored. What is absent, infinite or not a number is
/// null, an absent list is empty.
nlohmann::ordered_json json_of(Object object);
/// An array of the objects.
nlohmann::ordered_json list_json(const Shape& shape, std::span<const void* const> objects);
template<class List>
nlohmann::ordered_json list_json(const List& objects) {
    std::vector<const void*> items;
    for (const auto& each : objects) items.push_back(&each);
    return list_json(shape_of<typename List::value_type>(), items);
}
/// One figure of it.
nlohmann::ordered_json value_json(const Shape& shape, const Row& row, const void* object);

/// JSON schema of what json_of() writes: all keys are required, null is allowed where it may be.
nlohmann::ordered_json schema_of(const Shape& shape);

} // namespace roofrack::figures
