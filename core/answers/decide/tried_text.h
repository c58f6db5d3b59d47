// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/project/address/input_field.h"

namespace roofrack {

/// The values that an input is given one after another.
struct TriedValues {
    std::string input;          ///< its address
    std::vector<double> values; ///< as InputField has them
};

/// Reads the values of an input: "1,2,4" a list, "200..800 by 100" steps from the first on, "200..800 in 13"
/// or "200..800:13" so many evenly between, "all" every choice there is. Each as InputField::parse() reads
/// it, but where one has a unit, those without get it: "200..800 Gb/s by 100". Whole numbers each once. Fails
/// on what is none of these and on more than `most`.
Result<std::vector<double>> read_tried(std::string_view text, const InputField& field,
                                       size_t most = most_tried_values);
/// Whether a text says single values as read_tried() does, rather than a spread between two ends.
bool says_values(std::string_view text);

/// "ADDRESS=VALUES", the values as read_tried() has them.
Result<TriedValues> parse_tried(std::string_view text, const Scenario& scenario, const Catalog& catalog,
                                size_t most = most_tried_values);

/// "ADDRESS=VALUES", the values not read yet; `scenario` has the input.
struct InputAssignment {
    InputField field;
    std::string_view values; ///< a part of the text
};
Result<InputAssignment> assignment_of(std::string_view text, const Scenario& scenario,
                                      const Catalog& catalog);

/// What stands between the marks, without spaces around it.
std::vector<std::string_view> parts_between(std::string_view text, std::string_view mark);

/// Values of an input as people read them: "0.0431 to 0.172 in 24" of "0.0431..0.1724:24". Ends have three
/// digits, whole numbers all of theirs; what is no range stays as it is.
std::string shown_range(std::string_view values);

/// What is typed in place of shown_range(before), as read_tried() reads it. An end that was left as it was
/// shown is not rounded, and nothing changes where all was left so.
std::string typed_range(std::string_view typed, std::string_view before);

} // namespace roofrack
