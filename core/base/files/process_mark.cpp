// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/files/process_mark.h"

#include "core/base/files/file_state.h"

#include <cerrno>
#include <charconv>
#include <csignal>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <sys/stat.h>
#include <unistd.h>

namespace roofrack {

namespace {

std::string text_of_proc(const std::string& path) {
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

uint32_t digest32(std::string_view text) {
    const uint64_t hash = content_hash(text);
    return static_cast<uint32_t>(hash ^ (hash >> 32));
}

uint32_t host_digest() {
    char name[256] = {};
    gethostname(name, sizeof name - 1);
    struct stat space {};
    if (stat("/proc/self/ns/pid", &space) != 0) space.st_ino = 0;
    return digest32(fmt::format("{}/{}", name, space.st_ino));
}

/// Nothing when the process is not to be seen: /proc may be hidden, or the process gone.
std::optional<uint32_t> life_digest(pid_t pid) {
    const std::string status = text_of_proc(fmt::format("/proc/{}/stat", pid));
    // The name, in parentheses, may hold anything; the moment of the start is the 20th field after it.
    size_t at = status.rfind(')');
    if (at == std::string::npos) return {};
    for (int field = 0; field < 20; ++field) {
        at = status.find(' ', at + 1);
        if (at == std::string::npos) return {};
    }
    const std::string started = status.substr(at + 1, status.find(' ', at + 1) - at - 1);
    return digest32(text_of_proc("/proc/sys/kernel/random/boot_id") + started);
}

} // namespace

std::string ProcessMark::text() const { return fmt::format("{:08x}-{}-{:08x}", host, pid, life); }

std::optional<ProcessMark> ProcessMark::parse(std::string_view text) {
    ProcessMark mark;
    const char* at = text.data();
    const char* const end = at + text.size();
    const auto number = [&](auto& value, int base) {
        const auto [next, error] = std::from_chars(at, end, value, base);
        if (error != std::errc()) return false;
        at = next;
        return true;
    };
    const auto dash = [&] { return at != end && *at++ == '-'; };
    if (!number(mark.host, 16) || !dash() || !number(mark.pid, 10) || !dash() || !number(mark.life, 16))
        return {};
    if (at != end || mark.pid <= 0) return {};
    return mark;
}

ProcessMark this_process() {
    // Asked again: a fork is another process.
    const pid_t pid = getpid();
    return {host_digest(), pid, life_digest(pid).value_or(0)};
}

ProcessState state_of(const ProcessMark& mark) {
    if (mark.host != host_digest()) return ProcessState::elsewhere;
    if (kill(mark.pid, 0) != 0 && errno == ESRCH) return ProcessState::dead;
    const auto life = life_digest(mark.pid);
    return life && *life != mark.life ? ProcessState::dead : ProcessState::alive;
}

} // namespace roofrack
