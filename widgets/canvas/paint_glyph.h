// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cluster/cluster.h"

#include <QRectF>

class QColor;
class QPainter;

namespace roofrack {

/// A small line drawing of a kind: a bolt, a fan, disks. Nothing for kinds that have a drawing of their own.
void paint_glyph(QPainter& painter, ElementKind kind, const QRectF& area, const QColor& colour);

} // namespace roofrack
