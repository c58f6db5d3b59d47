// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/diagnostic.h"

#include <memory>
#include <string>
#include <string_view>

namespace roofrack {

/// Writes a zip archive in memory, member after member, each packed. The same members are the same bytes,
/// whenever they are written.
class ZipWriter {
public:
    ZipWriter();
    ~ZipWriter();
    ZipWriter(const ZipWriter&) = delete;
    ZipWriter& operator=(const ZipWriter&) = delete;

    void add(const std::string& name, std::string_view bytes);
    /// The archive's bytes. Fails where a member could not be packed.
    Result<std::string> finish();

private:
    struct Archive;
    std::unique_ptr<Archive> m_archive;
};

} // namespace roofrack
