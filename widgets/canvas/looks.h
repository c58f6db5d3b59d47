// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "canvas/diagram.h"
#include "engine/evaluation.h"
#include "theme/theme.h"

#include <QColor>

#include <unordered_map>
#include <vector>

namespace roofrack {

/// What the colours of the drawing mean.
enum class Overlay { none, bottleneck, rack_power, temperature, clock };
inline constexpr Overlay all_overlays[] = {Overlay::none, Overlay::bottleneck, Overlay::rack_power,
                                           Overlay::temperature, Overlay::clock};
QString label_of(Overlay overlay);

/// How one element is coloured, and the figures written at it.
struct ElementLook {
    QColor fill;                                   ///< GPU squares, and the whole rack when zoomed out
    QColor frame;                                  ///< invalid: the usual
    std::optional<double> power_share, heat_share; ///< against the limit; nothing when either is unknown
    QString figures;                               ///< "40.8 kW", "61 %"
    bool alarm = false;                            ///< the figures and the name stand in the frame's colour
};

struct LinkLook {
    QColor colour; ///< invalid: the usual
    QString label; ///< "4:1"; empty: the link's own
};

/// One line of the legend: a swatch, or the ends of a ramp.
struct LegendSwatch {
    QColor colour;
    QString text;
};
struct OverlayLegend {
    QString title;
    std::vector<LegendSwatch> entries;
    std::vector<QColor> ramp; ///< from low to high; empty: swatches only
    QString low, high;
};

/// The colours of a drawing under an overlay: what an evaluation says about each drawn thing.
class Looks {
public:
    Looks() = default;
    /// `evaluation` may be null: then nothing is known and the drawing is plain.
    static Looks make(const Cluster& cluster, const Catalog& catalog, const Evaluation* evaluation,
                      Overlay overlay, const Theme& theme);

    const ElementLook& element(const std::string& id) const;
    const LinkLook& link(const std::string& id) const;
    const OverlayLegend& legend() const { return m_legend; }

private:
    void read_racks(const Evaluation& evaluation, Overlay overlay, const Theme& theme);
    void read_facility(const Cluster& cluster, const Catalog& catalog, const Evaluation& evaluation,
                       const Theme& theme);
    void read_bottleneck(const Cluster& cluster, const Evaluation& evaluation, const Theme& theme);
    void mark_gpus(const std::string& finding, const Theme& theme);

    ElementLook m_plain;
    LinkLook m_plain_link;
    std::unordered_map<std::string, ElementLook> m_elements;
    std::unordered_map<std::string, LinkLook> m_links;
    OverlayLegend m_legend;
};

} // namespace roofrack
