// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/units/diagnostic.h"

#include <string>

namespace roofrack::cli {

/// From now on all that goes to stdout and stderr is printable() text, wherever it is written: names, ids,
/// paths and arguments come from others, and a terminal obeys what it is sent.
void make_output_printable();

/// Writes what is still kept back of stdout. Fails when any of what was printed could not be written; a
/// reader that has gone away (`| head`) had what it wanted.
Result<void> finish_output();

/// A line that is written over itself, on the terminal that stderr is: "\rsearching". It holds nothing
/// foreign.
void write_progress(const std::string& line);

/// Indented JSON. Bytes that are no UTF-8, as paths and arguments may hold, become U+FFFD.
template<class Json>
std::string json_text(const Json& json) {
    return json.dump(2, ' ', false, Json::error_handler_t::replace);
}

} // namespace roofrack::cli
