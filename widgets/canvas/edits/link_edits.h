// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/cluster.h"

#include <string>

namespace roofrack {

class Document;

/// Adds a link without id to the drawing and selects it: one undo step. Returns its id; empty when the
/// project is read-only.
std::string draw_link(Document& document, Link link);

} // namespace roofrack
