// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "canvas/rack_slots.h"
#include "canvas/spatial_grid.h"
#include "canvas/switch_ratios.h"
#include "cluster/cluster.h"

#include <QPainterPath>
#include <QPolygonF>
#include <QRectF>
#include <QString>

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

namespace roofrack {

class Catalog;
enum class CoolingKind;

/// Where and how large an element is drawn. Lengths in canvas units (1 px at zoom 1).
struct DrawnElement {
    std::string id;
    ElementKind kind = ElementKind::server;
    CoolingKind cooling{};  ///< of cooling units: room air, liquid, …
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
    double from_lane = 0, to_lane = 0; ///< where along its boxes it ends, −1…1
    int bundle = -1;                   ///< index into Diagram::bundles
    int bus = 0;                       ///< power and cooling: which of the parallel lines
    std::vector<int> bundled;          ///< the others that this one is painted for
};

/// Links between the same two containers, or a container and a box beside it: one stroke when zoomed out.
struct LinkBundle {
    int from = -1, to = -1; ///< indices into Diagram::elements, the lower one first
    std::vector<int> links; ///< indices into Diagram::links; the first one's line is painted for all
};

/// The geometry of a cluster: a value made from the model alone, the same for screen, export and tests.
class Diagram {
public:
    using Positions = std::map<std::string, Position>;

    Diagram() = default;
    /// `moved`: positions of elements under the hand, instead of their own.
    static Diagram make(const Cluster& cluster, const Catalog& catalog, const Positions& moved = {});

    /// Moves elements and with them the containers that follow their contents and the links that end at
    /// them: a step of a drag, much cheaper than a new diagram; other links stay. Returns the changed area.
    QRectF move(const Positions& moved);

    const std::vector<DrawnElement>& elements() const {
        return m_elements;
    } ///< containers first, outer before inner
    const std::vector<DrawnLink>& links() const { return m_links; }
    const std::vector<LinkBundle>& bundles() const { return m_bundles; }
    /// Indices of the elements whose painted area touches `area`, containers first.
    std::vector<int> elements_in(const QRectF& area) const { return m_element_grid.items_in(area); }
    /// Indices of the links whose line comes within `area`.
    std::vector<int> links_in(const QRectF& area) const { return m_link_grid.items_in(area); }
    const SpatialGrid& link_grid() const { return m_link_grid; }
    /// How many elements come first that outline others: sites, rooms, rows and pods.
    int containers() const { return m_containers; }
    /// The element, or the rack that shows it in a slot; nullptr when it is not drawn.
    const DrawnElement* find(std::string_view id) const;
    const DrawnLink* find_link(std::string_view id) const;
    /// Of everything with labels; empty when nothing is drawn.
    QRectF bounds() const { return m_bounds; }
    /// Positions come from the automatic layout, because none were drawn.
    bool is_automatic() const { return m_automatic; }
    /// Top left of each element that has a place of its own (not those in slots).
    Positions positions() const;

    /// The topmost element there, else nullptr. Containers answer on their border and label only.
    const DrawnElement* element_at(const QPointF& point) const;
    /// The nearest link within `reach`, else nullptr.
    const DrawnLink* link_at(const QPointF& point, double reach) const;
    /// The innermost container around the point; empty when there is none.
    std::string container_at(const QPointF& point) const;
    /// The id of the element in the slot there, else of the element itself.
    std::string slot_at(const DrawnElement& element, const QPointF& point) const;

private:
    void index_areas();

    std::vector<DrawnElement> m_elements;
    std::vector<DrawnLink> m_links;
    std::vector<LinkBundle> m_bundles;
    std::unordered_map<std::string, int> m_index; ///< also of elements in slots: their rack
    std::unordered_map<std::string, int> m_link_index;
    SpatialGrid m_element_grid, m_link_grid;
    QRectF m_bounds;
    int m_containers = 0;
    bool m_automatic = false;
};

/// The area that an element's label, outlines and marks may cover.
QRectF painted_area(const DrawnElement& element);
/// The same without what is written beside it: what a container is drawn around.
QRectF held_area(const DrawnElement& element);
/// Where the name stands: below racks and servers, at the top left in containers, inside all others.
QRectF label_area(const DrawnElement& element);

} // namespace roofrack
