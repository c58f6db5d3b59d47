// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <unistd.h>

namespace roofrack::test {

/// While it lives, root works as a user without rights, whom permissions stop.
class WithoutRights {
public:
    WithoutRights()
        : m_was_root(geteuid() == 0) {
        if (m_was_root) m_dropped = setegid(nobody) == 0 && seteuid(nobody) == 0;
    }
    WithoutRights(const WithoutRights&) = delete;
    WithoutRights& operator=(const WithoutRights&) = delete;
    ~WithoutRights() {
        if (!m_was_root) return;
        if (seteuid(0) != 0 || setegid(0) != 0) _exit(99);
    }
    bool is_ordinary_user() const { return !m_was_root || m_dropped; }

private:
    static constexpr uid_t nobody = 65534;
    bool m_was_root;
    bool m_dropped = false;
};

} // namespace roofrack::test
