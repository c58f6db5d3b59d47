// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/project/older_version.h"

#include "core/base/files/atomic_file.h"

#include <charconv>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <optional>

namespace roofrack {

namespace {

namespace fs = std::filesystem;

std::string text_of_version(const fs::path& path) {
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

/// The schema that a project's text names first. The program writes it before everything else.
std::optional<int> schema_in(std::string_view text) {
    constexpr std::string_view key = "\"schema\"";
    size_t at = text.find(key);
    if (at == std::string_view::npos) return {};
    at = text.find_first_not_of(" \t\r\n:", at + key.size());
    if (at == std::string_view::npos) return {};
    int schema = 0;
    const auto [end, error] = std::from_chars(text.data() + at, text.data() + text.size(), schema);
    return error == std::errc() ? std::optional(schema) : std::nullopt;
}

} // namespace

Result<void> keep_older_version(const fs::path& path, int schema) {
    std::error_code error;
    if (!fs::is_regular_file(path, error)) return {};
    constexpr size_t head = 4096; // bytes
    std::ifstream stream(path, std::ios::binary);
    std::string start(head, '\0');
    stream.read(start.data(), head);
    start.resize(static_cast<size_t>(stream.gcount()));
    const auto old = schema_in(start);
    if (!old || *old >= schema) return {};
    const std::string text = text_of_version(path);
    fs::path kept = path;
    kept += fmt::format(".v{}.bak", *old);
    for (int i = 2; fs::exists(kept, error); ++i) {
        if (text_of_version(kept) == text) return {};
        kept = path;
        kept += fmt::format(".v{}.{}.bak", *old, i);
    }
    auto written = write_file_atomically(kept, text, Permissions::like(path));
    if (!written) written.error().what = "the old version could not be kept: " + written.error().what;
    return written;
}

} // namespace roofrack
