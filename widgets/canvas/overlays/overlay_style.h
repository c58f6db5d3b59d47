// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/engine/evaluation.h"
#include "widgets/canvas/diagram/diagram.h"
#include "widgets/canvas/overlays/overlay.h"
#include "widgets/theme/theme.h"

#include <QColor>

#include <unordered_map>
#include <vector>

namespace roofrack {

struct DrawingLoads;
struct SpareMargin;

/// How one element is coloured, and the figures written at it.
struct ElementStyle {
    QColor fill;                                   ///< GPU squares, and the whole rack when zoomed out
    QColor frame;                                  ///< invalid: the usual
    std::optional<double> power_share, heat_share; ///< against the limit; nothing when either is unknown
    QString figures;                               ///< "40.8 kW", "61 %"
    bool alarm = false;                            ///< the figures and the name stand in the frame's colour
    bool is_sold = false, is_owned = false;        ///< owned: there already; marked where the drawing says so
    std::vector<std::string> sold_inside, owned_inside; ///< ids of what stands in it, in its slots
};

struct LinkStyle {
    QColor colour;      ///< invalid: the usual
    QString label;      ///< "4:1", "92 %"; empty stands for the link's own label.
    QColor text;        ///< text of the label; invalid: the link's colour
    bool quiet = false; ///< it is a power or cooling link: left out when zoomed out
    bool is_sold = false;
};

/// The colours of a drawing under an overlay: what an evaluation says about each drawn thing.
class OverlayStyle {
public:
    OverlayStyle() = default;
    /// `evaluation` may be null: then nothing is known and the drawing is plain. `loads` may be null: then no
    /// link, feed or cooler has a load, and nothing a level. `spares` may be null: then no failure is known.
    static OverlayStyle make(const Cluster& cluster, const Catalog& catalog, const Evaluation* evaluation,
                             Overlay overlay, const Theme& theme, const DrawingLoads* loads = nullptr,
                             const std::vector<SpareMargin>* spares = nullptr);

    const ElementStyle& element(const std::string& id) const;
    const LinkStyle& link(const std::string& id) const;
    const OverlayLegend& legend() const { return m_legend; }

private:
    friend class OverlayStyleDraft;
    static OverlayStyle coloured(const Cluster& cluster, const Evaluation* evaluation, Overlay overlay,
                                 const Theme& theme, const DrawingLoads* loads,
                                 const std::vector<SpareMargin>* spares);
    void mark_procurement(const Cluster& cluster, const Theme& theme);
    ElementStyle& own_style(const std::string& id);

    ElementStyle m_plain;
    LinkStyle m_plain_link;
    std::unordered_map<std::string, ElementStyle> m_elements;
    std::unordered_map<std::string, LinkStyle> m_links;
    OverlayLegend m_legend;
};

} // namespace roofrack
