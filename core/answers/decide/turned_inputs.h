// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/project.h"
#include "core/base/units/diagnostic.h"

#include <string>
#include <string_view>
#include <vector>

namespace roofrack {

class Catalog;
struct ComparedRow;

/// An input of a scenario that is turned to see what follows: `--set ADDRESS=VALUE` of a command.
struct TurnedInput {
    std::string address;
    double value = 0; ///< as InputField has it
    bool operator==(const TurnedInput&) const = default;
};

/// The values that an input is turned through, ascending: `values` as read_tried() reads them, else
/// offered_to_turn(); of a spread whole ones where its own is whole and 10 or more; its own is among them.
/// Fails on an address that there is not, and on an input that has no value or can have no other.
Result<std::vector<double>> turning_values(const Scenario& scenario, std::string_view address,
                                           const Catalog& catalog, std::string_view values = {});

/// The scenario with all of them in their order. Fails as a file with these values does.
Result<Scenario> turned(const Scenario& scenario, const std::vector<TurnedInput>& inputs,
                        const Catalog& catalog);

/// "step time 2.31 s → 2.02 s (−12.6 %)": what becomes of a figure of the first scenario in the
/// second.
std::string turned_text(const ComparedRow& row);

/// What becomes of the figures of the first of two scenarios in the second, what changes first; before them
/// why the second does not run, `standstill`, and of its figures then only those that it has; empty: it runs.
std::vector<std::string> turned_texts(const std::vector<ComparedRow>& rows, const std::string& standstill);

/// Figures of which a what-if says what becomes of them: step, dollars, rate, power.
const std::vector<std::string>& turned_figures();

} // namespace roofrack
