// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/explain/tree/explanation.h"

namespace roofrack {

/// A formula that is being written down: C++ arithmetic on explained numbers. What becomes a node of its own
/// is said by calculated() and recorded().
class Term {
public:
    Term(double number);        // NOLINT: numbers and explained numbers stand in formulas as they are
    Term(ExplanationPtr input); // NOLINT
    static Term of(Operation operation, std::vector<Term> operands);

    double value() const;
    bool is_number() const;       ///< a plain number, no input
    bool is(double number) const; ///< this one

private:
    friend ExplanationPtr recorded(std::string, double, std::string, const Term&, std::string);
    struct Step {
        Operation operation = Operation::number;
        double number = 0;
        ExplanationPtr input;
        size_t operands = 0;
    };
    Term() = default;
    Explanation frozen() const;
    std::vector<Step> m_steps;
};

Term operator+(Term a, Term b);
Term operator-(Term a, Term b);
Term operator*(Term a, Term b);
Term operator/(Term a, Term b);
Term largest(std::vector<Term> terms);
Term smallest(std::vector<Term> terms);
Term sum_of(std::vector<Term> terms); ///< 0 for none
Term to_power(Term base, Term exponent);
Term function(Operation operation, Term operand);
/// min(max(x, low), high).
Term clamped(Term x, Term low, Term high);
/// a + (b − a)·t.
Term interpolated(const Term& a, Term b, Term t);

/// A node whose value is what its formula gives.
ExplanationPtr calculated(std::string name, std::string unit, const Term& formula, std::string source = {});
/// A node whose value a kernel of the model found; the formula says the same.
ExplanationPtr recorded(std::string name, double value, std::string unit, const Term& formula,
                        std::string source = {});
/// A figure that nothing is known of, and why: its value is no number.
ExplanationPtr not_known(std::string name, std::string unit, std::string why = {});
/// A copy of a node with a remark.
ExplanationPtr noted(const ExplanationPtr& node, std::string note);
/// A copy of a node under another name.
ExplanationPtr renamed(const ExplanationPtr& node, std::string name);
/// An input of the model.
ExplanationPtr leaf(std::string name, double value, std::string unit, Origin origin, std::string source = {},
                    std::string sure = "input");

} // namespace roofrack
