// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/canvas/diagram/diagram.h"
#include "widgets/canvas/edits/part_mime.h"

namespace roofrack {

class Catalog;
class Document;

/// Why an element of a kind does not stand in another, or on it: "a rack does not go into a server"; empty
/// when it does.
QString why_not_into(ElementKind there, ElementKind inside);

/// What a drop at a point would do.
struct Landing {
    std::string container; ///< id; empty at the top
    QString problem;       ///< in place of a landing; empty when legal
    bool is_legal() const { return problem.isEmpty(); }
};
Landing landing_at(const Cluster& cluster, const Diagram& drawing, ElementKind kind, const QPointF& point);

/// The selected thing, or the innermost container around it, that may hold the kind; empty when none is.
std::string selected_container(const Document& document, ElementKind kind);

/// The element that a part becomes, with a name of its own in the cluster; its id, place and container are
/// not set.
Element new_element(const Cluster& cluster, const Catalog& catalog, const DraggedPart& part);
/// The size of its frame.
QSizeF size_of_new(const Element& element, const Cluster& cluster, const Catalog& catalog);

/// Units of height taken in a rack with what stands in it, and what it has. More taken than there is is no
/// reason to refuse: it is drawn, and found.
struct RackFill {
    double taken = 0;
    int units = 0;
    bool is_over_full() const { return taken > units; }
    QString text() const; ///< "24 of 48 U"
};
RackFill rack_fill(const Cluster& cluster, const Catalog& catalog, const Element& rack);

/// More than that are not drawn apart: a count does.
inline constexpr int most_apart = 5000;

struct Placement {
    std::string container;
    /// Middle of the first; nothing: beside what stands there.
    std::optional<Position> point;
    int count = 1;
    bool separate = false; ///< as many drawn things instead of one with a count
};

/// New elements, one undo step, selected; nothing stands on top of another. Ids in drawn order; none when the
/// document is read-only or the container is not drawn. Notes are always separate.
std::vector<std::string> place_part(Document& document, const Diagram& drawing, const QRectF& visible,
                                    const DraggedPart& part, const Placement& placement);

} // namespace roofrack
