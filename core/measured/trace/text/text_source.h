// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/diagnostic.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <stop_token>
#include <string>

namespace roofrack {

/// The text of a file, unpacked on the way when it is gzip (also several members one after the other), zstd,
/// xz, bzip2 or lz4.
class TextSource {
public:
    /// `stop` ends what takes long before any text comes of it, as a damaged gzip that is unpacked once more;
    /// {} where nobody can ask for that.
    static Result<TextSource> open(const std::filesystem::path& path, const std::stop_token& stop);
    TextSource(TextSource&&) noexcept;
    TextSource& operator=(TextSource&&) noexcept;
    ~TextSource();

    /// Fills `to` as far as the file goes; less than `size` only at the end or at a fault.
    size_t read(char* to, size_t size);
    /// Text that was read last: it is read again before all else.
    void put_back(std::string text);
    /// Empty, or why the text ends before the file's own end ("gzip data ends early").
    const std::string& fault() const;
    /// Bytes of the file as stored that were consumed.
    int64_t stored_read() const;

private:
    struct State;
    explicit TextSource(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

} // namespace roofrack
