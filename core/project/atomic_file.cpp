// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/atomic_file.h"

#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace roofrack {

namespace {

namespace fs = std::filesystem;

std::string reason(int error) { return std::generic_category().message(error); }

tl::unexpected<Diagnostic> not_saved(const fs::path& path, int error) {
    const char* fix = "save it elsewhere";
    if (error == ENOSPC || error == EDQUOT) fix = "free some space, or save it elsewhere";
    return fail(path.string(), "could not be saved: " + reason(error), fix);
}

/// A descriptor that closes itself, and a name that is removed, unless released.
class TemporaryFile {
public:
    explicit TemporaryFile(const fs::path& target, mode_t mode) {
        // O_EXCL: two programs that save the same file at once must not share one.
        constexpr int tries = 100;
        for (int i = 0; i < tries && m_descriptor < 0; ++i) {
            m_name =
                target.parent_path() / fmt::format(".{}.{}-{}.tmp", target.filename().string(), getpid(), i);
            m_descriptor = open(m_name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
            if (m_descriptor < 0 && errno != EEXIST) break;
        }
        m_error = m_descriptor < 0 ? errno : 0;
    }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;
    ~TemporaryFile() {
        if (m_descriptor >= 0) close(m_descriptor);
        if (!m_error && !m_renamed) unlink(m_name.c_str());
    }

    int error() const { return m_error; }
    int descriptor() const { return m_descriptor; }

    int write_all(std::string_view contents) {
        while (!contents.empty()) {
            const ssize_t written = write(m_descriptor, contents.data(), contents.size());
            if (written < 0 && errno == EINTR) continue;
            if (written < 0) return errno;
            contents.remove_prefix(static_cast<size_t>(written));
        }
        return fsync(m_descriptor) == 0 ? 0 : errno;
    }
    int rename_to(const fs::path& target) {
        if (rename(m_name.c_str(), target.c_str()) != 0) return errno;
        m_renamed = true;
        return 0;
    }

private:
    fs::path m_name;
    int m_descriptor = -1;
    int m_error = 0;
    bool m_renamed = false;
};

/// Follows links by hand: the last one may point to a file that is yet to be made.
fs::path resolved(fs::path path, std::error_code& error) {
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

} // namespace

Result<void> write_file_atomically(const fs::path& path, std::string_view contents) {
    std::error_code link_error;
    const fs::path target = resolved(path, link_error);
    if (link_error)
        return fail(path.string(), "could not be saved: " + link_error.message(), "mend the link");
    if (target.filename().empty()) return fail(path.string(), "is not the name of a file", "give one");

    struct stat old {};
    const bool exists = stat(target.c_str(), &old) == 0;
    if (exists && !S_ISREG(old.st_mode))
        return fail(path.string(), S_ISDIR(old.st_mode) ? "is a folder" : "is not an ordinary file",
                    "save it under another name");
    // A rename would replace a file that its owner made read-only.
    if (exists && access(target.c_str(), W_OK) != 0) return not_saved(path, errno);

    TemporaryFile temporary(target, 0666);
    if (temporary.error()) return not_saved(path, temporary.error());
    if (exists && fchmod(temporary.descriptor(), old.st_mode & 07777) != 0) return not_saved(path, errno);
    // Only root may give files away; for all others the file becomes the one who saved it.
    if (exists && (old.st_uid != geteuid() || old.st_gid != getegid()) &&
        fchown(temporary.descriptor(), old.st_uid, old.st_gid) == 0)
        fchmod(temporary.descriptor(), old.st_mode & 07777);
    if (const int error = temporary.write_all(contents)) return not_saved(path, error);
    if (const int error = temporary.rename_to(target)) return not_saved(path, error);

    const fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path(".");
    if (const int descriptor = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); descriptor >= 0) {
        fsync(descriptor); // some file systems refuse it for folders; the rename has happened all the same
        close(descriptor);
    }
    return {};
}

} // namespace roofrack
