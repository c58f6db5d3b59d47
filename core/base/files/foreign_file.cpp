// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/files/foreign_file.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>
#include <utility>

namespace roofrack {

namespace fs = std::filesystem;

namespace {

tl::unexpected<Diagnostic> cannot_open(const std::string& where, int error) {
    switch (error) {
    case ENOENT:
    case ENOTDIR: return fail(where, "there is no such file", "check the name");
    case ENXIO: return fail(where, "is not an ordinary file", "name an ordinary file"); // a socket
    case ENAMETOOLONG: return fail(where, "the name is too long", "shorten it");
    case ELOOP: return fail(where, "is a link that leads back to itself", "fix the link");
    default:
        return fail(where, fmt::format("could not be opened: {}", std::strerror(error)),
                    "check its permissions");
    }
}

} // namespace

Result<ForeignFile> ForeignFile::open(const fs::path& path) {
    const std::string where = path.string();
    // A pipe without a writer would block the call.
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    if (descriptor < 0) return cannot_open(where, errno);
    ForeignFile out(descriptor, 0);
    struct stat status = {};
    if (::fstat(descriptor, &status) != 0) return cannot_open(where, errno);
    if (S_ISDIR(status.st_mode)) return fail(where, "is a folder", "name a file in it");
    if (!S_ISREG(status.st_mode)) return fail(where, "is not an ordinary file", "name an ordinary file");
    if (is_kernel_file(descriptor)) return fail(where, "is made up by the kernel", "name an ordinary file");
    out.m_size = status.st_size;
    return out;
}

ForeignFile::ForeignFile(ForeignFile&& other) noexcept
    : m_descriptor(std::exchange(other.m_descriptor, -1))
    , m_size(other.m_size)
    , m_failed(other.m_failed) {}

ForeignFile& ForeignFile::operator=(ForeignFile&& other) noexcept {
    std::swap(m_descriptor, other.m_descriptor);
    std::swap(m_size, other.m_size);
    std::swap(m_failed, other.m_failed);
    return *this;
}

ForeignFile::~ForeignFile() {
    if (m_descriptor >= 0) ::close(m_descriptor);
}

size_t ForeignFile::read(void* to, size_t size) {
    size_t filled = 0;
    while (filled < size) {
        const ssize_t got = ::read(m_descriptor, static_cast<char*>(to) + filled, size - filled);
        if (got < 0 && errno == EINTR) continue;
        m_failed = m_failed || got < 0;
        if (got <= 0) break;
        filled += static_cast<size_t>(got);
    }
    return filled;
}

void ForeignFile::rewind() { m_failed = ::lseek(m_descriptor, 0, SEEK_SET) != 0; }

Result<std::string> read_foreign_file(const fs::path& path, size_t most_bytes, std::string_view expected) {
    auto file = ForeignFile::open(path);
    if (!file) return tl::unexpected(file.error());
    const auto too_large = [&](int64_t size) {
        return fail(
            path.string(),
            fmt::format("has {} MiB, more than the {} MiB of {}", size >> 20, most_bytes >> 20, expected),
            "is it another kind of file?");
    };
    if (file->size() > static_cast<int64_t>(most_bytes)) return too_large(file->size());
    // One byte more than it had: it may have grown.
    std::string text(static_cast<size_t>(file->size()) + 1, '\0');
    for (size_t filled = 0;;) {
        filled += file->read(text.data() + filled, text.size() - filled);
        if (file->failed()) return fail(path.string(), "could not be read", "check the disk");
        if (filled > most_bytes) return too_large(static_cast<int64_t>(filled));
        if (filled == text.size()) {
            text.resize(std::min(2 * filled, most_bytes + 1));
            continue;
        }
        text.resize(filled);
        return text;
    }
}

namespace {

bool is_of_the_kernel(const struct statfs& system) {
    constexpr std::array<long, 9> kinds{PROC_SUPER_MAGIC, SYSFS_MAGIC,        DEBUGFS_MAGIC,
                                        TRACEFS_MAGIC,    CGROUP_SUPER_MAGIC, CGROUP2_SUPER_MAGIC,
                                        SECURITYFS_MAGIC, SELINUX_MAGIC,      BPF_FS_MAGIC};
    return std::ranges::find(kinds, static_cast<long>(system.f_type)) != kinds.end();
}

} // namespace

bool is_kernel_file(int descriptor) {
    struct statfs system = {};
    return ::fstatfs(descriptor, &system) == 0 && is_of_the_kernel(system);
}

bool is_kernel_file(const std::filesystem::path& path) {
    struct statfs system = {};
    return ::statfs(path.c_str(), &system) == 0 && is_of_the_kernel(system);
}

} // namespace roofrack
