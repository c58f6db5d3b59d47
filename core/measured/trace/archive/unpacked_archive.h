// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/diagnostic.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace roofrack {

/// Whether a file is an archive: tar or zip, whatever it is compressed with. Fails where it cannot be opened.
Result<bool> is_archive(const std::filesystem::path& path);

/// The files of an archive in a folder of its own, which goes when this goes.
class UnpackedArchive {
public:
    struct File {
        std::filesystem::path path; ///< where it was unpacked to
        std::string name;           ///< "traces.tar.gz/run/rank0.json"
        int64_t size = 0;           ///< bytes
    };
    /// Called between blocks with the bytes of the archive that were read; false stops.
    using Tick = std::function<bool(int64_t stored_read)>;

    static constexpr size_t most_files = 100'000;

    /// None where the file is no archive (tar or zip, whatever it is compressed with); a failure where it
    /// cannot be unpacked, holds no file, or expands beyond all reason.
    /// Files beyond the first `most` are left out, and fault() says so.
    static Result<std::optional<UnpackedArchive>> open(const std::filesystem::path& path, const Tick& tick,
                                                       size_t most = most_files);
    UnpackedArchive(UnpackedArchive&& other) noexcept;
    UnpackedArchive& operator=(UnpackedArchive&& other) noexcept;
    ~UnpackedArchive();

    const std::vector<File>& files() const { return m_files; }
    /// Empty, or why files are missing: "it ends early".
    const std::string& fault() const { return m_fault; }

private:
    explicit UnpackedArchive(std::filesystem::path folder)
        : m_folder(std::move(folder)) {}

    std::filesystem::path m_folder;
    std::vector<File> m_files;
    std::string m_fault;
};

} // namespace roofrack
