// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/files/file_state.h"
#include "core/base/files/permissions.h"
#include "core/base/units/diagnostic.h"

#include <filesystem>
#include <string_view>

namespace roofrack {

/// Replaces the file's contents so that a crash or a full disk leaves the old file or the new one, never a
/// part: a temporary file in the same folder, fsync, rename, fsync of the folder. At no moment may more users
/// read it than `permissions` say. Writes through symbolic links, except for those that write_place()
/// refuses. Temporary files that killed saves of the same file left are removed.
///
/// Where the folder takes no new file but the file may be written, it is written in place: not before the
/// whole old file is kept in `state_folder()/kept` and the disk has room for the new one. When the writing
/// fails, the old file is put back. When the program is killed or the power fails in between, the file may be
/// a part; the copy in that folder is then whole, and stays.
///
/// Returns what was written. Never throws except when memory runs out.
Result<FileState> replace_file(const std::filesystem::path& path, std::string_view contents,
                               const Permissions& permissions = Permissions::of_replaced());
Result<void> write_file_atomically(const std::filesystem::path& path, std::string_view contents,
                                   const Permissions& permissions = Permissions::of_replaced());

/// Where the old file is kept while it is written in place; empty without a state folder.
std::filesystem::path kept_copy_of(const std::filesystem::path& path);

/// The name behind symbolic links: the last one may point to a file that is yet to be made. A link that the
/// kernel does not follow is an error, and so is another user's in a folder that everybody may write to
/// (sticky, as /tmp), whether the kernel forbids it there (fs.protected_symlinks) or not.
std::filesystem::path behind_links(std::filesystem::path path, std::error_code& error);

/// Where a file of this name is written.
struct WritePlace {
    std::filesystem::path target; ///< behind links
    bool exists = false;          ///< an ordinary file stands there
};
/// Fails for links that behind_links() refuses, and for what is no ordinary file: a folder, a pipe, a device.
Result<WritePlace> write_place(const std::filesystem::path& path);

/// Why a file could not be written, and what to do about it. `error`: an errno.
tl::unexpected<Diagnostic> not_written(const std::filesystem::path& path, int error);

} // namespace roofrack
