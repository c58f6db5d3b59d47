// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/trace/protobuf/protobuf_stream.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace roofrack {

namespace {
constexpr size_t longest_varint = 10;
}

ProtobufStream::ProtobufStream(TextSource& source, size_t window_bytes)
    : m_source(source)
    , m_buffer(std::max<size_t>(window_bytes, 4096)) {}

std::nullopt_t ProtobufStream::fail_with(std::string why) {
    if (m_fault.empty()) m_fault = m_source.fault().empty() ? std::move(why) : m_source.fault();
    return std::nullopt;
}

bool ProtobufStream::fill(size_t size) {
    if (m_end - m_begin >= size) return true;
    std::memmove(m_buffer.data(), m_buffer.data() + m_begin, m_end - m_begin);
    m_start += static_cast<int64_t>(m_begin);
    m_end -= std::exchange(m_begin, 0);
    if (m_buffer.size() < size) m_buffer.resize(size);
    while (m_end < size && !m_at_end) {
        const size_t got = m_source.read(m_buffer.data() + m_end, m_buffer.size() - m_end);
        m_at_end = got == 0;
        m_end += got;
    }
    return m_end >= size;
}

std::optional<uint64_t> ProtobufStream::varint() {
    fill(longest_varint); // there may be fewer before the end
    std::string_view text = waiting();
    const size_t before = text.size();
    const auto value = take_varint(text);
    m_begin += before - text.size();
    return value;
}

std::optional<ProtobufStream::Field> ProtobufStream::next(int64_t end) {
    if (!m_fault.empty() || position() >= end) return std::nullopt;
    if (end == end_of_file && !fill(1)) {
        if (!m_source.fault().empty()) return fail_with({});
        return std::nullopt;
    }
    const auto tag = varint();
    if (!tag) return fail_with("the file ends early");
    Field out{static_cast<uint32_t>(*tag >> 3), static_cast<WireType>(*tag & 7), 0};
    if (*tag >> 3 == 0 || *tag >> 3 > 0x1fffffff) return fail_with("it is no protobuf message");
    switch (out.type) {
    case WireType::varint:
    case WireType::bytes: {
        const auto value = varint();
        if (!value) return fail_with("the file ends early");
        out.value = *value;
        break;
    }
    case WireType::fixed64:
    case WireType::fixed32: {
        const auto bytes = take(out.type == WireType::fixed64 ? 8 : 4);
        if (!bytes) return std::nullopt;
        for (size_t i = bytes->size(); i-- > 0;)
            out.value = out.value << 8 | static_cast<unsigned char>((*bytes)[i]);
        break;
    }
    default: return fail_with("it is no protobuf message");
    }
    const bool inside = end == end_of_file || position() <= end;
    if (!inside || (out.type == WireType::bytes &&
                    (out.value > static_cast<uint64_t>(INT64_MAX) - static_cast<uint64_t>(position()) ||
                     (end != end_of_file && end_of(out) > end))))
        return fail_with("a message in it is longer than the one that it lies in");
    return out;
}

std::optional<std::string_view> ProtobufStream::take(uint64_t length) {
    if (!m_fault.empty()) return std::nullopt;
    if (length > longest_taken) {
        skip(length);
        return std::nullopt;
    }
    if (!fill(length)) return fail_with("the file ends early");
    const std::string_view out = waiting().substr(0, length);
    m_begin += length;
    return out;
}

std::optional<uint64_t> ProtobufStream::length() {
    if (!m_fault.empty() || !fill(1)) return std::nullopt;
    const auto out = varint();
    if (!out) return fail_with("the file ends early");
    return out;
}

void ProtobufStream::skip(uint64_t length) {
    while (length > 0 && m_fault.empty()) {
        if (m_begin == m_end && !fill(1)) {
            fail_with("the file ends early");
            return;
        }
        const auto step = std::min<uint64_t>(length, m_end - m_begin);
        m_begin += step;
        length -= step;
    }
}

} // namespace roofrack
