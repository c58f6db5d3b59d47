// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace roofrack {

/// Tells a process from every other one that may see the same folder, also over a network: its host (with the
/// namespace in which its number counts), its number, and its life, since numbers are used again.
struct ProcessMark {
    uint32_t host = 0; ///< a digest of the host's name and of the namespace
    int32_t pid = 0;
    uint32_t life = 0; ///< a digest of the boot and of the moment in it at which the process began

    /// "HOST-PID-LIFE", fit for the name of a file: at most 28 bytes.
    std::string text() const;
    static std::optional<ProcessMark> parse(std::string_view text);

    friend bool operator==(const ProcessMark&, const ProcessMark&) = default;
};

ProcessMark this_process();

enum class ProcessState {
    alive,
    dead,
    elsewhere, ///< on another host, whose processes cannot be seen
};
ProcessState state_of(const ProcessMark& mark);

} // namespace roofrack
