// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/figures/describe.h"
#include "core/base/figures/value_access.h"

#include <algorithm>
#include <initializer_list>
#include <utility>
#include <vector>

namespace roofrack::figures {

/// A gate, for the rows that stand behind it.
struct When {
    int gate;
};
/// Why a figure's own value may be missing: an optional that is empty, a text without a letter.
struct Absent {
    std::string_view because;
    std::string_view cell = because; ///< the same in a cell of a table
};
/// The calculation behind it, by its name in core/answers/explain.
struct Explain {
    std::string_view name;
};
/// Words of same() for a figure that has others here.
struct Label {
    std::string_view text;
};
struct Help {
    std::string_view text;
};
/// Tags a figure of same() that does not stand behind the gates which it has where it is declared.
struct WithoutItsGates {};
/// Tags a number that is never missing.
struct Always {};
/// Tags the row that tells the items of a list apart.
struct NamesItem {};
/// What the schema of a choice, a range or a list refers to: a definition that outputs share
/// (core/answers/report).
struct Defined {
    std::string_view name;
};
/// What range() is given where the struct holds the two ends apart.
template<class Quantity>
struct Ends {
    Quantity low, high;
};
/// All names that a choice or a text may have, for its schema.
struct OneOf {
    std::vector<std::string_view> names;
};
template<class E>
OneOf one_of(std::initializer_list<E> values) {
    OneOf out;
    for (const E value : values) out.names.push_back(name_of(value));
    return out;
}
/// The names of an enumeration's values from the first to this one.
template<class E>
OneOf all_up_to(E last) {
    OneOf out;
    for (int i = 0; i <= static_cast<int>(last); ++i) out.names.push_back(name_of(static_cast<E>(i)));
    return out;
}
inline constexpr WithoutItsGates without_its_gates;
inline constexpr Always always;
inline constexpr NamesItem names_item;
inline constexpr Better less = Better::less, more = Better::more;

template<class T>
const Shape& shape_of();

/// Takes the rows of a struct: key, member (or a lambda without captures that is given the object), measure,
/// label, help, and tags in any order: a gate, less or more, Absent, Explain, OneOf, Defined, always,
/// names_item.
template<class T>
class Builder {
public:
    /// A predicate of the object; `cell` stands in tables where it is closed.
    template<class Predicate>
    When gate(Predicate, std::string_view because, std::string_view cell = "–") {
        return gate(When{-1}, Predicate(), because, cell);
    }
    /// A predicate of the object within another gate, which speaks when both are closed.
    template<class Predicate>
    When gate(When outer, Predicate, std::string_view because, std::string_view cell = "–") {
        m_shape.gates.push_back(
            {[](const void* at) { return bool(Access<T, Predicate>::of(at)); }, because, cell, outer.gate});
        return {static_cast<int>(m_shape.gates.size()) - 1};
    }

    /// A double, whole number, quantity or temperature, or an optional of one.
    template<class A, class... Tags>
    void number(std::string_view key, A access, const Measure& measure, std::string_view label,
                std::string_view help, Tags... tags) {
        add(key, access, label, help, number_value<Access<T, A>>(), measure, tags...);
    }
    template<class A, class... Tags>
    void text(std::string_view key, A access, std::string_view label, std::string_view help, Tags... tags) {
        add(key, access, label, help, text_value<Access<T, A>>(), number_measure(), tags...);
    }
    template<class A, class... Tags>
    void flag(std::string_view key, A access, std::string_view label, std::string_view help, Tags... tags) {
        add(key, access, label, help, flag_value<Access<T, A>>(), number_measure(), tags...);
    }
    /// An enumeration with name_of(), for people by label_of() where it has one; or an optional of one.
    template<class A, class... Tags>
    void choice(std::string_view key, A access, std::string_view label, std::string_view help, Tags... tags) {
        add(key, access, label, help, choice_value<Access<T, A>>(), number_measure(), tags...);
    }
    /// What has members low, likely and high.
    template<class A, class... Tags>
    void band(std::string_view key, A access, const Measure& measure, std::string_view label,
              std::string_view help, Tags... tags) {
        add(key, access, label, help, band_value<Access<T, A>>(), measure, tags...);
    }
    /// What has members low and high, and nothing likely between them (Ends).
    template<class A, class... Tags>
    void range(std::string_view key, A access, const Measure& measure, std::string_view label,
               std::string_view help, Tags... tags) {
        add(key, access, label, help, range_value<Access<T, A>>(), measure, tags...);
    }
    /// Texts, numbers, or structs that have a describe() of their own.
    template<class A, class... Tags>
    void list(std::string_view key, A access, std::string_view label, std::string_view help, Tags... tags) {
        using Item = typename Access<T, A>::Value::value_type;
        if constexpr (std::is_same_v<Item, std::string>)
            add(key, access, label, help, texts_value<Access<T, A>>(), number_measure(), tags...);
        else if constexpr (std::is_arithmetic_v<Item>)
            add(key, access, label, help, numbers_value<Access<T, A>>(), number_measure(), tags...);
        else
            add(key, access, label, help, ListValue{&shape_of<Item>, visit_items<Access<T, A>>()},
                number_measure(), tags...);
    }
    /// A struct that has a describe() of its own; an optional, a pointer or a shared pointer of one.
    template<class A, class... Tags>
    void object(std::string_view key, A access, std::string_view label, std::string_view help, Tags... tags) {
        using Part = pointed<typename Access<T, A>::Value>;
        add(key, access, label, help,
            ObjectValue{&shape_of<Part>, visit_object<Access<T, A>>(),
                        may_be_absent<typename Access<T, A>::Value>},
            number_measure(), tags...);
    }

