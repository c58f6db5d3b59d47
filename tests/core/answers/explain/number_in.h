// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/project/project_fields.h"

#include <optional>

namespace roofrack::test {

/// The number under one key of the project file.
template<class T>
std::optional<double> number_in(const T& object, std::string_view key) {
    for (const fields::Field& field : fields::type_of<T>().fields) {
        if (field.key.name != key) continue;
        if (const auto* number = std::get_if<fields::NumberField>(&field.kind))
            return number->member.get(field.in(&object));
        if (const auto* integer = std::get_if<fields::IntegerField>(&field.kind))
            return integer->member.get(field.in(&object));
    }
    return std::nullopt;
}

} // namespace roofrack::test
