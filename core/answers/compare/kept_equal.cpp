// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/compare/kept_equal.h"

#include <algorithm>

namespace roofrack {

bool KeptEqual::is_known(const std::vector<std::shared_ptr<const Answers>>& scenarios,
                         const ComparisonChoice& part) const {
    if (!m_made || m_asked != scenarios || m_part != part) return false;
    const auto is_stopped = [](const auto& each) { return each->is_stopped(); };
    return !*m_made || std::ranges::none_of((*m_made)->scenarios, is_stopped);
}

const Result<EqualScenarios>& KeptEqual::of(const std::vector<std::shared_ptr<const Answers>>& scenarios,
                                            const ComparisonChoice& choice, const std::stop_token& stop) {
    ComparisonChoice part = equal_part(choice);
    if (is_known(scenarios, part)) return *m_made;
    m_asked = scenarios;
    m_part = std::move(part);
    m_made = made_equal_as_kept(scenarios, m_part, stop);
    if (stop.stop_requested()) m_asked.clear(); // what was found until then is no answer
    return *m_made;
}

} // namespace roofrack
