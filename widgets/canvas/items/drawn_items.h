// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/cluster.h"
#include "widgets/canvas/items/rack_slots.h"
#include "widgets/canvas/items/switch_ratios.h"

#include <QPainterPath>
#include <QPolygonF>
#include <QRectF>
#include <QString>

#include <string>
#include <vector>

namespace roofrack {

enum class CoolingKind;

/// True for site, room, row and pod: drawn as a line around what stands inside.
inline bool outlines_contents(ElementKind kind) { return is_container(kind) && kind != ElementKind::rack; }

/// Where and how large an element is drawn. Lengths in canvas units (1 px at zoom 1).
struct DrawnElement {
    std::string id;
    ElementKind kind = ElementKind::server;
    CoolingKind cooling{};  ///< cooling of cooling units: room air, liquid, …
    QRectF rect;            ///< the frame, without label, stack outlines and selection
    QString title;          ///< "leaf × 32"
    double title_width = 0; ///< in the strong face
    QString subtitle;       ///< what it holds or is: "4 × DGX H100"
    int count = 1;
    int depth = 0;                   ///< containers around it
    int parent = -1;                 ///< the drawn container around it: an index into Diagram::elements
    std::vector<RackSlot> slots;     ///< racks and servers: what is drawn inside the frame
    int rack_u = 0;                  ///< racks: units of height
    std::vector<SwitchRatio> ratios; ///< switches: what leads down against what leads up
    bool fitted = false;             ///< containers: the frame follows what stands inside
};

/// A link as drawn. Links between the same two boxes are one stroke: the first of them is painted for all.
struct DrawnLink {
    std::string id;
    int from = -1, to = -1; ///< indices into Diagram::elements: of the rack where the end stands in one
    QPainterPath path;
    QPolygonF line; ///< the path in straight pieces, without its rounded corners
    double width = 1;
    bool facility = false; ///< power or cooling, not data
    QString label;         ///< "rail × 8 · 400G"; empty where a link of the same box says it
    int stroke = -1;       ///< index of the link that is painted for this one; its own: painted itself
    double from_side_position = 0, to_side_position = 0; ///< where along the sides of its boxes it ends, −1…1
    int bundle = -1;                                     ///< index into Diagram::bundles
    int bus_index = 0;                                   ///< power and cooling: which of the parallel lines
    std::vector<int> bundled;                            ///< the others that this one is painted for
};

/// Links between the same two containers, or a container and a box beside it: one stroke when zoomed out.
struct LinkBundle {
    int from = -1, to = -1; ///< indices into Diagram::elements, the lower one first
    std::vector<int> links; ///< indices into Diagram::links; the first one's line is painted for all
};

/// The area that an element's label, outlines and marks may cover.
QRectF painted_area(const DrawnElement& element);
/// The painted area of an element without what is written beside it: what a container is drawn around.
QRectF held_area(const DrawnElement& element);
/// Where the name stands: below racks and servers, at the top left in containers, inside all others.
QRectF label_area(const DrawnElement& element);

} // namespace roofrack
