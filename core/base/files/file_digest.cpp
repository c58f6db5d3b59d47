// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/files/file_digest.h"

#include "core/base/files/foreign_file.h"
#include "core/base/files/run_digest.h"

#include <fmt/format.h>
#include <vector>

namespace roofrack {

namespace {

Result<void> add_file(const std::filesystem::path& path, RunDigest& digest) {
    constexpr size_t piece = size_t{1} << 20;
    auto file = ForeignFile::open(path);
    if (!file) return tl::unexpected(file.error());
    std::vector<char> buffer(piece);
    while (const size_t count = file->read(buffer.data(), buffer.size())) digest.add({buffer.data(), count});
    if (file->failed()) return fail(path.string(), "it cannot be read to its end", "check the disk");
    return {};
}

} // namespace

Result<std::string> file_digest(const std::filesystem::path& path, size_t most_files) {
    RunDigest digest;
    std::error_code none;
    if (!std::filesystem::is_directory(path, none)) {
        if (auto added = add_file(path, digest); !added) return tl::unexpected(added.error());
        return digest.text();
    }
    const auto inside = files_in_folder(path, most_files);
    if (!inside) return tl::unexpected(inside.error());
    if (inside->cut)
        return fail(path.string(), fmt::format("the folder has more than {} files", most_files),
                    "give the folder of one run");
    for (const std::filesystem::path& file : inside->files)
        if (auto added = add_file(file, digest); !added) return tl::unexpected(added.error());
    return digest.text();
}

} // namespace roofrack
