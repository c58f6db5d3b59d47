// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/files/foreign_file.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace roofrack {

/// What is compressed with zstd, xz, bzip2, lz4 or gzip: the files in a tar or zip, or the one stream of a
/// file that is no archive. Read by libarchive, front to back.
class ArchiveStream {
public:
    enum class Holds { files, one_stream };
    ArchiveStream(ForeignFile file, Holds holds);
    ArchiveStream(ArchiveStream&&) noexcept;
    ArchiveStream& operator=(ArchiveStream&&) noexcept;
    ~ArchiveStream();

    /// Goes to the next file of the archive, or to the stream; false at the end and at a fault.
    bool next();
    /// As the archive has it, with its folders.
    std::string name() const;
    /// True of an ordinary file; links, devices and folders are none.
    bool is_file() const;
    /// Fills `to` as far as the file goes; less than `size` only at its end or at a fault.
    size_t read(char* to, size_t size);
    /// Empty, or why nothing more can be read.
    const std::string& fault() const;
    /// Bytes of the file as stored that were consumed.
    int64_t stored_read() const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

/// True where the text begins as a tar (by its checksum) or a zip.
bool begins_as_archive(std::string_view head);
/// Whether the bytes begin as zstd, xz, bzip2 or lz4 do.
bool begins_compressed(std::string_view head);

} // namespace roofrack
