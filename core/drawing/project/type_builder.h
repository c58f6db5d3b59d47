// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/project/object_type.h"

#include <array>

namespace roofrack::fields {

/// Ranges that several structs use.
inline constexpr Range share{0, 1};
inline constexpr Range any_power{0, 1e12};
inline constexpr Range air_or_water{-60, 100};
inline constexpr Range any_amount{0, 1e30};

constexpr Key required(const char* key) { return {key, Presence::required}; }

/// How a member of type M is reached; one a type, not one a field.
template<class M>
NumberMember number_member() {
    return {is_optional<M>,
            [](const void* member) -> std::optional<double> {
                const M& value = *static_cast<const M*>(member);
                if constexpr (!is_optional<M>)
                    return number_of(value);
                else if (value)
                    return number_of(*value);
                else
                    return std::nullopt;
            },
            [](void* member, double value) { *static_cast<M*>(member) = static_cast<unwrapped<M>>(value); }};
}

template<class M>
PositionField position_field() {
    return {is_optional<M>,
            [](const void* member) { return std::optional<Position>(*static_cast<const M*>(member)); },
            [](void* member, Position value) { *static_cast<M*>(member) = value; }};
}

template<class M>
ObjectField object_field() {
    return {is_optional<M>, &type_of<unwrapped<M>>(),
            [](const void* member) -> const void* {
                const M& value = *static_cast<const M*>(member);
                if constexpr (!is_optional<M>)
                    return &value;
                else
                    return value ? &*value : nullptr;
            },
            [](void* member) -> void* {
                M& value = *static_cast<M*>(member);
                value = unwrapped<M>();
                if constexpr (!is_optional<M>)
                    return &value;
                else
                    return &*value;
            }};
}

template<class Item>
ListField list_field() {
    using Items = std::vector<Item>;
    return {&type_of<Item>(), [](const void* member) { return static_cast<const Items*>(member)->size(); },
            [](const void* member, size_t index) -> const void* {
                return &(*static_cast<const Items*>(member))[index];
            },
            [](void* member, size_t size) { static_cast<Items*>(member)->resize(size); },
            [](void* member, size_t index) -> void* { return &(*static_cast<Items*>(member))[index]; }};
}

template<class E, size_t N>
ChoiceField choice_of(const std::array<E, N>& values) {
    ChoiceField choice{[](const void* member) { return name_of(*static_cast<const E*>(member)); },
                       [](void* member, int value) { *static_cast<E*>(member) = static_cast<E>(value); },
                       {}};
    for (const E value : values) choice.values.emplace_back(name_of(value), static_cast<int>(value));
    return choice;
}

/// Takes the rows of a struct: key, member, what it may hold, help.
template<class T>
class TypeBuilder {
public:
    TypeBuilder() {
        static const T defaults{};
        m_type.defaults = &defaults;
        if constexpr (requires(T object) { object.unknown; })
            m_type.unknown = offset_of(defaults, &T::unknown);
    }

    template<class M>
    void number(Key key, M T::*member, Unit unit, Range range, const char* help) {
        add(key, member, help, NumberField{number_member<M>(), unit, range});
    }
    /// Things that are counted, as many as a double tells apart.
    template<class M>
    void count(Key key, M T::*member, Range range, const char* help) {
        add(key, member, help, NumberField{number_member<M>(), ratio, range, true});
    }
    template<class M>
    void integer(Key key, M T::*member, Range range, const char* help) {
        add(key, member, help, IntegerField{number_member<M>(), range});
    }
    void integers(Key key, std::vector<int> T::*member, Range range, const char* help) {
        add(key, member, help, IntegersField{range});
    }
    void texts(Key key, std::vector<std::string> T::*member, const char* help) {
        add(key, member, help, TextsField());
    }
    void flag(Key key, bool T::*member, const char* help) { add(key, member, help, FlagField()); }
    void text(Key key, std::string T::*member, const char* help) { add(key, member, help, TextField()); }
    void one_of(Key key, std::string T::*member, std::vector<std::string> names, const char* help) {
        add(key, member, help, OneOfField{std::move(names)});
    }
    template<class E, size_t N>
    void choice(Key key, E T::*member, const std::array<E, N>& values, const char* help) {
        add(key, member, help, choice_of(values));
    }
    template<class M>
    void position(Key key, M T::*member, const char* help) {
        add(key, member, help, position_field<M>());
    }
    template<class M>
    void object(Key key, M T::*member, const char* help) {
        add(key, member, help, object_field<M>());
    }
    template<class Item>
    void list(Key key, std::vector<Item> T::*member, const char* help) {
        add(key, member, help, list_field<Item>());
    }
    void part(Key key, PartRef T::*member, const char* help) { add(key, member, help, PartField()); }
    void parts(Key key, std::vector<PartRef> T::*member, const char* help) {
        add(key, member, help, PartsField());
    }
    void model(Key key, const char* help) { m_type.fields.push_back({key, help, 0, ModelField()}); }

    ObjectType take() && { return std::move(m_type); }

private:
    template<class M>
    void add(Key key, M T::*member, const char* help, FieldKind kind) {
        const T& defaults = *static_cast<const T*>(m_type.defaults);
        m_type.fields.push_back({key, help, offset_of(defaults, member), std::move(kind)});
    }

    ObjectType m_type;
};

} // namespace roofrack::fields
