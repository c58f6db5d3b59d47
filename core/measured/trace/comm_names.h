// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace roofrack {

/// A kernel's name communicates when it holds one of `any`, followed later by one of `then` where `then` is
/// not empty. All text is lower case; names are compared in any case.
struct CommNameRule {
    std::vector<std::string> any, then;
};

/// The one table that tells communication from compute (docs/formats.md, "The exact breakdown"); users add
/// rules to it.
class CommNames {
public:
    /// The default table.
    CommNames();
    void add(CommNameRule rule);
    bool matches(std::string_view kernel_name) const;

private:
    std::vector<CommNameRule> m_rules;
};

} // namespace roofrack
