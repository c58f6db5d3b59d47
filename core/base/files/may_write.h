// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/diagnostic.h"

#include <string>

namespace roofrack {

/// What a command line says about the file that it names to be written. To be asked before anything is
/// computed. Fails when the file exists and `force` (`--force`) was not given, and for what write_place()
/// refuses.
Result<void> may_write(const std::string& path, bool force);

/// As may_write(), and never over `input`, not even by force: another kind of file would take its place.
Result<void> may_write_beside(const std::string& path, const std::string& input, bool force);

} // namespace roofrack
