// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/files/atomic_file.h"

#include "core/base/files/companion_name.h"
#include "core/base/files/temporary_file.h"
#include "core/base/files/write_in_place.h"

#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace roofrack {

namespace {

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
