// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/project_fields.h"

#include <optional>

namespace roofrack::test {

/// Visitor of fields::describe: the number under one key.
template<class T>
class NumberOf {
public:
    NumberOf(const T& object, std::string_view key)
        : m_object(object)
        , m_key(key) {}
    std::optional<double> value;

    template<class M, class... Rest>
    void number(const fields::Key& key, M T::*member, Rest&&...) {
        take(key, member);
    }
    template<class M, class... Rest>
    void integer(const fields::Key& key, M T::*member, Rest&&...) {
        take(key, member);
    }
    template<class... Any>
    void flag(Any&&...) {}
    template<class... Any>
    void integers(Any&&...) {}
    template<class... Any>
    void texts(Any&&...) {}
    template<class... Any>
    void text(Any&&...) {}
    template<class... Any>
    void one_of(Any&&...) {}
    template<class... Any>
    void choice(Any&&...) {}
    template<class... Any>
    void position(Any&&...) {}
    template<class... Any>
    void object(Any&&...) {}
    template<class... Any>
    void list(Any&&...) {}
    template<class... Any>
    void part(Any&&...) {}
    template<class... Any>
    void parts(Any&&...) {}
    template<class... Any>
    void model(Any&&...) {}

private:
    template<class M>
    void take(const fields::Key& key, M T::*member) {
        if (key.name != m_key) return;
        const M& field = m_object.*member;
        if constexpr (fields::is_optional<M>) {
            if (field) value = fields::number_of(*field);
        } else {
            value = fields::number_of(field);
        }
    }
    const T& m_object;
    std::string_view m_key;
};

template<class T>
std::optional<double> number_in(const T& object, std::string_view key) {
    NumberOf<T> visitor(object, key);
    fields::describe(visitor, std::type_identity<T>());
    return visitor.value;
}

} // namespace roofrack::test
