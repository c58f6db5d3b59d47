// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/figures/shape.h"
#include "core/base/units/quantity.h"

#include <limits>
#include <memory>
#include <optional>

/// How builder.h reaches values: functions without a state, one a type of member or a lambda.
namespace roofrack::figures {

/// A lambda without captures is called with the object; a member is found where it lies.
template<class T, class A>
struct Access {
    static_assert(std::is_empty_v<A> && std::is_default_constructible_v<A>, "a lambda without captures");
    using Value = std::remove_cvref_t<std::invoke_result_t<A, const T&>>;
    static decltype(auto) of(const void* at) { return A()(*static_cast<const T*>(at)); }
};
template<class M>
struct MemberAccess {
    using Value = M;
    static const M& of(const void* at) { return *static_cast<const M*>(at); }
};
template<class T, class Of, class M>
struct Access<T, M Of::*> : MemberAccess<M> {};

template<class V>
inline constexpr bool is_optional_value = false;
template<class V>
inline constexpr bool is_optional_value<std::optional<V>> = true;

template<class V>
struct Pointed {
    using type = V;
};
template<class V>
struct Pointed<std::optional<V>> {
    using type = V;
};
template<class V>
struct Pointed<V*> {
    using type = std::remove_const_t<V>;
};
template<class V>
struct Pointed<std::shared_ptr<V>> {
    using type = std::remove_const_t<V>;
};
/// What an optional or a pointer holds; of anything else itself.
template<class V>
using pointed = typename Pointed<V>::type;
template<class V>
inline constexpr bool may_be_absent = !std::is_same_v<pointed<V>, V>;

template<class V>
double number_in(const V& value) {
    if constexpr (is_optional_value<V>)
        return value ? number_in(*value) : std::numeric_limits<double>::quiet_NaN();
    else if constexpr (std::is_arithmetic_v<V>)
        return static_cast<double>(value);
    else if constexpr (std::is_same_v<V, Celsius>)
        return value.degrees();
    else
        return value.si();
}

template<class A>
NumberValue number_value() {
    using V = pointed<typename A::Value>;
    static_assert(!std::is_same_v<V, bool>, "a flag, no number");
    return {[](const void* at) { return number_in(A::of(at)); }, std::is_integral_v<V>,
            may_be_absent<typename A::Value>};
}
template<class A>
TextValue text_value() {
    return {[](const void* at) { return std::string(A::of(at)); }};
}
template<class A>
FlagValue flag_value() {
    return {[](const void* at) { return bool(A::of(at)); }};
}

template<class V>
std::string_view choice_name(const V& value) {
    if constexpr (is_optional_value<V>)
        return value ? choice_name(*value) : std::string_view();
    else
        return name_of(value);
}
template<class V>
std::string_view choice_label(const V& value) {
    if constexpr (is_optional_value<V>)
        return value ? choice_label(*value) : std::string_view();
    else if constexpr (requires { label_of(value); })
        return label_of(value);
    else
        return name_of(value);
}
template<class A>
ChoiceValue choice_value() {
    return {[](const void* at) { return choice_name(A::of(at)); },
            [](const void* at) { return choice_label(A::of(at)); }};
}

template<class A>
BandOfValues band_value() {
    return {[](const void* at) {
        const auto& band = A::of(at);
        return BandValue{number_in(band.low), number_in(band.likely), number_in(band.high)};
    }};
}
template<class A>
RangeValue range_value() {
    return {[](const void* at) {
        const auto& range = A::of(at);
        return BandValue{number_in(range.low), std::numeric_limits<double>::quiet_NaN(),
                         number_in(range.high)};
    }};
}
template<class A>
TextsValue texts_value() {
    return {[](const void* at) { return std::vector<std::string>(A::of(at)); }};
}

template<class A>
NumbersValue numbers_value() {
    return {[](const void* at) {
        const auto& values = A::of(at);
        return std::vector<double>(values.begin(), values.end());
    }};
}

template<class A>
auto visit_items() -> void (*)(const void*, const ItemSink&) {
    return [](const void* at, const ItemSink& take) {
        const auto& items = A::of(at);
        for (const auto& item : items) take(&item);
    };
}
template<class A>
auto visit_object() -> void (*)(const void*, const ItemSink&) {
    return [](const void* at, const ItemSink& take) {
        const auto& object = A::of(at);
        if constexpr (may_be_absent<typename A::Value>) {
            if (object) take(&*object);
        } else {
            take(&object);
        }
    };
}

} // namespace roofrack::figures
