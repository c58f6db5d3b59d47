// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/files/foreign_file.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>

namespace roofrack {

/// The text of a gzip file, which may have several members one after the other. ISA-L's igzip unpacks it
/// three times as fast as zlib. How much text igzip gives before a fault is not settled, so a file that is
/// damaged or cut off is unpacked once more by zlib, whose answer counts.
class GzipStream {
public:
    /// `stop` ends what zlib does before any text comes of it.
    GzipStream(ForeignFile file, std::stop_token stop);
    GzipStream(GzipStream&&) noexcept;
    GzipStream& operator=(GzipStream&&) noexcept;
    ~GzipStream();

    /// Fills `to` as far as the text goes; less than `size` only at its end or at a fault.
    size_t read(char* to, size_t size);
    /// Empty, or why the text ends before the file's own end.
    const std::string& fault() const;
    /// Bytes of the file as stored that were consumed.
    int64_t stored_read() const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace roofrack
