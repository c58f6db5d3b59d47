// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/trace/text/archive_stream.h"

#include <algorithm>
#include <archive.h>
#include <archive_entry.h>
#include <cerrno>
#include <fmt/format.h>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace roofrack {

namespace {

constexpr size_t block_bytes = size_t{256} << 10;

/// The checksum in a header of tar: octal digits, then spaces or nothing.
std::optional<unsigned> octal(std::string_view field) {
    unsigned value = 0;
    bool any = false;
    for (const char c : field) {
        if (c >= '0' && c <= '7') {
            value = value * 8 + static_cast<unsigned>(c - '0');
            any = true;
        } else if (c != ' ' && c != '\0') {
            return std::nullopt;
        } else if (any) {
            break;
        }
    }
    return any ? std::optional<unsigned>(value) : std::nullopt;
}

bool is_tar_header(std::string_view header) {
    constexpr size_t size = 512, checksum_at = 148, checksum_size = 8;
    if (header.size() < size || header[0] == '\0') return false;
    unsigned sum = 0;
    for (size_t i = 0; i < size; ++i)
        sum += i >= checksum_at && i < checksum_at + checksum_size ? static_cast<unsigned>(' ')
                                                                   : static_cast<unsigned char>(header[i]);
    return octal(header.substr(checksum_at, checksum_size)) == sum;
}

} // namespace

struct ArchiveStream::State {
    State(ForeignFile opened, Holds holds)
        : file(std::move(opened))
        , reader(archive_read_new()) {
        if (!reader) {
            fault = "there is no memory to unpack it";
            return;
        }
        // Not all filters: some of libarchive's start other programs.
        archive_read_support_filter_gzip(reader);
        archive_read_support_filter_zstd(reader);
        archive_read_support_filter_xz(reader);
        archive_read_support_filter_bzip2(reader);
        archive_read_support_filter_lz4(reader);
        if (holds == Holds::one_stream) {
            archive_read_support_format_raw(reader);
        } else {
            archive_read_support_format_tar(reader);
            archive_read_support_format_zip_streamable(reader);
        }
        check(archive_read_open(reader, this, nullptr, give_block, nullptr));
    }
    State(const State&) = delete;
    State& operator=(const State&) = delete;
    ~State() {
        if (reader) archive_read_free(reader);
    }

    static la_ssize_t give_block(archive* reader, void* self, const void** block) {
        State& state = *static_cast<State*>(self);
        const size_t got = state.file.read(state.block.data(), state.block.size());
        state.stored_read += static_cast<int64_t>(got);
        if (state.file.failed()) {
            archive_set_error(reader, EIO, "the file cannot be read to its end");
            return -1;
        }
        *block = state.block.data();
        return static_cast<la_ssize_t>(got);
    }

    /// True where libarchive could go on.
    bool check(la_ssize_t status) {
        if (status >= ARCHIVE_WARN) return true;
        const char* why = archive_error_string(reader);
        if (fault.empty()) fault = fmt::format("it cannot be unpacked ({})", why ? why : "damaged");
        return false;
    }

    ForeignFile file;
    archive* reader = nullptr;
    archive_entry* entry = nullptr;
    std::vector<char> block = std::vector<char>(block_bytes);
    int64_t stored_read = 0;
    std::string fault;
};

ArchiveStream::ArchiveStream(ForeignFile file, Holds holds)
    : m_state(std::make_unique<State>(std::move(file), holds)) {}
ArchiveStream::ArchiveStream(ArchiveStream&&) noexcept = default;
ArchiveStream& ArchiveStream::operator=(ArchiveStream&&) noexcept = default;
ArchiveStream::~ArchiveStream() = default;

bool ArchiveStream::next() {
    if (!m_state->fault.empty()) return false;
    const int status = archive_read_next_header(m_state->reader, &m_state->entry);
    return status != ARCHIVE_EOF && m_state->check(status);
}

std::string ArchiveStream::name() const {
    const char* name = archive_entry_pathname(m_state->entry);
    return name ? name : "";
}

bool ArchiveStream::is_file() const {
    return archive_entry_filetype(m_state->entry) == AE_IFREG && !archive_entry_hardlink(m_state->entry);
}

size_t ArchiveStream::read(char* to, size_t size) {
    size_t filled = 0;
    while (filled < size && m_state->fault.empty()) {
        const la_ssize_t got = archive_read_data(m_state->reader, to + filled, size - filled);
        if (!m_state->check(got) || got <= 0) break;
        filled += static_cast<size_t>(got);
    }
    return filled;
}

const std::string& ArchiveStream::fault() const { return m_state->fault; }
int64_t ArchiveStream::stored_read() const { return m_state->stored_read; }

bool begins_as_archive(std::string_view head) {
    return head.starts_with("PK\x03\x04") || is_tar_header(head);
}

bool begins_compressed(std::string_view head) {
    return head.starts_with("\x28\xB5\x2F\xFD") ||
           head.starts_with(std::string_view("\xFD"
                                             "7zXZ\0",
                                             6)) ||
           head.starts_with("BZh") || head.starts_with("\x04\x22\x4D\x18");
}

} // namespace roofrack
