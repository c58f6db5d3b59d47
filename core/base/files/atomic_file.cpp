// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/files/atomic_file.h"

#include "core/base/files/companion_name.h"
#include "core/base/files/file_state.h"
#include "core/base/files/temporary_file.h"
#include "core/base/units/diagnostic.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <optional>
#include <string_view>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace roofrack {

namespace {

class OpenFile {
public:
    explicit OpenFile(const std::filesystem::path& path)
        : m_descriptor(open(path.c_str(), O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)) {}
    OpenFile(const OpenFile&) = delete;
    OpenFile& operator=(const OpenFile&) = delete;
    ~OpenFile() {
        if (m_descriptor >= 0) close(m_descriptor);
    }
    int descriptor() const { return m_descriptor; }

private:
    int m_descriptor;
};

/// Sets `errno` where there is nothing.
std::optional<std::string> all_of(int descriptor) {
    struct stat status {};
    if (fstat(descriptor, &status) != 0) return {};
    std::string out(static_cast<size_t>(status.st_size), '\0');
    size_t at = 0;
    while (at < out.size()) {
        const ssize_t got = pread(descriptor, out.data() + at, out.size() - at, static_cast<off_t>(at));
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return {};
        if (got == 0) break;
        at += static_cast<size_t>(got);
    }
    out.resize(at);
    return out;
}

/// An errno, 0 when it was done.
int overwrite(int descriptor, std::string_view contents) {
    if (lseek(descriptor, 0, SEEK_SET) < 0) return errno;
    if (const int error = write_all(descriptor, contents)) return error;
    if (ftruncate(descriptor, static_cast<off_t>(contents.size())) != 0) return errno;
    return fsync(descriptor) == 0 ? 0 : errno;
}

/// Room for what comes is taken before anything is written. Not every file system can say so.
int reserve(int descriptor, size_t size) {
    const int error = posix_fallocate(descriptor, 0, static_cast<off_t>(size));
    return error == EOPNOTSUPP || error == EINVAL ? 0 : error;
}

/// The copy that an earlier, killed save has left is not replaced by the part that it wrote.
std::filesystem::path free_name(const std::filesystem::path& wanted) {
    std::filesystem::path name = wanted;
    struct stat status {};
    for (int i = 2; lstat(name.c_str(), &status) == 0; ++i) {
        name = wanted;
        name += fmt::format(".{}", i);
    }
    return name;
}

/// Writes over an existing file whose folder takes no new ones, with the guarantees of `replace_file`.
/// `copy`: where the old file is kept meanwhile; a number is added when the name is taken.
Result<FileState> write_in_place(const std::filesystem::path& path, std::string_view contents,
                                 const std::filesystem::path& copy) {
    const std::filesystem::path kept = free_name(copy);
    const OpenFile file(path);
    if (file.descriptor() < 0) return not_written(path, errno);
    struct stat look {};
    if (fstat(file.descriptor(), &look) != 0) return not_written(path, errno);
    if (!S_ISREG(look.st_mode)) return not_written(path, EINVAL); // it was another when it was looked at
    const auto old = all_of(file.descriptor());
    if (!old) return not_written(path, errno);
    if (const auto copied = write_file_atomically(kept, *old, Permissions::own()); !copied)
        return fail(
            path.string(),
            fmt::format("its folder takes no new file, and the old contents could not be kept in {}: {}",
                        kept.string(), copied.error().what),
            "save it elsewhere");
    int error = reserve(file.descriptor(), std::max(contents.size(), old->size()));
    if (!error) error = overwrite(file.descriptor(), contents);
    if (!error) {
        unlink(kept.c_str());
        return file_state(file.descriptor(), contents);
    }
    if (overwrite(file.descriptor(), *old) != 0)
        return fail(path.string(), not_written(path, error).value().what,
                    fmt::format("the old contents are kept in {}; save it elsewhere", kept.string()));
    unlink(kept.c_str());
    return not_written(path, error);
}

namespace fs = std::filesystem;

const char* what_to_do(int error) {
    switch (error) {
    case ENOSPC:
    case EDQUOT:
    case EFBIG: return "free some space, or save it elsewhere";
    case EACCES:
    case EPERM:
    case EROFS: return "get the right to write there, or save it elsewhere";
    case ENOENT:
    case ENOTDIR: return "make the folder, or save it elsewhere";
    case ENAMETOOLONG: return "choose a shorter name";
    case ELOOP: return "fix the link";
    default: return "save it elsewhere";
    }
}

void sync_folder_of(const fs::path& target) {
    const fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path(".");
    const int descriptor = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) return;
    fsync(descriptor); // some file systems refuse it for folders; the rename has happened all the same
    close(descriptor);
}

