// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/cluster.h"
#include "widgets/canvas/diagram/diagram.h"
#include "widgets/editor/fragment.h"

#include <string>
#include <unordered_set>

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

/// False: nothing was removed.
bool remove_selection(Document& document);
void select_all(Document& document, const Diagram& drawing);
/// A copy beside the original, selected.
void duplicate_selection(Document& document, const Diagram& drawing);
/// A new element of a kind and part (may be empty) with its middle at `point` or at the nearest free place,
/// inside the container there; selected. Returns its id; empty when it does not go there or the document is
/// read-only. More ways to place are in widgets/canvas/edits/placing.h.
std::string place(Document& document, const Diagram& drawing, ElementKind kind, const std::string& part_id,
                  Position point, int count = 1);
/// The innermost container at the point that may hold the kind; empty when there is none. Those in `without`
/// are passed over.
std::string holder_at(const Document& document, const Diagram& drawing, ElementKind kind,
                      const QPointF& point, const std::unordered_set<std::string>& without = {});
/// The ids that stand in none of the others: what a move or a copy takes hold of.
std::vector<std::string> outermost(const Cluster& cluster, const std::vector<std::string>& ids);
/// A drawing that was laid out automatically keeps the places that are seen: they become its own. Call inside
/// a step, before something else gets a place.
void keep_layout(Document& document, const Diagram& drawing);
/// By how much a piece is moved so that it covers nothing of the drawing, as near to `wanted` as there is
/// room: a piece that fills `area` and whose outermost elements are of such a kind, into `container`.
Position free_move(const Document& document, const Diagram& drawing, const QRectF& area, ElementKind kind,
                   Position wanted, const std::string& container);
/// Adds a piece of a drawing whose ids are free (renamed_for), and selects what is outermost in it.
/// A name that its new neighbours have gets a number.
bool add_fragment(Document& document, const Diagram& drawing, Fragment fragment, const QString& text);
/// True when an element of a kind may stand in a container of a kind.
bool may_hold(ElementKind container, ElementKind inside);

/// Adds a link without id to the drawing and selects it: one undo step. Returns its id; empty when the
/// project is read-only.
std::string draw_link(Document& document, Link link);

} // namespace roofrack
