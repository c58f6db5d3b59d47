// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/files/process_mark.h"
#include "core/base/units/diagnostic.h"

#include <filesystem>
#include <string>
#include <vector>

namespace roofrack {

/// What a recovery file says about itself: its first line, before the project's text.
struct RecoveryNote {
    std::filesystem::path original; ///< absolute; empty: the work had no file yet
    std::string title;
    int64_t saved_at = 0; ///< s since 1970
    ProcessMark owner;
    uint64_t base = 0; ///< `content_hash` of the original that was worked on; 0: none
};

struct Recovery {
    std::filesystem::path file;
    RecoveryNote note;
    std::string text; ///< text of the project
};

/// Path of the recovery file beside the original, a hidden file. `window`: number of the window in this
/// process.
std::filesystem::path recovery_beside(const std::filesystem::path& original, int window);
/// Path of the recovery file in the folder `recovery` of `state`, for work that has no file or whose folder
/// takes none.
std::filesystem::path recovery_apart(const std::filesystem::path& state, const RecoveryNote& note,
                                     int window);

/// Writes the file atomically, and makes the folder where it is missing. Nobody reads it who may not read the
/// original; in the folder of `recovery_apart` nobody reads it but the user.
Result<void> write_recovery(const std::filesystem::path& file, const RecoveryNote& note,
                            std::string_view text);

/// Fails for a file that is broken, of a newer version, or larger than 65 MiB.
Result<Recovery> read_recovery(const std::filesystem::path& file);
/// One that lies beside `original` is of that file whatever it says: it may have come with it from elsewhere.
Result<Recovery> read_recovery_of(const std::filesystem::path& file, const std::filesystem::path& original);

/// The recovery files whose process may be gone: not those of living ones of this host, nor those of other
/// hosts that were touched within ten minutes. Broken ones are among them.
std::vector<std::filesystem::path> recoveries_of(const std::filesystem::path& original);
std::vector<std::filesystem::path> recoveries_apart(const std::filesystem::path& state);

/// Renews the time of the file, by which other hosts know that its process lives; called every few minutes.
void touch_recovery(const std::filesystem::path& file);

} // namespace roofrack