/// What the kernel refuses where fs.protected_symlinks is set: a link that others may have laid as a trap.
bool is_others_in_open_folder(const fs::path& link) {
    const fs::path folder = link.has_parent_path() ? link.parent_path() : fs::path(".");
    struct stat of_link {
    }, of_folder{};
    if (lstat(link.c_str(), &of_link) != 0 || stat(folder.c_str(), &of_folder) != 0) return false;
    const bool is_open = (of_folder.st_mode & S_ISVTX) && (of_folder.st_mode & S_IWOTH);
    return is_open && of_link.st_uid != geteuid() && of_link.st_uid != of_folder.st_uid;
}

/// An errno, 0 when it may be followed.
int refusal_of(const fs::path& link) {
    if (is_others_in_open_folder(link)) return EACCES;
    struct stat behind {};
    return stat(link.c_str(), &behind) == 0 || errno == ENOENT ? 0 : errno;
}

Result<FileState> replace_by_rename(const fs::path& path, const fs::path& target, TemporaryFile& temporary,
                                    const Permissions& permissions, std::string_view contents) {
    if (const int error = permissions.give(temporary.descriptor())) return not_written(path, error);
    if (const int error = write_all(temporary.descriptor(), contents)) return not_written(path, error);
    const FileState written = file_state(temporary.descriptor(), contents);
    if (const int error = temporary.rename_to(target)) return not_written(path, error);
    sync_folder_of(target);
    remove_leftovers(target);
    return written;
}

} // namespace

tl::unexpected<Diagnostic> not_written(const fs::path& path, int error) {
    return fail(path.string(), std::generic_category().message(error), what_to_do(error));
}

fs::path behind_links(fs::path path, std::error_code& error) {
    constexpr int most_links = 40; // as Linux
    for (int i = 0; i < most_links; ++i) {
        std::error_code not_a_link;
        if (!fs::is_symlink(fs::symlink_status(path, not_a_link))) return path;
        if (const int refused = refusal_of(path)) {
            error = {refused, std::generic_category()};
            return path;
        }
        const fs::path to = fs::read_symlink(path, error);
        if (error) return path;
        path = to.is_absolute() ? to : path.parent_path() / to;
    }
    error = std::make_error_code(std::errc::too_many_symbolic_link_levels);
    return path;
}

fs::path kept_copy_of(const fs::path& path) {
    const fs::path folder = state_folder();
    if (folder.empty()) return {};
    std::error_code error;
    const fs::path whole = fs::absolute(path, error);
    return folder / "kept" /
           fmt::format("{:016x}{}json", content_hash(whole.native()), companion_prefix(whole));
}

Result<WritePlace> write_place(const fs::path& path) {
    std::error_code refused, not_a_link;
    WritePlace out{behind_links(path, refused)};
    if (refused.value() == EACCES && fs::is_symlink(fs::symlink_status(out.target, not_a_link)))
        return fail(path.string(), "is a link that may not be followed: another user's in a shared folder",
                    "name the file behind it, or another one");
    if (refused) return not_written(path, refused.value());
    if (out.target.filename().empty()) return fail(path.string(), "is not the name of a file", "give one");
    struct stat look {};
    // A link that was put there since is not followed either.
    out.exists = lstat(out.target.c_str(), &look) == 0;
    if (!out.exists && errno != ENOENT) return not_written(path, errno);
    if (out.exists && !S_ISREG(look.st_mode))
        return fail(path.string(), S_ISDIR(look.st_mode) ? "is a folder" : "is not an ordinary file",
                    "save it under another name");
    return out;
}

Result<FileState> replace_file(const fs::path& path, std::string_view contents,
                               const Permissions& permissions) {
    const auto place = write_place(path);
    if (!place) return tl::unexpected(place.error());
    const fs::path& target = place->target;
    // A rename would replace a file that its owner made read-only.
    if (place->exists && faccessat(AT_FDCWD, target.c_str(), W_OK, AT_EACCESS) != 0)
        return not_written(path, errno);

    const Permissions given = permissions.for_target(target);
    TemporaryFile temporary(target, given.first_mode());
    const int refused = temporary.error();
    if (!refused) return replace_by_rename(path, target, temporary, given, contents);
    if (!place->exists || (refused != EACCES && refused != EPERM)) return not_written(path, refused);
    const fs::path kept = kept_copy_of(target);
    if (kept.empty()) return not_written(path, refused);
    make_own_folder(kept.parent_path()); // when it fails, so does the copy
    return write_in_place(target, contents, kept);
}

Result<void> write_file_atomically(const fs::path& path, std::string_view contents,
                                   const Permissions& permissions) {
    if (auto written = replace_file(path, contents, permissions); !written)
        return tl::unexpected(std::move(written.error()));
    return {};
}

} // namespace roofrack
