// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/model/finding.h"

#include <algorithm>
#include <utility>

namespace roofrack {

std::string_view name_of(Severity severity) {
    switch (severity) {
    case Severity::critical: return "critical";
    case Severity::warning: return "warning";
    case Severity::info: break;
    }
    return "info";
}

void put_gravest_first(std::vector<Finding>& findings, const std::optional<Resource>& binding) {
    std::ranges::stable_sort(findings, {}, [&](const Finding& each) {
        return std::pair(each.severity, !binding || each.binds != binding);
    });
}

const Finding* gravest_of(const std::vector<Finding>& findings) {
    const auto found = std::ranges::min_element(findings, {}, &Finding::severity);
    return found == findings.end() ? nullptr : &*found;
}

} // namespace roofrack
