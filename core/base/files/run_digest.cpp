// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/files/run_digest.h"

#include <bit>
#include <cstring>
#include <fmt/format.h>

namespace roofrack {

static_assert(std::endian::native == std::endian::little, "words are read as they lie in memory");

void RunDigest::add(std::string_view bytes) {
    const auto take_byte = [&] {
        m_rest |= uint64_t{static_cast<unsigned char>(bytes.front())} << (8 * (m_bytes % 8));
        bytes.remove_prefix(1);
        if (++m_bytes % 8 == 0) {
            add_word(m_rest);
            m_rest = 0;
        }
    };
    while (!bytes.empty() && m_bytes % 8 != 0) take_byte();
    for (; bytes.size() >= 8; bytes.remove_prefix(8)) {
        uint64_t word = 0;
        std::memcpy(&word, bytes.data(), 8);
        add_word(word);
        m_bytes += 8;
    }
    while (!bytes.empty()) take_byte();
}

std::string RunDigest::text() const {
    RunDigest whole = *this;
    if (m_bytes % 8 != 0) whole.add_word(m_rest);
    whole.add_word(m_bytes);
    return fmt::format("{:016x}", whole.m_hash);
}

} // namespace roofrack
