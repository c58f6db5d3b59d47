// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/files/may_write.h"

#include "core/base/files/atomic_file.h"

#include <filesystem>

namespace roofrack {

Result<void> may_write(const std::string& path, bool force) {
    const auto place = write_place(path);
    if (!place) return tl::unexpected(place.error());
    if (force || !place->exists) return {}; // a link to nothing yet may be written through
    return fail(path, "exists already", "choose another name, or pass --force");
}

Result<void> may_write_beside(const std::string& path, const std::string& input, bool force) {
    std::error_code error;
    if (std::filesystem::equivalent(path, input, error))
        return fail(path, "is what is read", "choose another name");
    return may_write(path, force);
}

} // namespace roofrack
