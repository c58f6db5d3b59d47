// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace roofrack {

/// Iterations whose loss is no number.
class NanLosses {
public:
    /// Looks for "loss: nan" or "loss: inf" behind the labels, in a line that tells no number as its loss.
    void look(std::string_view line, const std::vector<std::string_view>& labels, int64_t iteration);
    /// "the loss is NaN or infinite from iteration 11 on"; empty: it is a number wherever it is told.
    std::string text() const;

private:
    int64_t m_first = 0, m_last = 0, m_count = 0;
};

} // namespace roofrack
