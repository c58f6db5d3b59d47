// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/cluster.h"
#include "widgets/canvas/items/drawn_items.h"
#include "widgets/canvas/items/spatial_grid.h"

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
    /// The bounds of everything with labels; empty when nothing is drawn.
    QRectF bounds() const { return m_bounds; }
    /// Positions come from the automatic layout, because none were drawn.
    bool is_automatic() const { return m_automatic; }
    /// Top left of each element that has a place of its own (not those in slots).
    Positions positions() const;

    /// The topmost element there, else nullptr. Containers answer on their border and label only.
    const DrawnElement* element_at(const QPointF& point) const;
    /// The nearest link within `reach`, else nullptr.
    const DrawnLink* link_at(const QPointF& point, double reach) const;
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

} // namespace roofrack
