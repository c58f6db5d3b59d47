// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "canvas/diagram.h"

#include <QSizeF>

#include <unordered_set>

namespace roofrack {

/// Makes the pieces of a Diagram from the model.
class DiagramBuilder {
public:
    DiagramBuilder(const Cluster& cluster, const Catalog& catalog);

    /// Stands inside a rack's frame.
    bool is_slot(const Element& element) const;
    /// Of the frame of an element that is no outlined container.
    QSizeF size_of(const Element& element) const;

    /// `positions` come before the elements' own.
    std::vector<DrawnElement> elements(const Diagram::Positions& positions);
    std::vector<DrawnLink> links(const std::vector<DrawnElement>& elements,
                                 const std::unordered_map<std::string, int>& index) const;

private:
    DrawnElement drawn(const Element& element, const Diagram::Positions& positions, int depth);
    QString title(const Element& element) const;
    QString subtitle(const Element& element) const;
    std::optional<ByteRate> cable_rate(const Link& link) const;
    QString link_label(const Link& link) const;
    static void place_label(DrawnLink& link, const std::vector<DrawnElement>& elements);

    const Cluster& m_cluster;
    const Catalog& m_catalog;
    std::unordered_map<std::string, const Element*> m_by_id;
    std::unordered_map<std::string, std::vector<const Element*>> m_children;
};

} // namespace roofrack
