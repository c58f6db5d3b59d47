// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/trace/text/gzip_stream.h"

#include <algorithm>
#include <cstring>
#include <isa-l/igzip_lib.h>
#include <limits>
#include <new>
#include <utility>
#include <vector>
#include <zlib.h>

namespace roofrack {

namespace {

constexpr size_t input_bytes = size_t{256} << 10;
constexpr size_t given_at_once = size_t{256} << 10;
constexpr int window_bits_gzip = 15 + 16;

/// What an unpacker did with its input and output.
enum class Unpacked { more, member, damaged };

class Igzip {
public:
    Igzip() {
        isal_inflate_init(&stream);
        stream.crc_flag = ISAL_GZIP;
    }
    bool begin_member() {
        isal_inflate_reset(&stream);
        stream.crc_flag = ISAL_GZIP;
        return true;
    }
    Unpacked unpack() {
        if (isal_inflate(&stream) < 0) return Unpacked::damaged;
        return stream.block_state == ISAL_BLOCK_FINISH ? Unpacked::member : Unpacked::more;
    }

    inflate_state stream{};
};

class Zlib {
public:
    Zlib() {
        if (inflateInit2(&stream, window_bits_gzip) != Z_OK) throw std::bad_alloc();
    }
    Zlib(const Zlib&) = delete;
    Zlib& operator=(const Zlib&) = delete;
    ~Zlib() { inflateEnd(&stream); }
    bool begin_member() { return inflateReset(&stream) == Z_OK; }
    Unpacked unpack() {
        const int status = inflate(&stream, Z_NO_FLUSH);
        if (status == Z_STREAM_END) return Unpacked::member;
        return status == Z_OK || status == Z_BUF_ERROR ? Unpacked::more : Unpacked::damaged;
    }

    z_stream stream{};
};

} // namespace

struct GzipStream::State {
    State(ForeignFile opened, std::stop_token stop)
        : file(std::move(opened))
        , stopped(std::move(stop))
        , igzip(std::make_unique<Igzip>())
        , input(input_bytes) {
        igzip->stream.next_in = input.data();
    }

    ForeignFile file;
    std::stop_token stopped;
    std::unique_ptr<Igzip> igzip; ///< null once zlib has its place
    std::unique_ptr<Zlib> zlib;
    std::vector<unsigned char> input;
    int64_t delivered = 0, loaded = 0, stored_read = 0;
    std::string fault;
    bool done = false;

    /// More packed input behind what is left; false at the end of the file.
    template<typename Stream>
    bool refill(Stream& stream) {
        std::memmove(input.data(), stream.next_in, stream.avail_in);
        const size_t got = file.read(input.data() + stream.avail_in, input.size() - stream.avail_in);
        if (file.failed()) fault = "the file cannot be read to its end";
        loaded += static_cast<int64_t>(got);
        stored_read = std::max(stored_read, loaded);
        stream.next_in = input.data();
        stream.avail_in += static_cast<uint32_t>(got);
        return got > 0;
    }

    /// After one member: true when another one follows.
    template<typename Unpacker>
    bool next_member(Unpacker& unpacker) {
        auto& stream = unpacker.stream;
        if (stream.avail_in < 2) refill(stream);
        if (stream.avail_in < 2 || stream.next_in[0] != 0x1f || stream.next_in[1] != 0x8b) return false;
        return unpacker.begin_member();
    }

    template<typename Unpacker>
    size_t unpack_into(Unpacker& unpacker, char* to, size_t size) {
        auto& stream = unpacker.stream;
        size_t filled = 0;
        while (filled < size && !done) {
            const auto room =
                static_cast<uint32_t>(std::min<size_t>(size - filled, std::numeric_limits<uint32_t>::max()));
            const auto left = stream.avail_in;
            stream.next_out = reinterpret_cast<unsigned char*>(to + filled);
            stream.avail_out = room;
            const Unpacked unpacked = unpacker.unpack();
            const auto given = room - stream.avail_out;
            const bool stuck = given == 0 && left > 0 && stream.avail_in == left;
            filled += given;
            if (unpacked == Unpacked::damaged || (unpacked == Unpacked::more && stuck)) {
                done = true;
                fault = "the gzip data is damaged";
            } else if (unpacked == Unpacked::member) {
                done = !next_member(unpacker);
            } else if (stream.avail_in == 0 && stream.avail_out > 0 && !refill(stream)) {
                done = true;
                if (fault.empty()) fault = "the gzip data ends early";
            }
        }
        return filled;
    }

    /// Puts zlib in the place of igzip, behind the text that was given before.
    void begin_anew() {
        igzip.reset();
        zlib = std::make_unique<Zlib>();
        zlib->stream.next_in = input.data();
        file.rewind();
        loaded = 0;
        fault.clear();
        done = false;
        std::vector<char> given(given_at_once);
        for (int64_t left = delivered; left > 0 && !done;) {
            const auto size = std::min(given.size(), static_cast<size_t>(left));
            left -= static_cast<int64_t>(unpack_into(*zlib, given.data(), size));
            done = done || stopped.stop_requested();
        }
    }

    size_t read(char* to, size_t size) {
        if (igzip) {
            const size_t filled = unpack_into(*igzip, to, size);
            if (fault.empty()) {
                delivered += static_cast<int64_t>(filled);
                return filled;
            }
            begin_anew();
        }
        return unpack_into(*zlib, to, size);
    }
};

GzipStream::GzipStream(ForeignFile file, std::stop_token stop)
    : m_state(std::make_unique<State>(std::move(file), std::move(stop))) {}
GzipStream::GzipStream(GzipStream&&) noexcept = default;
GzipStream& GzipStream::operator=(GzipStream&&) noexcept = default;
GzipStream::~GzipStream() = default;

size_t GzipStream::read(char* to, size_t size) { return m_state->read(to, size); }
const std::string& GzipStream::fault() const { return m_state->fault; }
int64_t GzipStream::stored_read() const { return m_state->stored_read; }

} // namespace roofrack
