// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/canvas/diagram/diagram.h"

#include <QSizeF>

#include <unordered_set>

namespace roofrack {

/// The frame of a container without a size of its own, around the painted areas of what it holds.
QRectF frame_around(const QRectF& contents);

/// Makes the pieces of a Diagram from the model.
class DiagramBuilder {
public:
    DiagramBuilder(const Cluster& cluster, const Catalog& catalog);

    /// nullptr when the cluster has none of that id.
    const Element* element(const std::string& id) const {
        const auto found = m_by_id.find(id);
        return found == m_by_id.end() ? nullptr : found->second;
    }
    /// Stands inside a rack's frame.
    bool is_slot(const Element& element) const;
    /// The size of the frame of an element that is no outlined container.
    QSizeF size_of(const Element& element) const;

    /// `positions` come before the elements' own.
    std::vector<DrawnElement> elements(const Diagram::Positions& positions);

private:
    DrawnElement drawn(const Element& element, const Diagram::Positions& positions, int depth);
    QString title(const Element& element) const;
    QString subtitle(const Element& element) const;

    const Cluster& m_cluster;
    const Catalog& m_catalog;
    std::unordered_map<std::string, const Element*> m_by_id;
    std::unordered_map<std::string, std::vector<const Element*>> m_children;
};

} // namespace roofrack
