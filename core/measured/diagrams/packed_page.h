// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/diagnostic.h"

#include <string>
#include <string_view>

namespace roofrack {

/// A page as draw.io packs it: Base64 of a raw deflate stream of percent-encoded XML. Fails with what is
/// wrong, without a place, also where it unpacks to more than `most` bytes.
Result<std::string> unpack_page(std::string_view packed, size_t most);

} // namespace roofrack
