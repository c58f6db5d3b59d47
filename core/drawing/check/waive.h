// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/waiver.h"
#include "core/drawing/check/rule_table.h"

namespace roofrack {

/// True when the waiver is of the finding's rule and names all its places.
bool covers(const Waiver& waiver, const Finding& finding);

/// A waiver of everything that a finding says.
Waiver waiver_of(const Finding& finding, std::string reason);

/// Names a waiver that waives nothing.
Finding idle_waiver(const Waiver& waiver);

/// Names the waivers of rules of `scope` that cover nothing of what is waived.
std::vector<Finding> idle_waivers(const std::vector<Waiver>& waivers,
                                  const std::vector<WaivedFinding>& waived, RuleScope scope);

/// Removes the waivers that cover the finding; of one that idle_waiver() made, the waivers that it names.
void withdraw_waiver(std::vector<Waiver>& waivers, const Finding& finding);

/// Puts those aside that a waiver covers, whatever its rule looks at, and leaves all others in their order.
/// For findings that come one after the other: a waiver that covers none of them may cover a later one.
Findings set_aside(std::vector<Finding> found, const std::vector<Waiver>& waivers);

/// Puts those aside that a waiver covers, then merges what is alike and sorts. Waivers of rules of `scope`
/// (for drawing: also of unknown rules) that cover nothing are found themselves.
Findings waive(std::vector<Finding> found, const std::vector<Waiver>& waivers, RuleScope scope);

} // namespace roofrack
