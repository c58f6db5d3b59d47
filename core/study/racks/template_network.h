// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/templates/templates.h"

#include <optional>

namespace roofrack {

/// The network of a drawing of racks, if it is just what the template of NVL72 pods would draw: then it can
/// be drawn anew for other racks, where necessary with another tier.
class TemplateNetwork {
public:
    /// `drawn`: as the user has it. The catalogue outlives this.
    TemplateNetwork(const Cluster& drawn, const Catalog& catalog);

    /// `cluster`, the drawing with other numbers of its racks or pods, with the switches and cables that the
    /// template draws for them, and coolers for those. None: the user's network is another one, or no
    /// template has ports enough.
    std::optional<Cluster> redrawn(const Cluster& cluster) const;

private:
    std::optional<Cluster> by_template(const TemplateSettings& settings, const Cluster& racks) const;
    /// What was drawn with the coolers of the template has those of `made`; others grow as those do.
    void cool_switches(Cluster& cluster, const Cluster& made) const;

    const Catalog* m_catalog;
    Cluster m_drawn, m_made; ///< as drawn: by the user, and by the template
    const Part* m_server = nullptr;
    std::optional<TemplateSettings> m_settings; ///< but for the racks; none: no template draws it so
};

} // namespace roofrack
