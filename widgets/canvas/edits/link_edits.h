// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/link_offer.h"

#include <QString>

namespace roofrack {

class Document;

/// Adds a link without id to the drawing and selects it: one undo step. Returns its id; empty when the
/// project is read-only.
std::string draw_link(Document& document, Link link);

/// A link between two drawn things in its natural direction and pattern. Returns what is wrong with it, empty
/// when done.
QString connect_items(Document& document, const std::string& from, const std::string& to);

} // namespace roofrack
