// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/trace/text/text_source.h"

#include "core/base/files/foreign_file.h"
#include "core/measured/trace/text/archive_stream.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>
#include <zlib.h>

namespace roofrack {

namespace {
constexpr size_t input_bytes = size_t{256} << 10;
constexpr int window_bits_gzip = 15 + 16;
} // namespace

struct TextSource::State {
    explicit State(ForeignFile opened)
        : file(std::move(opened)) {}

    ForeignFile file;
    int64_t stored_read = 0;
    std::string fault;
    bool gzip = false, done = false;
    z_stream stream{};
    bool inflating = false;
    std::optional<ArchiveStream> unpacked; ///< where it is compressed, but not by gzip
    std::vector<unsigned char> input;

    ~State() {
        if (inflating) inflateEnd(&stream);
    }

    size_t load(void* to, size_t size) {
        const size_t got = file.read(to, size);
        stored_read += static_cast<int64_t>(got);
        if (file.failed()) fault = "the file cannot be read to its end";
        return got;
    }

    /// More compressed input behind what is left; false at the end of the file.
    bool refill() {
        std::memmove(input.data(), stream.next_in, stream.avail_in);
        const size_t got = load(input.data() + stream.avail_in, input.size() - stream.avail_in);
        stream.next_in = input.data();
        stream.avail_in += static_cast<uInt>(got);
        return got > 0;
    }

    size_t unpack_into(char* to, size_t size) {
        const size_t got = unpacked->read(to, size);
        stored_read = unpacked->stored_read();
        fault = unpacked->fault();
        return got;
    }

    /// After one gzip member: true when another one follows.
    bool next_member() {
        if (stream.avail_in < 2) refill();
        if (stream.avail_in < 2 || stream.next_in[0] != 0x1f || stream.next_in[1] != 0x8b) return false;
        return inflateReset(&stream) == Z_OK;
    }

    size_t inflate_into(char* to, size_t size) {
        size_t filled = 0;
        while (filled < size && !done) {
            if (stream.avail_in == 0 && !refill()) {
                done = true;
                if (fault.empty()) fault = "the gzip data ends early";
                break;
            }
            const auto room =
                static_cast<uInt>(std::min<size_t>(size - filled, std::numeric_limits<uInt>::max()));
            stream.next_out = reinterpret_cast<Bytef*>(to + filled);
            stream.avail_out = room;
            const int status = inflate(&stream, Z_NO_FLUSH);
            filled += room - stream.avail_out;
            const bool stuck = status == Z_BUF_ERROR && stream.avail_in > 0 && stream.avail_out > 0;
            if (status == Z_STREAM_END) {
                done = !next_member();
            } else if (stuck || (status != Z_OK && status != Z_BUF_ERROR)) {
                done = true;
                fault = "the gzip data is damaged";
            }
        }
        return filled;
    }
};

TextSource::TextSource(std::unique_ptr<State> state)
    : m_state(std::move(state)) {}
TextSource::TextSource(TextSource&&) noexcept = default;
TextSource& TextSource::operator=(TextSource&&) noexcept = default;
TextSource::~TextSource() = default;

Result<TextSource> TextSource::open(const std::filesystem::path& path) {
    auto file = ForeignFile::open(path);
    if (!file) return tl::unexpected(file.error());
    auto state = std::make_unique<State>(std::move(*file));
    std::array<char, 6> magic{};
    const std::string_view head(magic.data(), state->file.read(magic.data(), magic.size()));
    state->gzip = head.starts_with("\x1f\x8b");
    state->file.rewind();
    if (begins_compressed(head)) {
        state->unpacked.emplace(std::move(state->file), ArchiveStream::Holds::one_stream);
        if (!state->unpacked->next()) state->fault = state->unpacked->fault();
    }
    if (state->gzip) {
        if (inflateInit2(&state->stream, window_bits_gzip) != Z_OK)
            return fail(path.string(), "gzip cannot be started", "free some memory");
        state->inflating = true;
        state->input.resize(input_bytes);
        state->stream.next_in = state->input.data();
    }
    return TextSource(std::move(state));
}

size_t TextSource::read(char* to, size_t size) {
    if (m_state->unpacked) return m_state->unpack_into(to, size);
    return m_state->gzip ? m_state->inflate_into(to, size) : m_state->load(to, size);
}

const std::string& TextSource::fault() const { return m_state->fault; }
int64_t TextSource::stored_read() const { return m_state->stored_read; }

} // namespace roofrack
