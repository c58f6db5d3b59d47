// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string_view>

namespace roofrack {

/// A file of resources/ or samples/ that was compiled into the program.
struct EmbeddedFile {
    std::string_view path; ///< relative to the source tree, e.g. "resources/models/llama3-405b.json"
    std::string_view contents;
};

std::span<const EmbeddedFile> embedded_files();

} // namespace roofrack
