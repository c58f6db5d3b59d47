// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/canvas/diagram/diagram.h"

#include <optional>
#include <unordered_set>

namespace roofrack {

/// Where new things stand so that none is on top of another and no container grows over its neighbours.
/// Rectangles are frames in canvas units, on the grid of 8.
class FreePlace {
public:
    /// `visible`: the part of the canvas that is seen.
    FreePlace(const Cluster& cluster, const Diagram& drawing, const QRectF& visible);

    /// For something of this size in a container ("" at the top): beside the last of its kind there, in rows;
    /// else beside what stands there; else in the container's corner or the middle of the view.
    QRectF beside_others(ElementKind kind, int count, const QSizeF& size, const std::string& container) const;
    /// A free place on the grid near `wanted`: itself when free, else the nearest one beside something drawn,
    /// else right of all.
    QRectF near(const QRectF& wanted, ElementKind kind, int count, const std::string& container) const;
    /// Corners of new elements of one size and container, beside each other. Many elements are laid out in
    /// rows. `corner`: where the first should stand, if given.
    std::vector<QPointF> for_all(const std::vector<Element>& added, const QSizeF& size,
                                 const std::optional<QPointF>& corner);
    /// Marks the place of `element` as taken.
    void add(const DrawnElement& element, const std::string& container);

private:
    struct Standing {
        std::string id;
        ElementKind kind;
        QRectF frame, area; ///< `area`: with label, outlines and marks
        std::string container;
    };
    bool is_free(const QRectF& frame, ElementKind kind, int count, const std::string& container) const;
    std::vector<std::string> chain_of(const std::string& container) const;
    std::vector<const Standing*> standing_in(const std::string& container) const;
    std::vector<QPointF> in_block(const Element& one, size_t count, const QSizeF& size,
                                  const std::optional<QPointF>& corner) const;
    QRectF wanted_beside(ElementKind kind, const QSizeF& size, const std::string& container) const;
    std::optional<QRectF> next_in_row(const std::vector<const Standing*>& same_kind, ElementKind kind,
                                      const QSizeF& size, const std::string& container) const;

    const Cluster& m_cluster;
    QRectF m_visible;
    std::vector<Standing> m_standing;
};

} // namespace roofrack
