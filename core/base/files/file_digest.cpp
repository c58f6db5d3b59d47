// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/files/file_digest.h"

#include "core/base/files/foreign_file.h"

#include <fmt/format.h>
#include <vector>

namespace roofrack {

namespace {

/// FNV-1a as content_hash(), over what is given in pieces.
class Digest {
public:
    void add(const char* bytes, size_t count) {
        for (size_t i = 0; i < count; ++i)
            m_hash = (m_hash ^ static_cast<unsigned char>(bytes[i])) * 0x100000001b3u;
    }
    std::string text() const { return fmt::format("{:016x}", m_hash); }

private:
    uint64_t m_hash = 0xcbf29ce484222325u;
};

Result<void> add_file(const std::filesystem::path& path, Digest& digest) {
    constexpr size_t piece = size_t{1} << 20;
    auto file = ForeignFile::open(path);
    if (!file) return tl::unexpected(file.error());
    std::vector<char> buffer(piece);
    while (const size_t count = file->read(buffer.data(), buffer.size())) digest.add(buffer.data(), count);
    if (file->failed()) return fail(path.string(), "it cannot be read to its end", "check the disk");
    return {};
}

} // namespace

Result<std::string> file_digest(const std::filesystem::path& path) {
    constexpr size_t most_files = 100'000;
    Digest digest;
    std::error_code none;
    if (!std::filesystem::is_directory(path, none)) {
        if (auto added = add_file(path, digest); !added) return tl::unexpected(added.error());
        return digest.text();
    }
    const auto inside = files_in_folder(path, most_files);
    if (!inside) return tl::unexpected(inside.error());
    for (const std::filesystem::path& file : inside->files)
        if (auto added = add_file(file, digest); !added) return tl::unexpected(added.error());
    return digest.text();
}

} // namespace roofrack
