// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/cluster.h"
#include "core/base/units/diagnostic.h"

namespace roofrack {

class Catalog;

/// A piece of a drawing as JSON, as the clipboard carries it between windows, programs and editors: elements
/// and links in the form of the project file. Every parent and link end must be in the piece.
std::string fragment_text(const Cluster& piece, const Catalog& catalog);

/// Reads such a piece back; of a whole project's text, the drawing of its first scenario. Fails on text that
/// is no JSON or no drawing, on a piece of a newer version, on one that is broken or empty, and on more than
/// 16 MiB; `where` is a JSON pointer into the text.
Result<Cluster> parse_fragment(std::string_view text, const Catalog& catalog);

} // namespace roofrack
