// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/diagnostic.h"

#include <nlohmann/json_fwd.hpp>
#include <string_view>

namespace roofrack {

/// Strict JSON in UTF-8 (RFC 8259; a byte order mark is allowed). Syntax errors are placed WHERE:LINE:COLUMN,
/// a key given twice by its JSON pointer. Refuses more than 64 levels of nesting, more than 10,000 keys of
/// one object and more than 4 million values, so that no text can exhaust the stack or the memory. Object
/// keys keep their order. `most_keys`: for files of other programs, whose objects may be larger.
Result<nlohmann::ordered_json> parse_json_text(std::string_view text, std::string_view where,
                                               size_t most_keys = 10'000);

} // namespace roofrack
