// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/files/recovery_file.h"

#include "core/base/files/atomic_file.h"
#include "core/base/files/companion_name.h"
#include "core/base/files/foreign_file.h"
#include "core/base/files/temporary_file.h"
#include "core/base/units/json_fields.h"

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <fcntl.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>
#include <sys/stat.h>

namespace roofrack {

namespace {

namespace fs = std::filesystem;

constexpr int recovery_version = 1;
constexpr std::string_view recovery_suffix = ".recovery";

/// Names of files may be any bytes, JSON may not.
std::string as_text(const fs::path& path) {
    std::string out;
    for (const char byte : path.native()) {
        const auto value = static_cast<unsigned char>(byte);
        if (value < 0x20 || value >= 0x7f || byte == '%')
            out += fmt::format("%{:02x}", value);
        else
            out += byte;
    }
    return out;
}

fs::path as_path(std::string_view text) {
    std::string out;
    for (size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '%' && i + 2 < text.size()) {
            out += static_cast<char>(std::strtol(std::string(text.substr(i + 1, 2)).c_str(), nullptr, 16));
            i += 2;
        } else {
            out += text[i];
        }
    }
    return out;
}

std::string head_line(const RecoveryNote& note) {
    const nlohmann::ordered_json json = {{"roofrack_recovery", recovery_version},
                                         {"path", as_text(note.original)},
                                         {"title", note.title},
                                         {"saved_at", note.saved_at},
                                         {"owner", note.owner.text()},
                                         {"base", fmt::format("{:016x}", note.base)}};
    return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

Result<RecoveryNote> parse_head(const fs::path& file, std::string_view line) {
    const auto json = json_or_discarded(line);
    const auto broken = [&] {
        return fail(file.string(), "the recovery file is broken",
                    "look into it with a text editor, or discard it");
    };
    if (!json.is_object()) return broken();
    const auto version = json.find("roofrack_recovery");
    if (version == json.end() || !version->is_number_integer()) return broken();
    if (version->get<int64_t>() > recovery_version)
        return fail(file.string(), "the recovery file was written by a newer version of Roofrack",
                    "open it with that version");
    const auto word = [&](const char* key) {
        const auto it = json.find(key);
        return it != json.end() && it->is_string() ? it->get<std::string>() : std::string();
    };
    RecoveryNote note;
    note.original = as_path(word("path"));
    note.title = word("title");
    if (const auto at = json.find("saved_at"); at != json.end() && at->is_number_integer())
        note.saved_at = at->get<int64_t>();
    const auto owner = ProcessMark::parse(word("owner"));
    if (!owner) return broken();
    note.owner = *owner;
    note.base = std::strtoull(word("base").c_str(), nullptr, 16);
    return note;
}

/// ".NAME.MARK.WINDOW.recovery" → the mark.
std::optional<ProcessMark> recovery_owner(std::string_view name) {
    if (!name.ends_with(recovery_suffix)) return {};
    name.remove_suffix(recovery_suffix.size());
    const size_t window = name.rfind('.');
    if (window == std::string_view::npos || window == 0) return {};
    const size_t mark = name.rfind('.', window - 1);
    return mark == std::string_view::npos ? std::nullopt
                                          : ProcessMark::parse(name.substr(mark + 1, window - mark - 1));
}

bool may_be_gone(const fs::path& file, const ProcessMark& owner) {
    const ProcessState state = state_of(owner);
    if (state != ProcessState::elsewhere) return state == ProcessState::dead;
    struct stat look {};
    constexpr time_t quiet = time_t{10} * 60; // s
    return stat(file.c_str(), &look) == 0 && std::abs(time(nullptr) - look.st_mtim.tv_sec) > quiet;
}

std::vector<fs::path> abandoned_in(const fs::path& folder, std::string_view prefix) {
    std::vector<fs::path> out;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
        const std::string name = entry->path().filename().string();
        const auto owner = name.starts_with(prefix) ? recovery_owner(name) : std::nullopt;
        if (owner && may_be_gone(entry->path(), *owner)) out.push_back(entry->path());
    }
    std::ranges::sort(out);
    return out;
}

} // namespace

fs::path recovery_beside(const fs::path& original, int window) {
    std::error_code error;
    const fs::path target = behind_links(original, error);
    return target.parent_path() /
           fmt::format("{}{}.{}{}", companion_prefix(target), this_process().text(), window, recovery_suffix);
}

fs::path recovery_apart(const fs::path& state, const RecoveryNote& note, int window) {
    return state / "recovery" /
           fmt::format("{}{}.{}{}", companion_prefix(note.original.empty() ? "untitled" : note.original),
                       note.owner.text(), window, recovery_suffix);
}

Result<void> write_recovery(const fs::path& file, const RecoveryNote& note, std::string_view text) {
    std::error_code error;
    const bool is_apart = file.parent_path().filename() == "recovery";
    if (is_apart) make_own_folder(file.parent_path());
    std::string all = head_line(note);
    all += text;
    const fs::path original = behind_links(note.original, error);
    auto written =
        write_file_atomically(file, all, is_apart ? Permissions::own() : Permissions::like(original));
    // Each process has a name of its own: what a killed one has left of its is nobody's.
    if (written) remove_leftovers(file.parent_path() / (original.empty() ? "untitled" : original.filename()));
    return written;
}

Result<Recovery> read_recovery(const fs::path& file) {
    constexpr size_t largest = largest_text_file + (size_t{1} << 20); // with its head
    auto read = read_foreign_file(file, largest, "a recovery file");
    if (!read) return tl::unexpected(std::move(read.error()));
    std::string text = std::move(*read);
    const size_t line = std::min(text.find('\n'), text.size());
    auto note = parse_head(file, std::string_view(text).substr(0, line));
    if (!note) return tl::unexpected(std::move(note.error()));
    text.erase(0, line + 1);
    return Recovery{file, std::move(*note), std::move(text)};
}

Result<Recovery> read_recovery_of(const fs::path& file, const fs::path& original) {
    auto recovery = read_recovery(file);
    std::error_code error;
    if (recovery && behind_links(recovery->note.original, error) != behind_links(original, error))
        recovery->note.original = fs::absolute(original, error);
    return recovery;
}

std::vector<fs::path> recoveries_of(const fs::path& original) {
    std::error_code error;
    const fs::path target = behind_links(original, error);
    return abandoned_in(target.has_parent_path() ? target.parent_path() : ".", companion_prefix(target));
}

std::vector<fs::path> recoveries_apart(const fs::path& state) {
    return abandoned_in(state / "recovery", ".");
}

void touch_recovery(const fs::path& file) { utimensat(AT_FDCWD, file.c_str(), nullptr, 0); }

} // namespace roofrack
