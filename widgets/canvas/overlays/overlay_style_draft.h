// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/engine/loads/drawing_loads.h"
#include "widgets/canvas/overlays/overlay_style.h"

#include <QCoreApplication>

#include <string_view>
#include <vector>

namespace roofrack {

/// An OverlayStyle in the making: what all overlays show, and what they are put together from.
class OverlayStyleDraft {
public:
    OverlayStyleDraft(OverlayStyle& overlay_style, const Cluster& cluster, const Evaluation& evaluation,
                      const DrawingLoads* loads, const Theme& theme);

    const Cluster& cluster() const { return m_cluster; }
    const Evaluation& evaluation() const { return m_evaluation; }
    const DrawingLoads* loads() const { return m_loads; } ///< nullptr: not known
    const Theme& theme() const { return m_theme; }

    /// What every overlay shows: bars of power and heat, figures, and racks that are held back.
    void read_racks();
    ElementStyle& element(const std::string& id);
    LinkStyle& link(const std::string& id) { return m_overlay_style.m_links[id]; }
    ElementStyle& plain() {
        return m_overlay_style.m_plain;
    } ///< the style of elements that have none of their own
    auto& elements() { return m_overlay_style.m_elements; }
    auto& links() { return m_overlay_style.m_links; }
    OverlayLegend& legend() { return m_overlay_style.m_legend; }
    /// Racks of which the overlay knows nothing are grey, and the legend says why.
    void set_unknown(const QString& why);
    void alarm(ElementStyle& style) const;
    /// The usual frame and words again, where colour means something else.
    static void calm(ElementStyle& style);
    /// Calms all racks, with their power in the place of what holds them back.
    void calm_racks();
    void explain(const QColor& colour, const QString& meaning);
    /// The legend says what red frames mean, where there are any. `over`: whether a rack passes the limit
    /// that the overlay shows; without it a rack is marked for its clock.
    void explain_alarms(bool (*over)(const RackState&) = nullptr);

private:
    OverlayStyle& m_overlay_style;
    const Cluster& m_cluster;
    const Evaluation& m_evaluation;
    const DrawingLoads* m_loads;
    const Theme& m_theme;
};

namespace overlay_text {

QString watts(Watts power);      ///< "40.8 kW"
QString degrees(double celsius); ///< "27 °C"
QString per_cent(double share);  ///< "61 %"

} // namespace overlay_text

/// The ramps without the end that would vanish in the ground: pale yellow on white, black on black.
QColor on_ground(QColor (*ramp)(double), double share, const Theme& theme);
std::vector<QColor> sampled(QColor (*ramp)(double), const Theme& theme);

} // namespace roofrack
