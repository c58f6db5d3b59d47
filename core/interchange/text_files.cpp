// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/atomic_file.h"
#include "core/interchange/interchange.h"

#include <fmt/format.h>
#include <fstream>

namespace roofrack {

namespace fs = std::filesystem;

Result<NamedText> read_text_file(const fs::path& path) {
    constexpr uintmax_t largest = 64u << 20;
    NamedText out{path.string(), {}};
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (status.type() == fs::file_type::not_found)
        return fail(out.name, "there is no such file", "check the name");
    if (!fs::is_regular_file(status)) return fail(out.name, "is not an ordinary file", "name a JSON file");
    const uintmax_t size = fs::file_size(path, error);
    if (error) return fail(out.name, "could not be read: " + error.message(), "check its permissions");
    if (size > largest)
        return fail(out.name, fmt::format("has {} MiB, more than the {} MiB read", size >> 20, largest >> 20),
                    "is it another kind of file?");
    std::ifstream stream(path, std::ios::binary);
    if (!stream) return fail(out.name, "could not be opened", "check its permissions");
    out.text.resize(size);
    stream.read(out.text.data(), static_cast<std::streamsize>(size));
    out.text.resize(static_cast<size_t>(stream.gcount()));
    if (stream.bad()) return fail(out.name, "could not be read", "check the disk");
    return out;
}

std::string file_stem(const std::string& path) {
    std::string out = fs::path(path).stem().string();
    for (size_t i = 0; i < out.size();) {
        const auto byte = static_cast<unsigned char>(out[i]);
        const size_t length = byte < 0x20   ? 0
                              : byte < 0x80 ? 1
                              : byte < 0xc2 ? 0
                              : byte < 0xe0 ? 2
                              : byte < 0xf0 ? 3
                              : byte < 0xf5 ? 4
                                            : 0;
        bool whole = length > 0 && i + length <= out.size();
        for (size_t k = 1; whole && k < length; ++k)
            whole = (static_cast<unsigned char>(out[i + k]) & 0xc0) == 0x80;
        // Overlong forms and surrogates.
        if (whole && length == 3 &&
            ((byte == 0xe0 && static_cast<unsigned char>(out[i + 1]) < 0xa0) ||
             (byte == 0xed && static_cast<unsigned char>(out[i + 1]) > 0x9f)))
            whole = false;
        if (whole && length == 4 &&
            ((byte == 0xf0 && static_cast<unsigned char>(out[i + 1]) < 0x90) ||
             (byte == 0xf4 && static_cast<unsigned char>(out[i + 1]) > 0x8f)))
            whole = false;
        if (!whole) out[i] = '_';
        i += whole ? length : 1;
    }
    return out.empty() ? "imported" : out;
}

FileSink folder_sink(const fs::path& folder, bool replace) {
    return [folder, replace](const std::string& name, std::string_view contents) -> Result<void> {
        std::error_code error;
        const fs::path path = folder / name;
        fs::create_directories(path.parent_path(), error);
        if (error)
            return fail(folder.string(), "the folder could not be made: " + error.message(),
                        "choose another folder");
        if (!replace && fs::exists(path, error))
            return fail(path.string(), "exists already", "choose another folder, or pass --force");
        return write_file_atomically(path, contents);
    };
}

} // namespace roofrack
