// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace roofrack {

/// What a formula does with its operands. `input` and `number` have none: the value of an input, a plain
/// number.
enum class Operation {
    input,
    number,
    sum,
    difference,
    product,
    quotient,
    maximum,
    minimum,
    power, ///< a^b
    square_root,
    exponential,           ///< e^a
    exponential_minus_one, ///< e^a − 1, exact for a small a
    logarithm,             ///< natural
    logarithm_2,           ///< to base 2
    floor,
    ceiling,
    expected_maximum, ///< z(n): expected maximum of n standard normal draws
    best_interval,    ///< τ(δ, M): of training between checkpoints that loses least to failures
    erlang_above,     ///< share of the time that more than m of n servers are busy under the load a
};
std::string_view name_of(Operation operation); ///< "product"

/// The result of one operation on its operands, in order; sums, products and extrema take two or more.
double evaluate(Operation operation, std::span<const double> operands);

/// A calculation on numbered inputs, in postfix order.
struct Formula {
    struct Step {
        Operation operation = Operation::number;
        double number = 0;   ///< value of Operation::number
        size_t input = 0;    ///< position among the inputs, for Operation::input
        size_t operands = 0; ///< taken from the results of the steps before
    };
    std::vector<Step> steps; ///< none: an input of the model, not calculated

    bool empty() const { return steps.empty(); }
    double evaluate(std::span<const double> inputs) const;
    /// In infix order with `names` for the inputs: "calls * time - hidden". Long sums name both ends.
    std::string text(std::span<const std::string> names) const;
};

} // namespace roofrack
