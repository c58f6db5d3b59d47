// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/trace/warning_log.h"

#include <algorithm>
#include <fmt/format.h>

namespace roofrack {

void WarningLog::add(std::string_view kind, int64_t offset, std::string message, size_t listed) {
    auto found = m_kinds.find(kind);
    if (found == m_kinds.end()) found = m_kinds.emplace(std::string(kind), Kind{}).first;
    Kind& seen = found->second;
    if (seen.listed < listed) {
        ++seen.listed;
        m_warnings.push_back({m_file, offset, std::move(message)});
        return;
    }
    if (seen.more++ == 0) seen.next_offset = offset;
}

void WarningLog::note(std::string message) { m_warnings.push_back({m_file, 0, std::move(message), true}); }

std::vector<TraceWarning> WarningLog::take() {
    for (const auto& [kind, seen] : m_kinds)
        if (seen.more > 0)
            m_warnings.push_back(
                {m_file, seen.next_offset, fmt::format("{}: {} more from here on", kind, seen.more)});
    m_kinds.clear();
    std::stable_sort(m_warnings.begin(), m_warnings.end(),
                     [](const TraceWarning& a, const TraceWarning& b) { return a.offset < b.offset; });
    return std::move(m_warnings);
}

} // namespace roofrack
