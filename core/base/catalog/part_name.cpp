// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/part_name.h"

namespace roofrack {

std::string short_name(std::string_view name) { return std::string(name.substr(0, name.find(" (one"))); }

} // namespace roofrack
