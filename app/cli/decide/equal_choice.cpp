// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/decide/equal_choice.h"

#include "app/cli/base/output.h"

#include <algorithm>
#include <fmt/format.h>

namespace roofrack::cli {

namespace {

EqualBy equal_by_named(const std::string& name) {
    std::string known;
    for (const EqualBy each : equal_bys) {
        if (name == name_of(each)) return each;
        known += fmt::format("{}{}", known.empty() ? "" : ", ", name_of(each));
    }
    throw UsageError{{"--at-equal " + name, "nothing is called so", "one of " + known}};
}

} // namespace

void EqualChoice::add_to(const Command& command) {
    command.add_option("--reference", reference,
                       "the scenario that the others are held against; the first without it");
    command.add_option(
        "--at-equal", at_equal,
        "resize all by whole racks until they meet the reference in power, capital, days, floor "
        "or gpus");
    command.add_flag("--as-drawn", as_drawn, "as large as they are drawn, whatever the project keeps");
    command.add_flag("--same-work", same_work,
                     "all take the model, batch and token budget of the reference first");
    command.add_option("--at", at, "the amount that all meet instead: \"20 MW\", \"600M\", \"90 d\"");
}

void EqualChoice::apply_to(EqualRequest& kept, const std::vector<std::string>& names) const {
    if (!reference.empty()) {
        const auto named = std::ranges::find(names, reference);
        if (named == names.end())
            throw UsageError{{"--reference " + reference, "it is none of the scenarios that are compared",
                              "name one of them"}};
        kept.reference = static_cast<size_t>(named - names.begin());
    }
    if (as_drawn && at_equal)
        throw UsageError{{"--as-drawn", "it contradicts --at-equal", "give one of them"}};
    if (at_equal || as_drawn) kept.at_equal.reset(), kept.amount.reset();
    if (at_equal) kept.at_equal = equal_by_named(*at_equal);
    if (at) {
        if (!kept.at_equal)
            throw UsageError{{"--at", "there is no --at-equal", "say of what it is the amount"}};
        kept.amount = value_or_throw<UsageError>(parse_amount(*kept.at_equal, *at, "--at " + *at));
    }
    kept.same_work |= same_work;
}

void print_sizes(const ComparedSizes& sizes) {
    const std::vector<std::string> sentences = sizes.sentences();
    for (const std::string& each : sentences) print_text("{}\n", each);
    if (!sentences.empty()) print_text("\n");
}

std::vector<std::string> names_of(const ScenarioAnswers& scenarios) {
    std::vector<std::string> out;
    for (const auto& each : scenarios) out.push_back(each->scenario().name);
    return out;
}

} // namespace roofrack::cli
