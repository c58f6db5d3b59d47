// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/files/kernel_file.h"

#include <algorithm>
#include <array>
#include <linux/magic.h>
#include <sys/vfs.h>

namespace roofrack {

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
