// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/spreadsheet/zip_writer.h"

#include <archive.h>
#include <archive_entry.h>

namespace roofrack {

struct ZipWriter::Archive {
    std::string bytes;
    archive* writer = archive_write_new();
    std::string fault;

    ~Archive() { archive_write_free(writer); }
    void check(la_ssize_t status) {
        if (status >= ARCHIVE_WARN || !fault.empty()) return;
        const char* const said = archive_error_string(writer);
        fault = said ? said : "the archive cannot be written";
    }
};

namespace {

la_ssize_t append(archive*, void* bytes, const void* piece, size_t size) {
    static_cast<std::string*>(bytes)->append(static_cast<const char*>(piece), size);
    return static_cast<la_ssize_t>(size);
}

constexpr time_t first_day_of_zip = 315532800; // 1980-01-01

} // namespace

ZipWriter::ZipWriter()
    : m_archive(std::make_unique<Archive>()) {
    archive_write_set_format_zip(m_archive->writer);
    m_archive->check(archive_write_set_bytes_in_last_block(m_archive->writer, 1));
    m_archive->check(archive_write_open(m_archive->writer, &m_archive->bytes, nullptr, append, nullptr));
}

ZipWriter::~ZipWriter() = default;

void ZipWriter::add(const std::string& name, std::string_view bytes) {
    const std::unique_ptr<archive_entry, void (*)(archive_entry*)> entry(archive_entry_new(),
                                                                         archive_entry_free);
    archive_entry_set_pathname(entry.get(), name.c_str());
    archive_entry_set_size(entry.get(), static_cast<la_int64_t>(bytes.size()));
    archive_entry_set_filetype(entry.get(), AE_IFREG);
    archive_entry_set_perm(entry.get(), 0644);
    archive_entry_set_mtime(entry.get(), first_day_of_zip, 0);
    m_archive->check(archive_write_header(m_archive->writer, entry.get()));
    m_archive->check(archive_write_data(m_archive->writer, bytes.data(), bytes.size()));
}

Result<std::string> ZipWriter::finish() {
    m_archive->check(archive_write_close(m_archive->writer));
    if (!m_archive->fault.empty())
        return fail({}, "the archive cannot be packed: " + m_archive->fault,
                    "close other programs, try again");
    return std::move(m_archive->bytes);
}

} // namespace roofrack
