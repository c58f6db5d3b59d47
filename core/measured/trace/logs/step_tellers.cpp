// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/trace/logs/step_tellers.h"

namespace roofrack {

bool StepTellers::is_new(std::string_view tag, int64_t iteration) {
    constexpr size_t most_tags = 100'000;
    tag = tag.substr(0, tag.find_last_not_of(' ') + 1);
    auto own = m_last.find(tag);
    // Its own numbers fall back: the run began again.
    if (own != m_last.end() && iteration < own->second) begin_again();
    own = m_last.find(tag);
    if (own == m_last.end() && m_last.size() < most_tags)
        own = m_last.emplace(std::string(tag), iteration).first;
    if (own != m_last.end()) own->second = iteration;
    if (m_told && iteration <= *m_told) return false;
    m_told = iteration;
    return true;
}

void StepTellers::begin_again() {
    m_last.clear();
    m_told.reset();
}

} // namespace roofrack
