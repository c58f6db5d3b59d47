// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/cluster.h"

#include <QPixmap>

class QPainter;

namespace roofrack {

/// What a part's icon shows of it. All are drawn on one grid of 24, with lines of one pixel on pixel borders.
struct PartIcon {
    enum class Cooling { crah, cdu, rdhx };

    ElementKind kind = ElementKind::server;
    int gpus = 0;      ///< servers: drawn as so many squares
    double height = 0; ///< The height of a rack in units; 0 stands for the usual 48.
    Cooling cooling = Cooling::crah;

    /// `part` is null for a container without a part.
    static PartIcon of(ElementKind kind, const Part* part);
};

inline constexpr int part_icon_size = 24;

/// Paints the icon with its top left at `corner`; `line` draws outlines, `mark` what counts (GPUs, ports, the
/// bolt).
void paint_part_icon(QPainter& painter, const PartIcon& icon, const QPointF& corner, const QColor& line,
                     const QColor& mark);

/// The icon of a part as a picture, sharp at a device pixel ratio.
QPixmap part_pixmap(const PartIcon& icon, const QColor& line, const QColor& mark, qreal ratio);

} // namespace roofrack
