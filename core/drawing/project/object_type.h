// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/cluster.h"
#include "core/drawing/project/field_types.h"

#include <cstddef>
#include <string>
#include <utility>
#include <variant>
#include <vector>

/// A struct of the project file without its type: its keys, each with a way to the member. Reader, writer and
/// schema see structs only like this, so that they are compiled once and not once a struct.
namespace roofrack::fields {

struct ObjectType;

/// Where a member lies in its struct, in bytes.
template<class T, class M>
std::ptrdiff_t offset_of(const T& object, M T::*member) {
    return reinterpret_cast<const std::byte*>(&(object.*member)) -
           reinterpret_cast<const std::byte*>(&object);
}

/// The member at this offset in an object, in bytes.
inline const void* member_at(const void* object, std::ptrdiff_t offset) {
    return static_cast<const std::byte*>(object) + offset;
}
inline void* member_at(void* object, std::ptrdiff_t offset) {
    return static_cast<std::byte*>(object) + offset;
}

/// A double, a quantity, a temperature or a whole number. Values are in the member's own unit (SI for
/// quantities, °C for temperatures).
struct NumberMember {
    bool may_be_empty;
    std::optional<double> (*get)(const void* member);
    void (*set)(void* member, double value);
};
struct NumberField {
    NumberMember member;
    Unit unit;
    Range range;
    bool is_whole = false; ///< it counts things, and may be more than an int holds
};
struct IntegerField {
    NumberMember member;
    Range range;
};
struct IntegersField { ///< std::vector<int>
    Range range;
};
struct TextsField {}; ///< std::vector<std::string>
struct FlagField {};  ///< bool
struct TextField {};  ///< std::string
struct OneOfField {   ///< std::string
    std::vector<std::string> names;
};
struct ChoiceField { ///< an enum
    std::string_view (*name)(const void* member);
    void (*set)(void* member, int value);
    std::vector<std::pair<std::string_view, int>> values;
};
struct PositionField {
    bool may_be_empty;
    std::optional<Position> (*get)(const void* member);
    void (*set)(void* member, Position value);
};
struct ObjectField {
    bool may_be_empty;
    const ObjectType* type;
    const void* (*get)(const void* member); ///< nullptr when it is empty
    void* (*renew)(void* member);           ///< a new one in its place
};
struct ListField {
    const ObjectType* type;
    size_t (*size)(const void* member);
    const void* (*item)(const void* member, size_t index);
    void (*resize)(void* member, size_t size);
    void* (*item_to_fill)(void* member, size_t index);
};
struct PartField {};  ///< PartRef of an Element
struct PartsField {}; ///< std::vector<PartRef> of a Scenario
struct ModelField {}; ///< id and own model of a Workload; no single member

using FieldKind =
    std::variant<NumberField, IntegerField, IntegersField, TextsField, FlagField, TextField, OneOfField,
                 ChoiceField, PositionField, ObjectField, ListField, PartField, PartsField, ModelField>;

struct Field {
    Key key;
    std::string_view help;
    std::ptrdiff_t offset; ///< offset of the member in its struct, in bytes
    FieldKind kind;

    const void* in(const void* object) const { return member_at(object, offset); }
    void* in(void* object) const { return member_at(object, offset); }
    /// The member, which must be an M.
    template<class M>
    const M& as(const void* object) const {
        return *static_cast<const M*>(in(object));
    }
    template<class M>
    M& as(void* object) const {
        return *static_cast<M*>(in(object));
    }
};

struct ObjectType {
    const void* defaults = nullptr; ///< an object as it is made
    std::vector<Field> fields;      ///< in the order of the file
    /// Offset of the member that keeps what no field takes; structs without one refuse unknown keys.
    std::optional<std::ptrdiff_t> unknown;

    /// nullptr when there is no such member.
    const UnknownKeys* unknown_keys(const void* object) const {
        return unknown ? static_cast<const UnknownKeys*>(member_at(object, *unknown)) : nullptr;
    }
    UnknownKeys* unknown_keys(void* object) const {
        return unknown ? static_cast<UnknownKeys*>(member_at(object, *unknown)) : nullptr;
    }
};

/// The type of each struct of the project file; defined in project_fields.cpp.
template<class T>
const ObjectType& type_of();

/// One that is filled.
struct ObjectRef {
    const ObjectType& type;
    void* object;

    /// nullptr when it is no T.
    template<class T>
    T* as() const {
        return &type == &type_of<T>() ? static_cast<T*>(object) : nullptr;
    }
};

template<class T>
ObjectRef ref(T& object) {
    return {type_of<T>(), &object};
}

} // namespace roofrack::fields
