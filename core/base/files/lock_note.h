// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/files/process_mark.h"

#include <filesystem>
#include <optional>
#include <string>

namespace roofrack {

/// Who has a file open.
struct LockHolder {
    ProcessMark process;
    int window = 0; ///< counts within the process
    std::string host, user;
    int64_t since = 0; ///< s since 1970, by the holder's clock
};

/// A hidden file `.NAME.lock` beside an open file that tells others who has it open. It tells, and stops
/// nobody. Notes of dead processes are taken over; where the folder takes no new file there is none.
class LockNote {
public:
    LockNote() = default;
    LockNote(const LockNote&) = delete;
    LockNote& operator=(const LockNote&) = delete;
    ~LockNote() {
        try {
            release();
        } catch (...) { // no memory: a note of a dead process is taken over
        }
    }

    /// Releases what was held before. Returns who has the file open already; nothing when nobody else has.
    std::optional<LockHolder> take(const std::filesystem::path& file);
    void release();

private:
    std::filesystem::path m_note; ///< empty: none is held
    LockHolder m_own;
};

} // namespace roofrack
