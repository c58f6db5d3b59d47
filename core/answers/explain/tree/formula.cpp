// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/explain/tree/formula.h"

#include "core/step/cost/failures.h"
#include "core/step/cost/stragglers.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>
#include <numeric>

namespace roofrack {

namespace {

/// How an operation is written. Looser binding means a lower level.
struct Spelling {
    Operation operation;
    std::string_view name;
    std::string_view sign; ///< between the operands, or the function before their brackets
    int level;             ///< 4: a function or an operand
};
constexpr Spelling spellings[] = {
    {Operation::input, "input", "", 4},
    {Operation::number, "number", "", 4},
    {Operation::sum, "sum", " + ", 1},
    {Operation::difference, "difference", " - ", 1},
    {Operation::product, "product", " * ", 2},
    {Operation::quotient, "quotient", " / ", 2},
    {Operation::maximum, "maximum", "max", 4},
    {Operation::minimum, "minimum", "min", 4},
    {Operation::power, "power", "^", 3},
    {Operation::square_root, "square_root", "sqrt", 4},
    {Operation::exponential, "exponential", "exp", 4},
    {Operation::exponential_minus_one, "exponential_minus_one", "expm1", 4},
    {Operation::logarithm, "logarithm", "ln", 4},
    {Operation::logarithm_2, "logarithm_2", "log2", 4},
    {Operation::floor, "floor", "floor", 4},
    {Operation::ceiling, "ceiling", "ceil", 4},
    {Operation::expected_maximum, "expected_maximum", "z", 4},
    {Operation::best_interval, "best_interval", "best_interval", 4},
    {Operation::erlang_above, "erlang_above", "P", 4},
};

const Spelling& spelling_of(Operation operation) { return spellings[static_cast<size_t>(operation)]; }

/// A part of a formula as text.
struct Phrase {
    std::string text;
    int level = 4;
};

constexpr size_t longest_list = 8; ///< operands of one sum or extremum that are written out

std::string joined(const std::vector<Phrase>& operands, std::string_view sign) {
    std::string out;
    for (size_t i = 0; i < operands.size(); ++i) {
        if (operands.size() > longest_list && i == 2) {
            out += fmt::format("{}…", sign);
            i = operands.size() - 1;
        }
        out += fmt::format("{}{}", i > 0 ? sign : "", operands[i].text);
    }
    return out;
}

/// The shorter of the usual notation and all digits.
std::string number_text(double number) {
    std::string text = fmt::format("{:g}", number);
    return std::strtod(text.c_str(), nullptr) == number ? text : fmt::format("{:.12g}", number);
}

Phrase phrase(Operation operation, std::vector<Phrase> operands) {
    const Spelling& spelling = spelling_of(operation);
    if (spelling.level == 4) return {fmt::format("{}({})", spelling.sign, joined(operands, ", ")), 4};
    // a - (b + c), a / (b * c), (a^b)^c: the first operand alone needs no brackets at its own level.
    const bool commutes = operation == Operation::sum || operation == Operation::product;
    for (size_t i = 0; i < operands.size(); ++i) {
        const int least = spelling.level + (operation == Operation::power || (i > 0 && !commutes) ? 1 : 0);
        if (operands[i].level < least) operands[i].text = fmt::format("({})", operands[i].text);
    }
    return {joined(operands, spelling.sign), spelling.level};
}

} // namespace

std::string_view name_of(Operation operation) { return spelling_of(operation).name; }

double evaluate(Operation operation, std::span<const double> operands) {
    const auto folded = [&](auto fold) {
        return std::accumulate(operands.begin() + 1, operands.end(), operands.front(), fold);
    };
    assert(!operands.empty());
    switch (operation) {
    case Operation::input:
    case Operation::number: break;
    case Operation::sum: return folded([](double a, double b) { return a + b; });
    case Operation::difference: return operands[0] - operands[1];
    case Operation::product: return folded([](double a, double b) { return a * b; });
    case Operation::quotient: return operands[0] / operands[1];
    case Operation::maximum: return folded([](double a, double b) { return std::max(a, b); });
    case Operation::minimum: return folded([](double a, double b) { return std::min(a, b); });
    case Operation::power: return std::pow(operands[0], operands[1]);
    case Operation::square_root: return std::sqrt(operands[0]);
    case Operation::exponential: return std::exp(operands[0]);
    case Operation::exponential_minus_one: return std::expm1(operands[0]);
    case Operation::logarithm: return std::log(operands[0]);
    case Operation::logarithm_2: return std::log2(operands[0]);
    case Operation::floor: return std::floor(operands[0]);
    case Operation::ceiling: return std::ceil(operands[0]);
    case Operation::expected_maximum: return expected_maximum(operands[0]);
    case Operation::best_interval: return best_interval(operands[0], operands[1]);
    case Operation::erlang_above: return erlang_above(operands[0], operands[1], operands[2]);
    }
    return operands[0];
}

double Formula::evaluate(std::span<const double> inputs) const {
    std::vector<double> stack;
    for (const Step& step : steps) {
        double result = step.number;
        if (step.operation == Operation::input) {
            result = inputs[step.input];
        } else if (step.operation != Operation::number) {
            result = roofrack::evaluate(step.operation, std::span(stack).last(step.operands));
            stack.resize(stack.size() - step.operands);
        }
        stack.push_back(result);
    }
    assert(stack.size() == 1);
    return stack.back();
}

std::string Formula::text(std::span<const std::string> names) const {
    std::vector<Phrase> stack;
    for (const Step& step : steps) {
        Phrase result;
        if (step.operation == Operation::input) {
            result.text = names[step.input];
        } else if (step.operation == Operation::number) {
            result.text = number_text(step.number);
        } else {
            const auto first = stack.end() - static_cast<std::ptrdiff_t>(step.operands);
            std::vector<Phrase> operands(std::make_move_iterator(first),
                                         std::make_move_iterator(stack.end()));
            stack.erase(first, stack.end());
            result = phrase(step.operation, std::move(operands));
        }
        stack.push_back(std::move(result));
    }
    return stack.empty() ? std::string() : std::move(stack.back().text);
}

} // namespace roofrack
