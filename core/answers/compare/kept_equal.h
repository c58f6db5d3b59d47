// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/compare/equal_scenarios.h"

namespace roofrack {

/// Scenarios made equal as a project keeps it, found once and kept until they are others, or are made equal
/// otherwise; of one thread alone.
class KeptEqual {
public:
    /// made_equal_as_kept(). It stays until it is asked again.
    const Result<EqualScenarios>& of(const std::vector<std::shared_ptr<const Answers>>& scenarios,
                                     const ComparisonChoice& choice, const std::stop_token& stop = {});

private:
    bool is_known(const std::vector<std::shared_ptr<const Answers>>& scenarios,
                  const ComparisonChoice& part) const;

    std::vector<std::shared_ptr<const Answers>> m_asked;
    ComparisonChoice m_part; ///< how they were made equal
    std::optional<Result<EqualScenarios>> m_made;
};

} // namespace roofrack
