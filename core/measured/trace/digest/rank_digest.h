// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/trace/reader.h"

#include <string>
#include <string_view>

namespace roofrack {

/// The version of digests that this program writes, and the newest that it reads.
inline constexpr int digest_version = 1;

/// Longer ones are not read, and so not to be written.
inline constexpr size_t most_digest_bytes = size_t{1} << 30;

/// All that was measured of the files of a trace, as one JSON object: {"roofrack_digest": 1, "files": …,
/// "ranks": …, "warnings": …}. Read again, it answers as the files would (read_traces()).
std::string digest_text(const TraceResult& trace);

/// Whether the text begins as a digest does.
bool is_digest(std::string_view head);
/// What a digest holds. Fails on one that is cut off, broken, or of a newer version.
Result<TraceDigest> read_digest(std::string_view text);

} // namespace roofrack
