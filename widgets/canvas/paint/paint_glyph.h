// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/cluster.h"
#include "core/drawing/cooling_kind.h"

#include <QRectF>

class QColor;
class QPainter;

namespace roofrack {

/// A small line drawing of a kind: a bolt, disks, of a cooler what it takes heat with, as on the parts shelf.
/// Nothing for kinds that have a drawing of their own.
void paint_glyph(QPainter& painter, ElementKind kind, CoolingKind cooling, const QRectF& area,
                 const QColor& colour);

} // namespace roofrack
