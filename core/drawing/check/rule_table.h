// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/finding.h"

#include <span>
#include <string_view>

namespace roofrack {

/// What a rule looks at: what is drawn; the plan on it, known when the scenario is evaluated; what the run of
/// it waits for, loses or asks of the site, known when that is looked for too.
enum class RuleScope { drawing, plan, run };
std::string_view name_of(RuleScope scope);

/// A rule that findings come from. Findings carry its id, and say in their own words what is found and what
/// to do.
struct Rule {
    std::string_view id; ///< stable: project files waive findings by it
    Severity severity;   ///< the gravest of its findings
    RuleScope scope;
    std::string_view meaning;    ///< one sentence: what is found
    std::string_view mitigation; ///< one sentence: what to do
};

/// All of them, by subject.
std::span<const Rule> rule_table();
/// Nullptr where there is none: every finding has one, so that each can be waived.
const Rule* find_rule(std::string_view id);

} // namespace roofrack
