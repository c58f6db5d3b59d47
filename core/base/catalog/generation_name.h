// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace roofrack {

/// The `architecture` of an accelerator as people write it: "blackwell-ultra" → "Blackwell Ultra". One that
/// is not known, of a user's own part, stands as the part has it.
std::string generation_name(std::string_view architecture);

} // namespace roofrack
