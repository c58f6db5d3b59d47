// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/files/lock_note.h"

#include "core/base/files/atomic_file.h"
#include "core/base/files/companion_name.h"
#include "core/base/files/foreign_file.h"
#include "core/base/files/permissions.h"
#include "core/base/files/temporary_file.h"
#include "core/base/units/json_fields.h"

#include <atomic>
#include <cerrno>
#include <ctime>
#include <fcntl.h>
#include <nlohmann/json.hpp>
#include <pwd.h>
#include <unistd.h>

namespace roofrack {

namespace {

std::string user_name() {
    passwd entry{}, *found = nullptr;
    char buffer[4096];
    if (getpwuid_r(geteuid(), &entry, buffer, sizeof buffer, &found) == 0 && found) return found->pw_name;
    return std::to_string(geteuid());
}

std::string host_name() {
    char name[256] = {};
    gethostname(name, sizeof name - 1);
    return name;
}

LockHolder this_window() {
    static std::atomic<int> windows = 0;
    return {this_process(), ++windows, host_name(), user_name(), time(nullptr)};
}

std::string note_text(const LockHolder& holder) {
    const nlohmann::ordered_json json = {{"process", holder.process.text()},
                                         {"window", holder.window},
                                         {"host", holder.host},
                                         {"user", holder.user},
                                         {"since", holder.since}};
    return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

/// Nothing when it is no such note.
std::optional<LockHolder> read_note(const std::filesystem::path& path) {
    constexpr size_t longest = 4096;
    const auto text = read_foreign_file(path, longest, "a lock note");
    if (!text) return {};
    const auto json = json_or_discarded(*text);
    if (!json.is_object()) return {};
    const auto word = [&](const char* key) {
        const auto it = json.find(key);
        return it != json.end() && it->is_string() ? it->get<std::string>() : std::string();
    };
    const auto number = [&](const char* key) -> int64_t {
        const auto it = json.find(key);
        return it != json.end() && it->is_number_integer() ? it->get<int64_t>() : 0;
    };
    const auto process = ProcessMark::parse(word("process"));
    if (!process) return {};
    return LockHolder{*process, static_cast<int>(number("window")), word("host"), word("user"),
                      number("since")};
}

/// An errno, 0 when it was done.
int make_note(const std::filesystem::path& path, const Permissions& permissions, const std::string& text) {
    const int descriptor =
        open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, permissions.first_mode());
    if (descriptor < 0) return errno;
    int error = permissions.give(descriptor);
    if (!error) error = write_all(descriptor, text);
    close(descriptor);
    if (error) unlink(path.c_str());
    return error;
}

} // namespace

std::optional<LockHolder> LockNote::take(const std::filesystem::path& file) {
    release();
    std::error_code error;
    const std::filesystem::path target = behind_links(file, error);
    if (error || target.filename().empty()) return {};
    const std::filesystem::path note = target.parent_path() / (companion_prefix(target) + "lock");
    m_own = this_window();
    constexpr int tries = 3; // another may take over the same stale note
    for (int i = 0; i < tries; ++i) {
        const int refused = make_note(note, Permissions::like(target), note_text(m_own));
        if (refused == 0) {
            m_note = std::filesystem::absolute(note, error);
            return {};
        }
        if (refused != EEXIST) return {};
        auto holder = read_note(note);
        if (holder && state_of(holder->process) != ProcessState::dead) return holder;
        if (unlink(note.c_str()) != 0) return {};
    }
    return {};
}

void LockNote::release() {
    if (m_note.empty()) return;
    const auto holder = read_note(m_note);
    if (holder && holder->process == m_own.process && holder->window == m_own.window) unlink(m_note.c_str());
    m_note.clear();
}

} // namespace roofrack
