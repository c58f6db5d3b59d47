// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace roofrack {

/// Writes the wire format of Protocol Buffers (protobuf.dev, "Encoding"): just the kinds of field that a
/// Chakra trace needs, so that no generated code and no library is.
class ProtobufWriter {
public:
    const std::string& bytes() const { return m_bytes; }
    void clear() { m_bytes.clear(); }

    void varint(uint64_t value) {
        while (value > 0x7f) {
            m_bytes += static_cast<char>((value & 0x7f) | 0x80);
            value >>= 7;
        }
        m_bytes += static_cast<char>(value);
    }
    void integer(unsigned field, uint64_t value) {
        varint(field << 3);
        varint(value);
    }
    void text(unsigned field, std::string_view value) {
        varint((field << 3) | 2);
        varint(value.size());
        m_bytes += value;
    }
    /// A message inside, or a packed list.
    void nested(unsigned field, const ProtobufWriter& inner) { text(field, inner.bytes()); }
    /// A message of its own in a stream: its length first.
    void delimited(const ProtobufWriter& message) {
        varint(message.bytes().size());
        m_bytes += message.bytes();
    }

private:
    std::string m_bytes;
};

} // namespace roofrack
