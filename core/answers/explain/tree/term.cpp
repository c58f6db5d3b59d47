// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/explain/tree/term.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace roofrack {

Term::Term(double number) { m_steps.push_back({Operation::number, number, nullptr, 0}); }

Term::Term(ExplanationPtr input) { m_steps.push_back({Operation::input, 0, std::move(input), 0}); }

Term Term::of(Operation operation, std::vector<Term> operands) {
    Term out;
    for (Term& operand : operands)
        out.m_steps.insert(out.m_steps.end(), std::make_move_iterator(operand.m_steps.begin()),
                           std::make_move_iterator(operand.m_steps.end()));
    out.m_steps.push_back({operation, 0, nullptr, operands.size()});
    return out;
}

Explanation Term::frozen() const {
    Explanation out;
    for (const Step& step : m_steps) {
        size_t position = 0;
        if (step.operation == Operation::input) {
            const auto known = std::ranges::find(out.inputs, step.input);
            position = static_cast<size_t>(known - out.inputs.begin());
            if (known == out.inputs.end()) out.inputs.push_back(step.input);
        }
        out.formula.steps.push_back({step.operation, step.number, position, step.operands});
    }
    return out;
}

double Term::value() const { return frozen().recomputed(); }

bool Term::is_number() const { return m_steps.size() == 1 && m_steps.front().operation == Operation::number; }

bool Term::is(double number) const { return is_number() && m_steps.front().number == number; }

// What a number changes nothing in is not written: a plan without recomputation, a group without a launch.
Term operator+(Term a, Term b) {
    if (a.is(0) || b.is(0)) return a.is(0) ? b : a;
    return Term::of(Operation::sum, {std::move(a), std::move(b)});
}
Term operator-(Term a, Term b) {
    if (b.is(0)) return a;
    return Term::of(Operation::difference, {std::move(a), std::move(b)});
}
Term operator*(Term a, Term b) {
    if (a.is(1) || b.is(1)) return a.is(1) ? b : a;
    if (a.is_number() && b.is_number()) return a.value() * b.value();
    return Term::of(Operation::product, {std::move(a), std::move(b)});
}
Term operator/(Term a, Term b) {
    if (b.is(1)) return a;
    return Term::of(Operation::quotient, {std::move(a), std::move(b)});
}
Term largest(std::vector<Term> terms) { return Term::of(Operation::maximum, std::move(terms)); }
Term smallest(std::vector<Term> terms) { return Term::of(Operation::minimum, std::move(terms)); }
Term to_power(Term base, Term exponent) {
    return Term::of(Operation::power, {std::move(base), std::move(exponent)});
}
Term function(Operation operation, Term operand) { return Term::of(operation, {std::move(operand)}); }

Term sum_of(std::vector<Term> terms) {
    if (terms.empty()) return 0;
    return terms.size() == 1 ? std::move(terms.front()) : Term::of(Operation::sum, std::move(terms));
}

Term clamped(Term x, Term low, Term high) {
    return smallest({largest({std::move(x), std::move(low)}), std::move(high)});
}

Term interpolated(const Term& a, Term b, Term t) { return a + (std::move(b) - a) * std::move(t); }

ExplanationPtr recorded(std::string name, double value, std::string unit, const Term& formula,
                        std::string source) {
    Explanation out = formula.frozen();
    out.name = std::move(name);
    out.value = value;
    out.unit = std::move(unit);
    out.source = std::move(source);
    out.sure = "computed";
    return std::make_shared<const Explanation>(std::move(out));
}

ExplanationPtr calculated(std::string name, std::string unit, const Term& formula, std::string source) {
    return recorded(std::move(name), formula.value(), std::move(unit), formula, std::move(source));
}

ExplanationPtr not_known(std::string name, std::string unit, std::string why) {
    return noted(leaf(std::move(name), std::nan(""), std::move(unit), {}, {}, "unknown"), std::move(why));
}

ExplanationPtr noted(const ExplanationPtr& node, std::string note) {
    Explanation out = *node;
    out.note = std::move(note);
    return std::make_shared<const Explanation>(std::move(out));
}

ExplanationPtr renamed(const ExplanationPtr& node, std::string name) {
    Explanation out = *node;
    out.name = std::move(name);
    return std::make_shared<const Explanation>(std::move(out));
}

ExplanationPtr leaf(std::string name, double value, std::string unit, Origin origin, std::string source,
                    std::string sure) {
    Explanation out;
    out.name = std::move(name);
    out.value = value;
    out.unit = std::move(unit);
    out.origin = std::move(origin);
    out.source = std::move(source);
    out.sure = std::move(sure);
    return std::make_shared<const Explanation>(std::move(out));
}

} // namespace roofrack
