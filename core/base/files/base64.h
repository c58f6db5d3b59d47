// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace roofrack {

/// The bytes that a text in Base64 stands for; white space and padding count for nothing. None where another
/// letter is in it.
std::optional<std::string> from_base64(std::string_view text);

/// Bytes in Base64 (RFC 4648), on one line, with padding.
std::string to_base64(std::string_view bytes);

} // namespace roofrack
