// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/files/file_kind.h"

#include "core/base/files/foreign_file.h"

namespace roofrack {

namespace {

constexpr size_t kind_head_bytes = size_t{1} << 20;

/// Whether the JSON object that the text begins with has the key on its outermost level. The text may end
/// early.
bool has_outer_key(std::string_view text, std::string_view key) {
    size_t depth = 0;
    for (size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '{' || c == '[')
            ++depth;
        else if ((c == '}' || c == ']') && depth > 0)
            --depth;
        if (c != '"') continue;
        const size_t begin = i + 1;
        for (++i; i < text.size() && text[i] != '"'; ++i)
            if (text[i] == '\\') ++i;
        if (i >= text.size()) return false;
        if (depth != 1 || text.substr(begin, i - begin) != key) continue;
        const size_t behind = text.find_first_not_of(" \t\r\n", i + 1);
        if (behind != std::string_view::npos && text[behind] == ':') return true;
    }
    return false;
}

bool contains(std::string_view text, std::string_view word) {
    return text.find(word) != std::string_view::npos;
}

} // namespace

FileKind file_kind_of_text(std::string_view head) {
    if (head.starts_with("\xEF\xBB\xBF")) head.remove_prefix(3);
    const size_t first = head.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos) return FileKind::other;
    if (head[first] == '{')
        return has_outer_key(head.substr(first), "scenarios") ? FileKind::project : FileKind::other;
    return contains(head, "algbw") && contains(head, "busbw") ? FileKind::nccl_tests : FileKind::other;
}

FileKind file_kind(const std::filesystem::path& path) {
    auto file = ForeignFile::open(path);
    if (!file) return FileKind::other;
    if (path.native().ends_with(".roofrack.json")) return FileKind::project;
    std::string head(kind_head_bytes, '\0');
    head.resize(file->read(head.data(), head.size()));
    return file_kind_of_text(head);
}

} // namespace roofrack
