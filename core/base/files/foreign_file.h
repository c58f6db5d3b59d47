// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/diagnostic.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace roofrack {

/// A file that somebody else wrote, open for reading. Only ordinary files are opened, so that no pipe, device
/// or file of the kernel's own can block the program or feed it without end. What is checked is what was
/// opened, not its name.
class ForeignFile {
public:
    static Result<ForeignFile> open(const std::filesystem::path& path);
    ForeignFile(ForeignFile&& other) noexcept;
    ForeignFile& operator=(ForeignFile&& other) noexcept;
    ~ForeignFile();

    /// Bytes, when it was opened.
    int64_t size() const { return m_size; }
    /// Fills `to` as far as the file goes; less than `size` only at the end or at a fault.
    size_t read(void* to, size_t size);
    bool failed() const { return m_failed; }
    void rewind();

private:
    ForeignFile(int descriptor, int64_t size)
        : m_descriptor(descriptor)
        , m_size(size) {}

    int m_descriptor = -1;
    int64_t m_size = 0;
    bool m_failed = false;
};

/// The whole of an ordinary file of at most `most_bytes`. `expected` says in messages what it should be: "a
/// project".
Result<std::string> read_foreign_file(const std::filesystem::path& path, size_t most_bytes,
                                      std::string_view expected);

/// What read_foreign_file() is mostly asked for.
inline constexpr size_t largest_text_file = size_t{64} << 20;

/// The ordinary files in a folder and its folders, sorted.
struct FolderFiles {
    std::vector<std::filesystem::path> files;
    bool cut = false; ///< there are more than were asked for
};

/// Links to folders are not followed, nor are folders entered that may not be or that the kernel makes up
/// (/proc). Fails when the folder itself is such a one.
Result<FolderFiles> files_in_folder(const std::filesystem::path& folder, size_t most);

/// Whether the kernel makes the file or folder up (/proc, /sys): reading such may block, never end, or change
/// something.
bool is_kernel_file(int descriptor);
bool is_kernel_file(const std::filesystem::path& path);

} // namespace roofrack
