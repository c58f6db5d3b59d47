// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/files/process_mark.h"

#include <sys/wait.h>
#include <unistd.h>

namespace roofrack::test {

/// The mark of a process that has ended.
inline ProcessMark dead_process() {
    int line[2];
    if (::pipe(line) != 0) return {};
    const pid_t child = fork();
    if (child == 0) {
        const ProcessMark own = this_process();
        _exit(::write(line[1], &own, sizeof own) == sizeof own ? 0 : 1);
    }
    ProcessMark mark;
    const bool read_all = ::read(line[0], &mark, sizeof mark) == sizeof mark;
    waitpid(child, nullptr, 0);
    close(line[0]);
    close(line[1]);
    return read_all ? mark : ProcessMark{};
}

} // namespace roofrack::test
