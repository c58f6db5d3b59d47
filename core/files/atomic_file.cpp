// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/atomic_file.h"

#include "core/files/companion_name.h"
#include "core/files/temporary_file.h"
#include "core/files/write_in_place.h"

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
    case ELOOP: return "mend the link";
    default: return "save it elsewhere";
    }
}

/// Permissions and owner of the file that is replaced. An errno, 0 when it was done.
int take_over(int descriptor, const struct stat& old) {
    if (fchmod(descriptor, old.st_mode & 07777) != 0) return errno;
    // Only root may give files away; for all others the file becomes the one who saved it.
    if ((old.st_uid != geteuid() || old.st_gid != getegid()) &&
        fchown(descriptor, old.st_uid, old.st_gid) == 0)
        fchmod(descriptor, old.st_mode & 07777);
    return 0;
}

void sync_folder_of(const fs::path& target) {
    const fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path(".");
    const int descriptor = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) return;
    fsync(descriptor); // some file systems refuse it for folders; the rename has happened all the same
    close(descriptor);
}

Result<FileState> replace_by_rename(const fs::path& path, const fs::path& target, TemporaryFile& temporary,
                                    const struct stat* old, std::string_view contents) {
    if (old)
        if (const int error = take_over(temporary.descriptor(), *old)) return not_written(path, error);
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

Result<FileState> replace_file(const fs::path& path, std::string_view contents) {
    std::error_code link_error;
    const fs::path target = behind_links(path, link_error);
    if (link_error) return not_written(path, link_error.value());
    if (target.filename().empty()) return fail(path.string(), "is not the name of a file", "give one");

    struct stat old {};
    const bool exists = stat(target.c_str(), &old) == 0;
    if (!exists && errno != ENOENT) return not_written(path, errno);
    if (exists && !S_ISREG(old.st_mode))
        return fail(path.string(), S_ISDIR(old.st_mode) ? "is a folder" : "is not an ordinary file",
                    "save it under another name");
    // A rename would replace a file that its owner made read-only.
    if (exists && faccessat(AT_FDCWD, target.c_str(), W_OK, AT_EACCESS) != 0) return not_written(path, errno);

    TemporaryFile temporary(target, 0666);
    const int refused = temporary.error();
    if (!refused) return replace_by_rename(path, target, temporary, exists ? &old : nullptr, contents);
    if (!exists || (refused != EACCES && refused != EPERM)) return not_written(path, refused);
    const fs::path kept = kept_copy_of(target);
    if (kept.empty()) return not_written(path, refused);
    std::error_code no_folder; // said when the copy fails
    fs::create_directories(kept.parent_path(), no_folder);
    return write_in_place(target, contents, kept);
}

Result<void> write_file_atomically(const fs::path& path, std::string_view contents) {
    if (auto written = replace_file(path, contents); !written)
        return tl::unexpected(std::move(written.error()));
    return {};
}

} // namespace roofrack
