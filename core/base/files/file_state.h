// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>

namespace roofrack {

/// 64-bit FNV-1a: tells contents apart that were changed by accident, not by an enemy.
uint64_t content_hash(std::string_view contents);

/// What a file was when it was read or written.
struct FileState {
    uint64_t device = 0, inode = 0;
    uint64_t size = 0;       ///< bytes
    int64_t modified_ns = 0; ///< as its file system's clock says
    uint64_t hash = 0;       ///< hash of the contents
    bool is_known = false;   ///< false: no file was read or written yet

    /// All but the hash: what can be asked without reading.
    bool looks_like(const FileState& other) const {
        return device == other.device && inode == other.inode && size == other.size &&
               modified_ns == other.modified_ns;
    }
};

/// The state of an open file, and of its contents, which the caller has.
FileState file_state(int descriptor, std::string_view contents);

/// How a file looks now, without its hash; not known when there is none to be seen.
FileState file_look(const std::filesystem::path& path);

enum class FileChange { none, changed, removed, folder_gone, unreadable };

/// What has become of the file since. `thorough` reads it even when size, time and inode are as they were.
/// A file that was only touched, or replaced by an equal one, is `none`; `known` then takes its new look.
FileChange file_change(const std::filesystem::path& path, FileState& known, bool thorough);

} // namespace roofrack
