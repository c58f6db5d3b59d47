// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/spreadsheet/zip_members.h"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>
#include <memory>

namespace roofrack {

Result<ZipMembers> read_zip(std::string_view bytes, const std::string& where,
                            const std::function<bool(std::string_view name)>& wanted, size_t most_bytes) {
    const std::unique_ptr<archive, int (*)(archive*)> reader(archive_read_new(), archive_read_free);
    archive_read_support_format_zip(reader.get());
    const auto broken = [&] {
        const char* const said = archive_error_string(reader.get());
        return fail(
            where,
            fmt::format("the zip archive in it cannot be read{}{}", said ? ": " : "", said ? said : ""),
            "save it again from the program that made it");
    };
    if (archive_read_open_memory(reader.get(), bytes.data(), bytes.size()) != ARCHIVE_OK) return broken();
    ZipMembers out;
    size_t unpacked = 0;
    constexpr int most_members = 100'000;
    for (int i = 0; i < most_members; ++i) {
        archive_entry* entry = nullptr;
        const int status = archive_read_next_header(reader.get(), &entry);
        if (status == ARCHIVE_EOF) return out;
        if (status < ARCHIVE_WARN) return broken();
        if (archive_entry_is_encrypted(entry))
            return fail(where, "it is encrypted", "save it without a password");
        const char* const name = archive_entry_pathname(entry);
        if (!name || !wanted(name)) continue;
        std::string& text = out[name];
        text.clear();
        for (std::string piece(size_t{1} << 16, '\0');;) {
            const auto size = archive_read_data(reader.get(), piece.data(), piece.size());
            if (size == ARCHIVE_RETRY) continue;
            if (size < 0) return broken();
            if (size == 0) break;
            unpacked += static_cast<size_t>(size);
            if (unpacked > most_bytes)
                return fail(where, fmt::format("it unpacks to more than {} MB", most_bytes >> 20),
                            "give a smaller one");
            text.append(piece.data(), static_cast<size_t>(size));
        }
    }
    return fail(where, "it has more than 100,000 members", "give a smaller one");
}

} // namespace roofrack
