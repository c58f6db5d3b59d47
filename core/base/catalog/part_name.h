// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace roofrack {

/// The name of a part without "(one GPU of a VR200)", which says what of a module the part is.
std::string short_name(std::string_view name);

} // namespace roofrack
