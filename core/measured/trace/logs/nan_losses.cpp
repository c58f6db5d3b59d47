// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/trace/logs/nan_losses.h"

#include "core/base/units/ascii_text.h"

#include <fmt/format.h>

namespace roofrack {

void NanLosses::look(std::string_view line, const std::vector<std::string_view>& labels, int64_t iteration) {
    for (const std::string_view label : labels)
        for (size_t at = line.find(label); at != std::string_view::npos; at = line.find(label, at + 1)) {
            std::string_view rest = line.substr(at + label.size());
            const size_t value = rest.find_first_not_of(" :=+-");
            if (value == std::string_view::npos) continue;
            const std::string word = lower(rest.substr(value, 3));
            if (word != "nan" && word != "inf") continue;
            if (m_count++ == 0) m_first = iteration;
            m_last = iteration;
            return;
        }
}

std::string NanLosses::text() const {
    if (m_count == 0) return {};
    return m_count == 1 ? fmt::format("the loss is NaN or infinite at iteration {}", m_first)
                        : fmt::format("the loss is NaN or infinite in {} lines, from iteration {} to {}",
                                      m_count, m_first, m_last);
}

} // namespace roofrack
