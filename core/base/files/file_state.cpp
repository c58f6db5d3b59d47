// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/files/file_state.h"

#include "core/base/files/foreign_file.h"

#include <cerrno>
#include <string>
#include <sys/stat.h>

namespace roofrack {

namespace {

FileState look_of(const struct stat& status) {
    FileState out;
    out.device = status.st_dev;
    out.inode = status.st_ino;
    out.size = static_cast<uint64_t>(status.st_size);
    out.modified_ns = int64_t{status.st_mtim.tv_sec} * 1'000'000'000 + status.st_mtim.tv_nsec;
    out.is_known = true;
    return out;
}

FileChange absence(const std::filesystem::path& path) {
    if (errno != ENOENT && errno != ENOTDIR) return FileChange::unreadable;
    struct stat folder {};
    const std::filesystem::path parent = path.has_parent_path() ? path.parent_path() : ".";
    return stat(parent.c_str(), &folder) == 0 ? FileChange::removed : FileChange::folder_gone;
}

} // namespace

uint64_t content_hash(std::string_view contents) {
    uint64_t hash = 0xcbf29ce484222325u;
    for (const char byte : contents) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3u;
    return hash;
}

FileState file_state(int descriptor, std::string_view contents) {
    struct stat status {};
    if (fstat(descriptor, &status) != 0) return {};
    FileState out = look_of(status);
    out.hash = content_hash(contents);
    return out;
}

FileState file_look(const std::filesystem::path& path) {
    struct stat status {};
    return stat(path.c_str(), &status) == 0 ? look_of(status) : FileState{};
}

FileChange file_change(const std::filesystem::path& path, FileState& known, bool thorough) {
    struct stat status {};
    if (stat(path.c_str(), &status) != 0) return absence(path);
    FileState now = look_of(status);
    if (!thorough && now.looks_like(known)) return FileChange::none;
    const bool size_is_known = known.inode != 0; // else only the hash is
    if (!S_ISREG(status.st_mode) || (size_is_known && now.size != known.size)) return FileChange::changed;
    auto file = ForeignFile::open(path);
    if (!file) return FileChange::unreadable;
    // Nothing as large was ever opened.
    if (now.size > largest_text_file && !size_is_known) return FileChange::changed;
    std::string contents(now.size, '\0');
    if (file->read(contents.data(), contents.size()) < contents.size()) return FileChange::changed;
    now.hash = content_hash(contents);
    if (now.hash != known.hash) return FileChange::changed;
    known = now;
    return FileChange::none;
}

} // namespace roofrack
