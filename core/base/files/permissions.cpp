// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/files/permissions.h"

#include <cerrno>
#include <sys/xattr.h>
#include <unistd.h>

namespace roofrack {

namespace {

constexpr const char* access_list_name = "system.posix_acl_access";

std::string access_list_of(const std::filesystem::path& file) {
    constexpr size_t most = size_t{64} << 10; // most bytes of any extended attribute
    std::string list(most, '\0');
    const ssize_t size = getxattr(file.c_str(), access_list_name, list.data(), list.size());
    list.resize(size > 0 ? static_cast<size_t>(size) : 0);
    return list;
}

/// The new group was among all others before.
mode_t without_group(mode_t mode) {
    const mode_t of_others_too = mode & (mode & S_IRWXO) << 3;
    return (mode & ~mode_t{S_IRWXG | S_ISGID}) | of_others_too;
}

} // namespace

void Permissions::take_from(const std::filesystem::path& file, const struct stat& look) {
    m_source = look;
    m_access_list = access_list_of(file);
}

Permissions Permissions::own() {
    Permissions out;
    out.m_is_settled = true;
    struct stat look {};
    look.st_mode = S_IRUSR | S_IWUSR;
    look.st_uid = geteuid();
    look.st_gid = getegid();
    out.m_source = look;
    return out;
}

Permissions Permissions::like(const std::filesystem::path& original) {
    struct stat look {};
    if (stat(original.c_str(), &look) != 0) return own();
    Permissions out;
    out.m_is_settled = true;
    look.st_mode =
        (look.st_mode & (S_IRUSR | S_IWUSR | S_IRGRP | S_IWGRP | S_IROTH | S_IWOTH)) | S_IRUSR | S_IWUSR;
    out.take_from(original, look);
    return out;
}

Permissions Permissions::for_target(const std::filesystem::path& target) const {
    Permissions out = *this;
    struct stat look {};
    if (!m_is_settled && stat(target.c_str(), &look) == 0) out.take_from(target, look);
    return out;
}

/// Gives the file the access list of the source. Where the source has none, one that the folder gives to its
/// new files is removed.
int Permissions::give_access_list(int descriptor) const {
    if (!m_access_list.empty())
        return fsetxattr(descriptor, access_list_name, m_access_list.data(), m_access_list.size(), 0) == 0
                   ? 0
                   : errno;
    if (fremovexattr(descriptor, access_list_name) == 0 || errno == ENODATA || errno == ENOTSUP) return 0;
    return errno;
}

int Permissions::give(int descriptor) const {
    if (!m_source) return 0;
    mode_t mode = m_source->st_mode & 07777;
    struct stat now {};
    if (fstat(descriptor, &now) != 0) return errno;
    if (now.st_uid != m_source->st_uid || now.st_gid != m_source->st_gid) {
        // Only root may give files away; for all others the file becomes the one who saved it.
        if (fchown(descriptor, m_source->st_uid, m_source->st_gid) != 0 &&
            fchown(descriptor, static_cast<uid_t>(-1), m_source->st_gid) != 0)
            mode = without_group(mode);
        if (fstat(descriptor, &now) != 0) return errno;
        if (now.st_uid != m_source->st_uid) mode &= ~mode_t{S_ISUID};
    }
    // With an access list the group's bits say what it may give, not what the group may do.
    if (give_access_list(descriptor) != 0) mode = without_group(mode);
    return fchmod(descriptor, mode) == 0 ? 0 : errno;
}

} // namespace roofrack
