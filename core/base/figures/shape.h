// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/figures/measure.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

/// A study's struct without its type: one row per figure, each with a way to its value. JSON, schema, CSV,
/// tables and the search by name see structs only like this, so that they are compiled once and a figure is
/// declared once.
namespace roofrack::figures {

struct Shape;

/// Which way a figure is good.
enum class Better { neither, less, more };

/// When the figures that name it are there. Where a gate stands in a gate, the outer one speaks.
struct Gate {
    bool (*is_open)(const void* object);
    std::string_view because;  ///< why they are absent when it is closed: "the workload has no token budget"
    std::string_view cell;     ///< the same in a cell of a table: "no budget", "–"
    int outer = -1;            ///< index of the gate around it; below zero: none
    std::ptrdiff_t offset = 0; ///< offset of what it asks in the object
};

/// What is done with each item of a list; lives as long as the call that it is given to.
class ItemSink {
public:
    template<class F>
    requires(!std::is_same_v<std::remove_cvref_t<F>, ItemSink>) ItemSink(F&& take)
        : m_take(const_cast<void*>(static_cast<const void*>(&take)))
        , m_call([](void* to, const void* item) { (*static_cast<std::remove_reference_t<F>*>(to))(item); }) {}
    void operator()(const void* item) const { m_call(m_take, item); }

private:
    void* m_take;
    void (*m_call)(void*, const void*);
};

struct BandValue {
    double low, likely, high;
};

/// Ways to the values, from where the row begins in its object. Ways to lists and objects pass what may only
/// live as long as the call.
struct NumberValue {
    double (*get)(const void* at); ///< NaN: there is none
    bool is_integer;
    bool may_be_absent; ///< an optional
};
struct TextValue {
    std::string (*get)(const void* at);
};
struct FlagValue {
    bool (*get)(const void* at);
};
struct ChoiceValue {                           ///< an enumeration; empty: there is none
    std::string_view (*name)(const void* at);  ///< in JSON
    std::string_view (*label)(const void* at); ///< for people
};
struct BandOfValues {
    BandValue (*get)(const void* at);
};
struct RangeValue { ///< two ends with nothing likely between them: `likely` is not a number
    BandValue (*get)(const void* at);
};
struct TextsValue {
    std::vector<std::string> (*get)(const void* at);
};
struct NumbersValue {
    std::vector<double> (*get)(const void* at);
};
struct ObjectValue { ///< one that may be absent passes no item
    const Shape& (*shape)();
    void (*visit)(const void* at, const ItemSink& take);
    bool may_be_absent;
};
struct ListValue {
    const Shape& (*shape)();
    void (*visit)(const void* at, const ItemSink& take);
};
using Value = std::variant<NumberValue, TextValue, FlagValue, ChoiceValue, BandOfValues, RangeValue,
                           TextsValue, NumbersValue, ObjectValue, ListValue>;

/// One figure.
struct Row {
    std::string_view key;   ///< in JSON: "usd_per_million"
    std::string_view label; ///< for people, without the unit: "$ per million"
    std::string_view help;  ///< what it is, in a phrase
    Measure measure;        ///< measure of numbers and bands
    Better better = Better::neither;
    int gate = -1; ///< index in Shape::gates; below zero: none
    /// Why its own value may be missing, also that of an empty text, and the same in a cell of a table;
    /// empty: it is never said.
    std::string_view absent, absent_cell;
    bool is_always = false;                ///< a number that is never missing: its schema knows no null
    std::vector<std::string_view> choices; ///< all names of an enumeration, for its schema; empty: any text
    std::string_view definition;           ///< what its schema refers to instead, of those that outputs share
    bool names_item = false;  ///< tells the items of a list apart: "own-hall" of "paths.own-hall"
    std::string_view explain; ///< name of its calculation (core/answers/explain); empty: none
    bool is_of_rest = false;  ///< Builder::rest_of() took it, with all that a member declares
    std::ptrdiff_t offset = 0;
    Value value;

    const void* in(const void* object) const { return static_cast<const std::byte*>(object) + offset; }
    /// The way to a value of this kind; null: it is another kind.
    template<class Kind>
    const Kind* as() const {
        return std::get_if<Kind>(&value);
    }
};

struct Shape {
    std::vector<Row> rows; ///< in the order of the JSON
    std::vector<Gate> gates;

    const Row* find(std::string_view key) const; ///< null: there is none
    /// The row that the program itself names: an unknown one ends it.
    const Row& declared(std::string_view key) const;
    /// The outermost gate of the row that is closed; null: the figure is there, as far as gates say.
    const Gate* closed(const Row& row, const void* object) const;
    /// Adds a gate of another shape, whose objects lie at an offset in this one's, with those around it, the
    /// outermost of them within `outer`; returns its index.
    int take_gate(const Shape& from, int gate, std::ptrdiff_t offset, int outer);
};

/// An object with its shape; the object must outlive it. object_of() of builder.h makes one.
struct Object {
    const Shape* shape;
    const void* data;
};

/// A figure in an output that calls it by another name, or puts it elsewhere.
struct ViewKey {
    std::string_view name; ///< "usd_per_hour", "year.mean_rate"; of a band or range also "capital_usd.low"
    std::string_view key;  ///< in the output
};
/// In its place stand all figures that Builder::rest_of() took, by their own keys.
inline constexpr ViewKey rest_of_view{};

} // namespace roofrack::figures
