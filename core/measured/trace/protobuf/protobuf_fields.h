// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace roofrack {

/// The wire types of a protobuf field (protobuf.dev/programming-guides/encoding); groups are not read.
enum class WireType : uint8_t { varint = 0, fixed64 = 1, bytes = 2, fixed32 = 5 };

/// Takes a varint off the front of `text`; none where it is cut off or longer than ten bytes.
std::optional<uint64_t> take_varint(std::string_view& text);

/// Walks the fields of one protobuf message that lies in memory:
/// `for (ProtobufFields f(message); f.next();) if (f.number() == 2) name = f.bytes();`
class ProtobufFields {
public:
    explicit ProtobufFields(std::string_view message)
        : m_rest(message) {}

    /// The next field; false at the end and at what is no field.
    bool next();
    /// True where the walk ended at what is no field: a bad tag, a length beyond the message.
    bool is_broken() const { return m_is_broken; }

    uint32_t number() const { return m_number; }
    WireType type() const { return m_type; }
    /// The value of a varint or a fixed field, unsigned; 0 for bytes.
    uint64_t integer() const { return m_integer; }
    int64_t signed_integer() const { return static_cast<int64_t>(m_integer); }
    /// The inside of a string, of bytes or of a message; empty for numbers.
    std::string_view bytes() const { return m_bytes; }

private:
    bool broken() {
        m_is_broken = true;
        return false;
    }

    std::string_view m_rest, m_bytes;
    uint64_t m_integer = 0;
    uint32_t m_number = 0;
    WireType m_type = WireType::varint;
    bool m_is_broken = false;
};

} // namespace roofrack
