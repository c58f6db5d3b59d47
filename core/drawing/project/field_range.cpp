// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/project/field_range.h"

namespace roofrack::fields {

std::optional<Range> range_at(const ObjectType& type, std::ptrdiff_t offset) {
    for (const Field& field : type.fields) {
        if (field.offset != offset) continue;
        if (const auto* number = std::get_if<NumberField>(&field.kind)) return number->range;
        if (const auto* integer = std::get_if<IntegerField>(&field.kind)) return integer->range;
    }
    return std::nullopt;
}

std::string_view key_at(const ObjectType& type, std::ptrdiff_t offset) {
    for (const Field& field : type.fields)
        if (field.offset == offset) return field.key.name;
    return {};
}

} // namespace roofrack::fields
