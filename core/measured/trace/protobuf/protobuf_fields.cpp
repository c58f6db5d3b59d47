// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/trace/protobuf/protobuf_fields.h"

namespace roofrack {

namespace {

uint64_t little_endian(std::string_view bytes) {
    uint64_t value = 0;
    for (size_t i = bytes.size(); i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[i]);
    return value;
}

} // namespace

std::optional<uint64_t> take_varint(std::string_view& text) {
    constexpr size_t longest = 10;
    uint64_t value = 0;
    for (size_t i = 0; i < text.size() && i < longest; ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        value |= static_cast<uint64_t>(byte & 0x7f) << (7 * i);
        if (byte < 0x80) {
            text.remove_prefix(i + 1);
            return value;
        }
    }
    return std::nullopt;
}

bool ProtobufFields::next() {
    if (m_is_broken || m_rest.empty()) return false;
    const auto tag = take_varint(m_rest);
    if (!tag || *tag >> 3 == 0 || *tag >> 3 > 0x1fffffff) return broken();
    m_number = static_cast<uint32_t>(*tag >> 3);
    m_type = static_cast<WireType>(*tag & 7);
    m_integer = 0;
    m_bytes = {};
    size_t size = 0;
    switch (m_type) {
    case WireType::varint: {
        const auto value = take_varint(m_rest);
        if (!value) return broken();
        m_integer = *value;
        return true;
    }
    case WireType::fixed64: size = 8; break;
    case WireType::fixed32: size = 4; break;
    case WireType::bytes: {
        const auto length = take_varint(m_rest);
        if (!length || *length > m_rest.size()) return broken();
        m_bytes = m_rest.substr(0, *length);
        m_rest.remove_prefix(*length);
        return true;
    }
    default: return broken();
    }
    if (m_rest.size() < size) return broken();
    m_integer = little_endian(m_rest.substr(0, size));
    m_rest.remove_prefix(size);
    return true;
}

} // namespace roofrack
