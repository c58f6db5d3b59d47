// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace roofrack {

/// What tells the contents of a file of a run from any that it was changed to by accident, at the speed of
/// the memory: FNV-1a of 64 bits over the file's words of 8 bytes (little-endian, the last one filled up with
/// zeros) and then over the number of its bytes. A file in which one word differs never has the same digest.
/// It does not withstand somebody who wants two files to look equal.
class RunDigest {
public:
    /// Pieces of any size, in order.
    void add(std::string_view bytes);
    /// 16 hexadecimal digits.
    std::string text() const;

private:
    void add_word(uint64_t word) { m_hash = (m_hash ^ word) * 0x100000001b3u; }

    uint64_t m_hash = 0xcbf29ce484222325u;
    uint64_t m_bytes = 0;
    uint64_t m_rest = 0; ///< bytes of the word that is not whole yet
};

} // namespace roofrack
