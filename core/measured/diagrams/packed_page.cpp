// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/diagrams/packed_page.h"

#include "core/base/files/base64.h"

#include <array>
#include <fmt/format.h>
#include <optional>
#include <zlib.h>

namespace roofrack {

namespace {

/// Ends the stream of zlib however it is left.
struct InflateStream {
    z_stream stream{};
    bool started = inflateInit2(&stream, -MAX_WBITS) == Z_OK;
    InflateStream() = default;
    InflateStream(const InflateStream&) = delete;
    InflateStream& operator=(const InflateStream&) = delete;
    ~InflateStream() {
        if (started) inflateEnd(&stream);
    }
};

int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

std::string percent_decoded(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (size_t i = 0; i < text.size(); ++i) {
        const bool is_code = text[i] == '%' && i + 2 < text.size() && hex_digit(text[i + 1]) >= 0 &&
                             hex_digit(text[i + 2]) >= 0;
        if (!is_code) {
            out += text[i];
            continue;
        }
        out += static_cast<char>(hex_digit(text[i + 1]) * 16 + hex_digit(text[i + 2]));
        i += 2;
    }
    return out;
}

} // namespace

Result<std::string> unpack_page(std::string_view packed, size_t most) {
    const auto bytes = from_base64(packed);
    if (!bytes) return fail({}, "it is neither XML nor packed as draw.io packs it");
    InflateStream inflater;
    if (!inflater.started) return fail({}, "there is not enough memory to unpack it");
    inflater.stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes->data()));
    inflater.stream.avail_in = static_cast<uInt>(bytes->size());
    std::string out;
    std::array<char, 1 << 16> piece{};
    int state = Z_OK;
    while (state == Z_OK) {
        inflater.stream.next_out = reinterpret_cast<Bytef*>(piece.data());
        inflater.stream.avail_out = static_cast<uInt>(piece.size());
        state = inflate(&inflater.stream, Z_NO_FLUSH);
        out.append(piece.data(), piece.size() - inflater.stream.avail_out);
        if (out.size() > most) return fail({}, fmt::format("it unpacks to more than {} MiB", most >> 20));
    }
    if (state != Z_STREAM_END) return fail({}, "what is packed in it is damaged");
    return percent_decoded(out);
}

} // namespace roofrack
