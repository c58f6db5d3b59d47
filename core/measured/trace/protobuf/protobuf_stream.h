// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/trace/protobuf/protobuf_fields.h"
#include "core/measured/trace/text/text_source.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace roofrack {

/// Reads the fields of protobuf messages of any size through a window; messages that are small are handed
/// out whole. After an inner message's field was given out, its bytes are to be taken(), skipped, or walked
/// with next() up to end_of() it.
class ProtobufStream {
public:
    struct Field {
        uint32_t number = 0;
        WireType type = WireType::varint;
        uint64_t value = 0; ///< the value of a number; the length of bytes, which are next
    };
    /// The end of the outermost message, whose length is not known.
    static constexpr int64_t end_of_file = INT64_MAX;
    /// The longest message that take() gives.
    static constexpr uint64_t longest_taken = uint64_t{16} << 20;

    ProtobufStream(TextSource& source, size_t window_bytes);

    /// The offset of the next byte.
    int64_t position() const { return m_start + static_cast<int64_t>(m_begin); }
    /// The field that begins here; none at `end`, at the end of the file, and at a fault.
    std::optional<Field> next(int64_t end);
    int64_t end_of(const Field& message) const { return position() + static_cast<int64_t>(message.value); }
    /// The next `length` bytes, valid until the next call; none where the file ends before, or beyond
    /// longest_taken: these are then passed over.
    std::optional<std::string_view> take(uint64_t length);
    /// A length as it stands before a message in a file of several messages.
    std::optional<uint64_t> length();
    void skip(uint64_t length);
    /// Empty, or why nothing more can be read.
    const std::string& fault() const { return m_fault; }

private:
    std::string_view waiting() const { return {m_buffer.data() + m_begin, m_end - m_begin}; }
    /// True when `size` bytes wait.
    bool fill(size_t size);
    std::optional<uint64_t> varint();
    std::nullopt_t fail_with(std::string why);

    TextSource& m_source;
    std::vector<char> m_buffer;
    size_t m_begin = 0, m_end = 0;
    int64_t m_start = 0; ///< offset of the buffer's first byte
    bool m_at_end = false;
    std::string m_fault;
};

} // namespace roofrack
