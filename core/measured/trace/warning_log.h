// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/trace/trace.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace roofrack {

/// Collects the recoverable faults of one file. A fault that repeats is listed up to a limit and then
/// counted, so that a trace with a million odd events does not answer with a million lines.
class WarningLog {
public:
    explicit WarningLog(std::string file)
        : m_file(std::move(file)) {}

    /// `kind` groups repeats; `message` says what is wrong and what was done about it.
    void add(std::string_view kind, int64_t offset, std::string message, size_t listed = 50);
    /// Says once what the file does not tell and no figure needs.
    void note(std::string message);
    /// The warnings by offset, each kind that ran over its limit closed by how many more there are.
    std::vector<TraceWarning> take();

private:
    struct Kind {
        size_t listed = 0, more = 0;
        int64_t next_offset = 0;
    };
    std::string m_file;
    std::vector<TraceWarning> m_warnings;
    std::map<std::string, Kind, std::less<>> m_kinds;
};

} // namespace roofrack
