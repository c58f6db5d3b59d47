// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/files/companion_name.h"

#include "core/base/files/file_state.h"

#include <cerrno>
#include <cstdlib>
#include <fmt/format.h>
#include <sys/stat.h>

namespace roofrack {

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

std::filesystem::path state_folder() {
    const auto variable = [](const char* name) -> std::filesystem::path {
        const char* const value = std::getenv(name);
        return value && *value == '/' ? value : "";
    };
    if (const auto data = variable("XDG_DATA_HOME"); !data.empty()) return data / "roofrack";
    const auto home = variable("HOME");
    return home.empty() ? home : home / ".local/share/roofrack";
}

void make_own_folder(const std::filesystem::path& folder) {
    if (mkdir(folder.c_str(), S_IRWXU) == 0 || errno != ENOENT || !folder.has_relative_path()) return;
    make_own_folder(folder.parent_path());
    mkdir(folder.c_str(), S_IRWXU);
}

} // namespace roofrack
