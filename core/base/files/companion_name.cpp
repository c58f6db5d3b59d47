// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/files/companion_name.h"

#include "core/base/files/file_state.h"

#include <cerrno>
#include <cstdlib>
#include <fmt/format.h>
#include <sys/stat.h>

namespace roofrack {

namespace {

/// The program's folder in one that `variable` names, else in `usual` of the user's home.
std::filesystem::path own_folder(const char* variable, const char* usual) {
    const auto named = [](const char* name) -> std::filesystem::path {
        const char* const value = std::getenv(name);
        return value && *value == '/' ? value : "";
    };
    if (const auto folder = named(variable); !folder.empty()) return folder / "roofrack";
    const auto home = named("HOME");
    return home.empty() ? home : home / usual / "roofrack";
}

} // namespace

std::string companion_prefix(const std::filesystem::path& file) {
    constexpr size_t longest = 130; // 130 of 255 bytes: two dots, the digest and 100 more fit
    std::string name = file.filename().string();
    if (name.size() > longest) {
        const uint64_t digest = content_hash(name);
        size_t cut = longest;
        while (cut > 0 && (static_cast<unsigned char>(name[cut]) & 0xc0) == 0x80) --cut; // whole letters
        name = fmt::format("{}~{:016x}", name.substr(0, cut), digest);
    }
    return "." + name + ".";
}

std::filesystem::path state_folder() { return own_folder("XDG_DATA_HOME", ".local/share"); }

std::filesystem::path cache_folder() { return own_folder("XDG_CACHE_HOME", ".cache"); }

void make_own_folder(const std::filesystem::path& folder) {
    if (mkdir(folder.c_str(), S_IRWXU) == 0 || errno != ENOENT || !folder.has_relative_path()) return;
    make_own_folder(folder.parent_path());
    mkdir(folder.c_str(), S_IRWXU);
}

} // namespace roofrack
