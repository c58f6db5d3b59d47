// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/canvas/diagram/diagram.h"

namespace roofrack {

class Catalog;
class Document;

/// Why elements do not go into a container ("" = the ground): "a rack does not go into a rack", "Room 1 does
/// not go into itself"; empty when they do. Only the outermost of nested ones count.
QString why_not_move(const Cluster& cluster, const std::vector<std::string>& ids, const std::string& into);

/// Moves elements with their contents and links into a container ("" = the ground), one undo step. Those that
/// had no place of their own, or stand elsewhere, come to a free place there. What was bought, owned or sold
/// stays so (keep_procurement()). Returns why not, and has then changed nothing.
QString move_into(Document& document, const Diagram& drawing, const std::vector<std::string>& ids,
                  const std::string& into);

/// New positions, and a new container for some, which stay bought, owned or sold: one undo step with a name
/// like "Move 3 racks into Room 1".
void perform_move(Document& document, const Diagram::Positions& positions,
                  const std::vector<std::string>& reparented, const std::string& into);

/// What a hand holds: "4 × DGX H100" for a group of equal servers, "3 racks" for several things.
QString held_text(const Cluster& cluster, const Catalog& catalog, const std::vector<std::string>& ids);

} // namespace roofrack
