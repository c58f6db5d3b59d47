// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/project.h"
#include "core/base/units/diagnostic.h"

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace roofrack {

class Catalog;

namespace fields {
struct Field;
}

/// The unit of an input on an axis: what stands there is the value × `factor`.
struct InputUnit {
    std::string symbol; ///< "Gb/s", "$/kWh", "W"; empty: a bare number, a flag, a choice
    double factor = 1;
    bool is_si = false; ///< takes SI prefixes
};

/// An input of a scenario, found once by its address and then read and set many times: a number, a flag or
/// one of some choices, as the cable of a link. Its value is a number in the unit of a bare number of the
/// project file (SI, °C, $/kWh …); of flags and choices their place in choices(). It holds for scenarios with
/// the same drawing and lists.
class InputField {
public:
    /// Elements and links of the drawing by id, number or name: address_by_ids(). Fails on an address that
    /// does not exist, with the nearest, and on one that holds no single value. `catalog` outlives it.
    static Result<InputField> find(const Scenario& scenario, std::string_view address,
                                   const Catalog& catalog);

    /// Calls with each of single_inputs() that find() finds, then with the cables of links, each by its ids.
    /// A drawing of any size is gone through once.
    static void visit_all(const Scenario& scenario, const Catalog& catalog,
                          const std::function<void(const InputField&)>& visit);

    const std::string& address() const { return m_address; } ///< by ids
    std::string_view help() const { return m_help; }
    bool is_number() const { return m_choices.empty(); }
    bool is_whole() const { return m_is_whole; }
    /// Doublings and halves are tried where it is a power of two: a degree of the plan, a count of drawn
    /// things. A batch may be all that lies between.
    bool has_doublings() const { return m_has_doublings; }
    bool is_temperature() const;
    InputUnit unit() const;
    const std::vector<std::string>& choices() const { return m_choices; }
    double least() const { return m_least; } ///< what a number may be
    double most() const { return m_most; }

    /// Empty: the scenario says nothing, and no default stands for it.
    std::optional<double> value(const Scenario& scenario) const;
    /// "0.08 $/kWh", "fp8": as people read it, four digits, whole numbers in all of theirs. parse() reads it.
    std::string text(double value) const;
    /// text() of values that are read together, such as both ends of a range: all in one unit, in_one_unit().
    std::vector<std::string> texts(const std::vector<double>& values) const;
    /// texts() that are read alone: three digits, or as many as tell the values apart, thousands apart:
    /// "1,862", "9.09 min".
    std::vector<std::string> shown_texts(const std::vector<double>& values) const;
    /// As `--set` takes it, not rounded: "0.0812", "fp8".
    std::string setting(double value) const;
    /// Reads "400 Gb/s", "0.08", "fp8"; fails outside what it may be.
    Result<double> parse(std::string_view text) const;
    /// Fails as a file with this value does.
    Result<Scenario> with(const Scenario& scenario, double value) const;
    /// Sets the value in a scenario that is one's own; it may be half changed where this fails.
    Result<void> set(Scenario& scenario, double value) const;

private:
    struct Step {
        const fields::Field* field;
        std::optional<size_t> index; ///< in a list
    };

    std::string m_address;
    std::string_view m_help;
    const Catalog* m_catalog = nullptr;
    std::vector<Step> m_steps; ///< the last one is the field; none: inside a part or a model
    bool m_is_by_text = false; ///< set as its text, since other values of the object depend on it
    std::vector<std::string> m_choices;
    bool m_is_whole = false, m_has_doublings = false;
    double m_least, m_most;
};

/// Addresses of all numbers, flags and choices that a scenario holds, those of its lists included, in the
/// order of the file; names, places on the canvas, parts and models are none.
std::vector<std::string> single_inputs(const Scenario& scenario);

} // namespace roofrack
