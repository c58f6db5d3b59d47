// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/project/address/input_field.h"

#include <memory>
#include <string>

namespace roofrack {

/// What an input is, for people: its key in words, what its field says, and what it is of: "Rack A: power
/// limit (what the feeds of one rack may deliver)", "Server to Leaf: count (…)", "tariff 2: price (…)". An
/// element whose name others have too is named with its id, a link beside which others join the same two with
/// its own.
std::string title_of_input(const InputField& field, const Scenario& scenario);
/// The title of an input without what its field says: "Rack A: power limit".
std::string short_title_of_input(const InputField& field, const Scenario& scenario);

/// What a value stands for that is no amount itself, as its field says it: "what the GPUs leave" of a dp of
/// 0, "as its release does" of the choice "stack". Empty: it is what it is, as a flag always.
std::string meaning_of_value(const InputField& field, double value);

/// The titles of many inputs of one scenario, which outlives this and stays as it is: what is drawn is gone
/// through once for all of them.
class InputTitles {
public:
    explicit InputTitles(const Scenario& scenario);
    ~InputTitles();
    std::string title(const InputField& field) const; ///< title_of_input()

private:
    struct Drawing;
    std::unique_ptr<const Drawing> m_drawing;
};

} // namespace roofrack
