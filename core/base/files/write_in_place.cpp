// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/files/write_in_place.h"

#include "core/base/files/atomic_file.h"
#include "core/base/files/temporary_file.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <optional>
#include <sys/stat.h>
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

} // namespace

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

} // namespace roofrack
