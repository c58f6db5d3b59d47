// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/explain/tree/explanation.h"

#include <fmt/format.h>

namespace roofrack {

std::string_view name_of(Origin::Kind kind) {
    constexpr std::string_view names[] = {"calculated", "part",        "default", "plan",    "workload",
                                          "site",       "calibration", "model",   "drawing", "fitted",
                                          "stack",      "figure",      "state",   "bill",    "price list"};
    return names[static_cast<size_t>(kind)];
}

std::string Origin::text() const {
    if (kind == Kind::none) return {};
    std::string out(name_of(kind));
    if (!where.empty()) out += fmt::format(" {}", where);
    if (!key.empty()) out += fmt::format("{} {}", where.empty() ? "" : ":", key);
    return out;
}

std::string Explanation::formula_text() const {
    std::vector<std::string> names;
    for (const ExplanationPtr& input : inputs) names.push_back(input->name);
    return formula.text(names);
}

double Explanation::recomputed() const {
    if (formula.empty()) return value;
    std::vector<double> values;
    for (const ExplanationPtr& input : inputs) values.push_back(input->value);
    return formula.evaluate(values);
}

} // namespace roofrack
