// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/cluster.h"

#include <QRectF>

namespace roofrack::test {

/// At most what the canvas draws: a rack of 52 U with two lines below, a wide switch, a wide box.
inline QRectF drawn_area(const Element& element) {
    const QPointF at(element.position.x, element.position.y);
    switch (element.kind) {
    case ElementKind::rack: return {at, QSizeF(112, 224 + 40)};
    case ElementKind::switch_: return {at, QSizeF(160, 32)};
    default: return {at, QSizeF(224, 40)};
    }
}

} // namespace roofrack::test
