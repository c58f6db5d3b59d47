// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/rack_layout.h"
#include "core/step/engine/evaluation.h"
#include "widgets/theme/theme.h"

#include <QColor>
#include <QRectF>

#include <map>
#include <optional>
#include <string>
#include <vector>

class QPainter;

namespace roofrack {

/// A rack as it is seen from the front, with what the evaluation says about one instance. Powers and heat in
/// W.
struct ElevationRack {
    RackLayout layout;
    std::optional<double> power, power_limit, heat, heat_limit; ///< without an evaluation: the nameplates
    bool is_running = false;                                    ///< the figures are those of the step
    QString remark; ///< "92 % of boost · feed"; empty if there is nothing to say.
    QColor gpus;    ///< invalid: as without an overlay
    /// The procurement that the drawing states of the rack and of the elements in it, by their ids.
    std::map<std::string, Procurement> procurements;

    bool has(const std::string& id, Procurement procurement) const;
};

/// A device under the hand: where it would stand.
struct ElevationGhost {
    int rack = 0;
    int u = 1, height = 1;
    QString text;
};

/// Racks side by side and what is marked in them. The one picture of screen and export.
class ElevationPicture {
public:
    ElevationPicture() = default;
    /// `height`: what there is for the whole picture; decides how high a unit is drawn.
    ElevationPicture(std::vector<ElevationRack> racks, const Theme& theme, double height);

    const std::vector<ElevationRack>& racks() const { return m_racks; }
    QSizeF size() const;
    double unit() const { return m_unit; }

    QRectF frame(int rack) const; ///< the units of the rack, without what stands above them
    QRectF device(int rack, const RackDevice& device) const;
    /// Rack at the point or nearest to it; −1: no racks.
    int rack_at(const QPointF& point) const;
    /// Unit at the point, may be below 1 or above the rack.
    int unit_at(int rack, double y) const;
    /// The device there; nullptr when there is none.
    const RackDevice* device_at(const QPointF& point) const;

    void paint(QPainter& painter, const std::vector<std::string>& selected = {},
               const std::optional<ElevationGhost>& ghost = {}) const;

private:
    QRectF units(int rack, int u, int height) const;
    void paint_rack(QPainter& painter, int rack, const std::vector<std::string>& selected) const;
    void paint_numbers(QPainter& painter, int rack) const;
    void paint_device(QPainter& painter, int rack, const RackDevice& device, bool selected) const;
    void paint_budgets(QPainter& painter, int rack) const;
    void paint_ghost(QPainter& painter, const ElevationGhost& ghost) const;

    std::vector<ElevationRack> m_racks;
    Theme m_theme = Theme::light(), m_faded = Theme::light(); ///< faded: of what is to be sold
    double m_unit = 14;
    int m_above = 0; ///< units over the highest frame that devices stand in
    int m_highest = 0;
};

} // namespace roofrack
