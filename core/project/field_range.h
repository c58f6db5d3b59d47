// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/project_fields.h"

namespace roofrack::fields {

/// Looks one member up in the table of keys.
template<class T, class M>
struct RangeFinder {
    M T::*wanted;
    std::optional<Range> found;

    template<class V>
    void number(Key, V T::*member, Unit, Range range, const char*) {
        if (is_wanted(member)) found = range;
    }
    template<class V>
    void integer(Key, V T::*member, Range range, const char*) {
        if (is_wanted(member)) found = range;
    }
    // What is no number has no range.
    template<class... A>
    void text(const A&...) {}
    template<class... A>
    void choice(const A&...) {}
    template<class... A>
    void part(const A&...) {}
    template<class... A>
    void model(const A&...) {}
    template<class... A>
    void position(const A&...) {}
    template<class... A>
    void integers(const A&...) {}
    template<class... A>
    void texts(const A&...) {}
    template<class... A>
    void list(const A&...) {}
    template<class... A>
    void object(const A&...) {}
    template<class... A>
    void parts(const A&...) {}
    template<class... A>
    void flag(const A&...) {}
    template<class... A>
    void one_of(const A&...) {}

private:
    template<class V>
    bool is_wanted(V T::*member) const {
        if constexpr (std::is_same_v<V, M>)
            return member == wanted;
        else
            return false;
    }
};

/// What a file may hold for a member, in the member's own unit (SI for quantities, °C for temperatures);
/// nothing for members without limits.
template<class T, class M>
std::optional<Range> range_of(M T::*member) {
    RangeFinder<T, M> finder{member, std::nullopt};
    describe(finder, std::type_identity<T>());
    return finder.found;
}

} // namespace roofrack::fields
