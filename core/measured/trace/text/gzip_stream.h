// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/files/foreign_file.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>

namespace roofrack {

/// The text of a gzip file, of several members one after the other too. ISA-L's igzip unpacks it in a third
/// of zlib's time. Before a fault it gives some text less or more, so what is damaged or cut off is unpacked
/// once more by zlib, whose answer counts.
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
