// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <sys/stat.h>

namespace roofrack {

/// Who may read and write a file that is to be written. They are never wider than those of the file that they
/// are taken from: where its owner, its group or its access list cannot be given to the new file, what would
/// go to others is left out.
class Permissions {
public:
    /// The permissions of the file that is replaced; those of any new file where there is none.
    static Permissions of_replaced() { return {}; }
    /// The permissions for a copy or a later state of `original`: nobody reads it who may not read the
    /// original, and its owner writes it. Where there is no such file they are own().
    static Permissions like(const std::filesystem::path& original);
    /// The permissions of a file that nobody but the user reads.
    static Permissions own();

    /// These permissions, what is still open in them replaced by those of `target`, where that exists.
    Permissions for_target(const std::filesystem::path& target) const;

    /// What a new file is made with, so that nobody opens it before give().
    mode_t first_mode() const { return m_source ? S_IRUSR | S_IWUSR : ordinary; }
    /// An errno, 0 when it was done.
    int give(int descriptor) const;

private:
    static constexpr mode_t ordinary = 0666; ///< the user's mask takes from it

    void take_from(const std::filesystem::path& file, const struct stat& look);
    int give_access_list(int descriptor) const;

    std::optional<struct stat> m_source; ///< nothing: as any new file
    std::string m_access_list; ///< access list of the source, as the file system keeps it; empty: none
    bool m_is_settled = false; ///< it does not matter what is replaced
};

} // namespace roofrack
