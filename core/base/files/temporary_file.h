// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string_view>
#include <sys/types.h>

namespace roofrack {

/// A new file beside `target` that closes itself and is removed, unless it is renamed.
class TemporaryFile {
public:
    /// The file has `mode` less the user's mask. No link is followed.
    TemporaryFile(const std::filesystem::path& target, mode_t mode);
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;
    ~TemporaryFile();

    int error() const { return m_error; } ///< why there is none: an errno, 0 when there is
    int descriptor() const { return m_descriptor; }

    int rename_to(const std::filesystem::path& target); ///< an errno, 0 when it was done

private:
    std::filesystem::path m_name;
    int m_descriptor = -1;
    int m_error = 0;
    bool m_renamed = false;
};

/// Writes all, and waits until it is on the disk. Returns an errno, 0 when it was done.
int write_all(int descriptor, std::string_view contents);

/// Removes what killed saves of the same file, and of what stands beside it, have left: temporary files of
/// processes of this host that are dead, and all that are a day older than the file by the clock of its file
/// system.
void remove_leftovers(const std::filesystem::path& target);

} // namespace roofrack
