// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "canvas/diagram.h"

#include <QMimeData>

#include <memory>

namespace roofrack {

class Document;

/// What the canvas does to the document beyond dragging; each is one undo step and works on the selection.

enum class Alignment { left, centre, right, top, middle, bottom };
enum class Direction { horizontal, vertical };

/// The elements of the selection that move, with their contents (not those in slots, they follow their rack).
std::vector<std::string> movable(const Document& document, const Diagram& drawing,
                                 const std::vector<std::string>& ids);
/// New positions after a move by `delta`. While the drawing is laid out automatically, the positions of all
/// elements: from then on they are the drawing's own.
Diagram::Positions moved_by(const Document& document, const Diagram& drawing,
                            const std::vector<std::string>& ids, Position delta);

void nudge(Document& document, const Diagram& drawing, Position delta);
void align(Document& document, const Diagram& drawing, Alignment alignment);
/// Equal gaps between the outermost two; needs three.
void distribute(Document& document, const Diagram& drawing, Direction direction);
/// Replaces all positions by the automatic layout's.
void lay_out(Document& document);

void remove_selection(Document& document);
void select_all(Document& document, const Diagram& drawing);
/// A copy beside the original, selected.
void duplicate_selection(Document& document, const Diagram& drawing);
/// The selection as a piece of drawing and as a table of tab-separated text; null when nothing is selected.
std::unique_ptr<QMimeData> copy_selection(const Document& document, const Diagram& drawing);
/// Pastes a copied piece, moved a little, into the containers that stand there; false when the data holds
/// none.
bool paste(Document& document, const Diagram& drawing, const QMimeData& data);

/// A new element of a kind and part (may be empty) with its middle at `point` or at the nearest free place,
/// inside the container there; selected. Returns its id; empty when it does not go there or the document is
/// read-only. More ways to place are in canvas/placing.h.
std::string place(Document& document, const Diagram& drawing, ElementKind kind, const std::string& part_id,
                  Position point, int count = 1);
/// A link between two drawn things in its natural direction and pattern. Returns what is wrong with it, empty
/// when done.
QString connect_items(Document& document, const std::string& from, const std::string& to);
/// True when an element of a kind may stand in a container of a kind.
bool may_hold(ElementKind container, ElementKind inside);

} // namespace roofrack
