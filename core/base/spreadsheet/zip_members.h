// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/diagnostic.h"

#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace roofrack {

/// What stands in a zip archive, by name.
using ZipMembers = std::map<std::string, std::string, std::less<>>;

/// Unpacks the members that `wanted` names. Fails on what is no zip archive, on an encrypted one, and above
/// `most_bytes` unpacked, so that a small file cannot fill the memory. `where`: its path, for messages.
Result<ZipMembers> read_zip(std::string_view bytes, const std::string& where,
                            const std::function<bool(std::string_view name)>& wanted, size_t most_bytes);

} // namespace roofrack
