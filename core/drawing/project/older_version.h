// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/diagnostic.h"

#include <filesystem>

namespace roofrack {

/// Before a file of an older schema N is overwritten by one of `schema`, it is kept as NAME.vN.bak, or
/// NAME.vN.2.bak … where that name is taken by another. Nothing to do for all other files. Fails when it
/// cannot be kept.
Result<void> keep_older_version(const std::filesystem::path& path, int schema);

} // namespace roofrack
