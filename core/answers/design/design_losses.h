// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/design/design_verdict.h"

namespace roofrack {

/// Designs that one thing keeps out of the ranking.
struct DesignLoss {
    enum class By { limit, goal, rate, standstill };
    By by = By::limit;
    size_t designs = 0; ///< how many there are
    /// "break metered power ≤ 600 kW", "have no $ per million tokens", "do not run or cannot be drawn: no
    /// network".
    std::string reason;

    std::string count_text() const; ///< "1,024"
    std::string text() const;       ///< "1,024 break metered power ≤ 600 kW"
};

/// What designs break or lack: each limit that some break, in the order of the question, then the figure of
/// the goal, then a caution by which they are never the best, then why designs do not run, the most frequent
/// reason first. A design that breaks two limits is counted in both.
std::vector<DesignLoss> design_losses(const DesignQuestion& question, const std::vector<DesignRow>& rows,
                                      const DesignVerdict& verdict);

/// Where no design meets all limits, each of the nearest with what it misses: "“as drawn · 64 GPUs” misses
/// GPUs by 54 (64 of 10)".
std::vector<std::string> nearest_texts(const std::vector<DesignRow>& rows, const DesignVerdict& verdict);

} // namespace roofrack
