// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/drawing_loads.h"
#include "widgets/canvas/looks/looks.h"

#include <QCoreApplication>

#include <string_view>

namespace roofrack {

/// Looks in the making: one function an overlay, each in a file of its kind. Each calls read_racks() first.
class LooksDraft {
public:
    LooksDraft(Looks& looks, const Cluster& cluster, const Evaluation& evaluation, const DrawingLoads* loads,
               const Theme& theme);

    /// What every overlay shows: bars of power and heat, figures, and racks that are held back.
    void read_racks();
    void colour_bottleneck();
    void colour_link_load();
    void colour_rack_power();
    void colour_inlet();
    void colour_chip();
    void colour_clock();
    void colour_levels();

private:
    ElementLook& element(const std::string& id);
    LinkLook& link(const std::string& id) { return m_looks.m_links[id]; }
    OverlayLegend& legend() { return m_looks.m_legend; }
    /// Racks of which the overlay knows nothing are grey, and the legend says why.
    void set_unknown(const QString& why);
    void alarm(ElementLook& look) const;
    /// The usual frame and words again, where colour means something else.
    static void calm(ElementLook& look);
    /// Of all racks, and their power in the place of what holds them back.
    void calm_racks();
    /// The legend says what red frames mean, where there are any. `over`: whether a rack passes the limit
    /// that the overlay shows; without it a rack is marked for its clock.
    void explain_alarms(bool (*over)(const RackState&) = nullptr);

    /// These, and the links of their levels that are as full as they are: they bind alike.
    std::vector<std::string> with_alike(const std::vector<std::string>& marked) const;
    void mark(const std::string& id, const QColor& colour, const QString& meaning);
    void mark_gpus(ResourceKind resource);
    void mark_finding(const Finding& finding);
    void explain(const QColor& colour, const QString& meaning);
    const Element* drawn_element(std::string_view id) const;
    bool is_link(std::string_view id) const { return m_link_at.count(id) > 0; }

    Looks& m_looks;
    const Cluster& m_cluster;
    const Evaluation& m_evaluation;
    const DrawingLoads* m_loads;
    const Theme& m_theme;
    std::unordered_map<std::string_view, const Element*> m_element_at; ///< made for findings only
    std::unordered_map<std::string_view, const Link*> m_link_at;
};

namespace overlay_text {

QString watts(Watts power);      ///< "40.8 kW"
QString degrees(double celsius); ///< "27 °C"
QString per_cent(double share);  ///< "61 %"
QString from_core(std::string_view text);

} // namespace overlay_text

/// The ramps without the end that would vanish in the ground: pale yellow on white, black on black.
QColor on_ground(QColor (*ramp)(double), double share, const Theme& theme);
std::vector<QColor> sampled(QColor (*ramp)(double), const Theme& theme);

/// Colours of the levels of a fabric, innermost first; told apart by colour-blind readers (after Paul Tol,
/// Colour Schemes, SRON/EPS/TN/09-002, "bright"; lighter on dark).
QColor level_colour(size_t level, const Theme& theme);

} // namespace roofrack
