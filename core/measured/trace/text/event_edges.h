// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string_view>

namespace roofrack {

/// The next place at or behind `from` that looks like the start of an event, or npos.
size_t find_event_start(std::string_view text, size_t from);
/// Behind the last event that is followed by another one ("} , {"), or npos.
size_t find_last_event_end(std::string_view text);

} // namespace roofrack