    /// A figure that a member declares, by its name there: value, words, measure and gates are the member's,
    /// but for what tags say. A gate among them stands around those of the member.
    template<class M, class... Tags>
    void same(std::string_view key, M T::*member, std::string_view name, Tags... tags) {
        add_same(key, shape_of<M>(), offset_of(member), name, tags...);
    }
    /// A figure that a member's member declares, by its name there.
    template<class M, class N, class... Tags>
    void same(std::string_view key, M T::*member, N M::*inner, std::string_view name, Tags... tags) {
        add_same(key, shape_of<N>(), offset_of(member) + offset_of(inner), name, tags...);
    }

    /// All figures of a member but those of same() and `without`, by their own keys: one that the member
    /// comes to declare is this struct's, too, and tables have it where rest_of_table or rest_of_view stands.
    template<class M>
    void rest_of(M T::*member, std::initializer_list<std::string_view> without, When gate) {
        for (const Row& row : shape_of<M>().rows) {
            const auto is_it = [&](std::string_view key) { return key == row.key; };
            if (std::ranges::find(m_taken, &row) != m_taken.end() || std::ranges::any_of(without, is_it))
                continue;
            same(row.key, member, row.key, gate);
            m_shape.rows.back().is_of_rest = true;
        }
    }

    Shape take() && { return std::move(m_shape); }

private:
    static constexpr Measure number_measure() { return figures::number; }

    template<class A, class... Tags>
    void add(std::string_view key, A access, std::string_view label, std::string_view help,
             const Value& value, const Measure& measure, Tags... tags) {
        Row row;
        row.key = key;
        row.label = label;
        row.help = help;
        row.measure = measure;
        row.value = value;
        if constexpr (std::is_member_object_pointer_v<A>) row.offset = offset_of(access);
        (apply(row, tags), ...);
        m_shape.rows.push_back(std::move(row));
    }
    template<class... Tags>
    void add_same(std::string_view key, const Shape& shape, std::ptrdiff_t offset, std::string_view name,
                  Tags... tags) {
        const Row& declared_row = shape.declared(name);
        m_taken.push_back(&declared_row);
        Row row = declared_row;
        row.key = key;
        row.offset += offset;
        row.names_item = false;
        const int declared = row.gate;
        row.gate = -1;
        (apply(row, tags), ...);
        if constexpr (!(std::is_same_v<Tags, WithoutItsGates> || ...))
            row.gate = m_shape.take_gate(shape, declared, offset, row.gate);
        m_shape.rows.push_back(std::move(row));
    }
    template<class Of, class M>
    static std::ptrdiff_t offset_of(M Of::*member) {
        static const Of object{};
        return reinterpret_cast<const std::byte*>(&(object.*member)) -
               reinterpret_cast<const std::byte*>(&object);
    }
    static void apply(Row& row, When when) { row.gate = when.gate; }
    static void apply(Row& row, Better better) { row.better = better; }
    static void apply(Row& row, Absent absent) {
        row.absent = absent.because;
        row.absent_cell = absent.cell;
    }
    static void apply(Row& row, Explain explain) { row.explain = explain.name; }
    static void apply(Row& row, const OneOf& choices) { row.choices = choices.names; }
    static void apply(Row& row, Defined defined) { row.definition = defined.name; }
    static void apply(Row& row, Label label) { row.label = label.text; }
    static void apply(Row& row, Help help) { row.help = help.text; }
    static void apply(Row& row, const Measure& measure) { row.measure = measure; }
    static void apply(Row&, WithoutItsGates) {}
    static void apply(Row& row, Always) { row.is_always = true; }
    static void apply(Row& row, NamesItem) { row.names_item = true; }

    Shape m_shape;
    std::vector<const Row*> m_taken; ///< members taken over by same()
};

/// The figures of a struct, made once (thread-safe).
template<class T>
const Shape& shape_of() {
    static const Shape shape = [] {
        Builder<T> builder;
        describe(builder);
        return std::move(builder).take();
    }();
    return shape;
}

template<class T>
Object object_of(const T& object) {
    return {&shape_of<T>(), &object};
}

} // namespace roofrack::figures
