// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/files/atomic_file.h"
#include "core/base/files/foreign_file.h"
#include "core/measured/interchange/interchange.h"

namespace roofrack {

namespace fs = std::filesystem;

Result<NamedText> read_text_file(const fs::path& path) {
    auto text = read_foreign_file(path, largest_text_file, "a JSON file");
    if (!text) return tl::unexpected(text.error());
    return NamedText{path.string(), std::move(*text)};
}

Result<std::vector<NamedText>> read_text_files(const std::vector<fs::path>& paths) {
    std::vector<NamedText> out;
    for (const fs::path& path : paths) {
        auto file = read_text_file(path);
        if (!file) return tl::unexpected(file.error());
        out.push_back(std::move(*file));
    }
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
        const auto place = write_place(path);
        if (!place) return tl::unexpected(place.error());
        if (!replace && place->exists)
            return fail(path.string(), "exists already", "choose another folder, or pass --force");
        return write_file_atomically(path, contents);
    };
}

} // namespace roofrack
