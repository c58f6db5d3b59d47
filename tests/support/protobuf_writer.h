// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace roofrack::test {

/// Writes the fields of a protobuf message one behind the other.
class ProtobufWriter {
public:
    ProtobufWriter& number(uint32_t field, int64_t value) {
        varint(field << 3);
        varint(static_cast<uint64_t>(value));
        return *this;
    }
    ProtobufWriter& bytes(uint32_t field, std::string_view inside) {
        varint(field << 3 | 2);
        varint(inside.size());
        m_text += inside;
        return *this;
    }
    ProtobufWriter& message(uint32_t field, const ProtobufWriter& inside) {
        return bytes(field, inside.m_text);
    }
    /// A message behind its length, as in a file of several.
    ProtobufWriter& delimited(const ProtobufWriter& inside) {
        varint(inside.m_text.size());
        m_text += inside.m_text;
        return *this;
    }
    const std::string& text() const { return m_text; }

private:
    void varint(uint64_t value) {
        for (; value >= 0x80; value >>= 7) m_text += static_cast<char>(value | 0x80);
        m_text += static_cast<char>(value);
    }

    std::string m_text;
};

} // namespace roofrack::test
