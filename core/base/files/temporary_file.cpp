// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/files/temporary_file.h"

#include "core/base/files/companion_name.h"
#include "core/base/files/process_mark.h"

#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <optional>
#include <sys/stat.h>
#include <unistd.h>

namespace roofrack {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view temporary_suffix = ".tmp";

/// The process that made a temporary file of the file with `prefix`, or of one that stands beside it, such as
/// its recovery file; nothing where `name` is another file.
std::optional<ProcessMark> owner_of(std::string_view name, std::string_view prefix) {
    const bool is_beside = name.starts_with('.') && name.substr(1).starts_with(prefix);
    if ((!name.starts_with(prefix) && !is_beside) || !name.ends_with(temporary_suffix)) return {};
    name.remove_prefix(prefix.size());
    if (name.size() <= temporary_suffix.size()) return {};
    name.remove_suffix(temporary_suffix.size());
    const size_t number = name.rfind('.');
    if (number == std::string_view::npos) return {};
    name = name.substr(0, number);
    if (!is_beside) return ProcessMark::parse(name);
    const size_t mark = name.rfind('.');
    return mark == std::string_view::npos ? std::nullopt : ProcessMark::parse(name.substr(mark + 1));
}

/// By the clock of the file system: the one of this host may differ.
bool is_a_day_older(const fs::path& path, const fs::path& reference) {
    struct stat old {
    }, fresh{};
    constexpr time_t day = time_t{24} * 60 * 60; // s
    return lstat(path.c_str(), &old) == 0 && stat(reference.c_str(), &fresh) == 0 &&
           fresh.st_mtim.tv_sec - old.st_mtim.tv_sec > day;
}

} // namespace

TemporaryFile::TemporaryFile(const fs::path& target, mode_t mode) {
    const std::string stem = companion_prefix(target) + this_process().text();
    // O_EXCL: two threads that save the same file at once must not share one.
    constexpr int tries = 100;
    for (int i = 0; i < tries && m_descriptor < 0; ++i) {
        m_name = target.parent_path() / fmt::format("{}.{}{}", stem, i, temporary_suffix);
        m_descriptor = open(m_name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
        if (m_descriptor < 0 && errno != EEXIST) break;
    }
    m_error = m_descriptor < 0 ? errno : 0;
}

TemporaryFile::~TemporaryFile() {
    if (m_descriptor >= 0) close(m_descriptor);
    if (!m_error && !m_renamed) unlink(m_name.c_str());
}

int TemporaryFile::rename_to(const fs::path& target) {
    if (rename(m_name.c_str(), target.c_str()) != 0) return errno;
    m_renamed = true;
    return 0;
}

int write_all(int descriptor, std::string_view contents) {
    while (!contents.empty()) {
        const ssize_t written = write(descriptor, contents.data(), contents.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return errno;
        contents.remove_prefix(static_cast<size_t>(written));
    }
    return fsync(descriptor) == 0 ? 0 : errno;
}

void remove_leftovers(const fs::path& target) {
    const std::string prefix = companion_prefix(target);
    const fs::path folder = target.has_parent_path() ? target.parent_path() : ".";
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
        const auto owner = owner_of(entry->path().filename().native(), prefix);
        if (!owner) continue;
        if (state_of(*owner) == ProcessState::dead || is_a_day_older(entry->path(), target))
            unlink(entry->path().c_str());
    }
}

} // namespace roofrack
