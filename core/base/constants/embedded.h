// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/diagnostic.h"

#include <cstdio>
#include <cstdlib>
#include <span>
#include <string_view>
#include <utility>

namespace roofrack {

/// A file of resources/ or samples/ that was compiled into the program.
struct EmbeddedFile {
    std::string_view path; ///< relative to the source tree, e.g. "resources/models/llama3-405b.json"
    std::string_view contents;
};

std::span<const EmbeddedFile> embedded_files();

/// What was read from embedded files. A fault in one is a fault of the build, which its tests would have
/// found: it is told, and the program ends.
template<class T>
T embedded_value(Result<T> read) {
    if (read) return std::move(*read);
    std::fprintf(stderr, "error: %s\n", read.error().text().c_str());
    std::abort();
}

/// What `parse(contents, path)` reads from the embedded file of that path; ends the program as above.
template<class Parse>
auto parse_embedded(std::string_view path, Parse parse) {
    for (const EmbeddedFile& file : embedded_files())
        if (file.path == path) return embedded_value(parse(file.contents, file.path));
    return embedded_value(decltype(parse(path, path))(fail(std::string(path), "is not embedded", "")));
}

} // namespace roofrack
