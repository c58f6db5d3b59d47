// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/cluster.h"

#include <QMimeData>

#include <memory>

namespace roofrack {

class Catalog;

/// What is dragged from the parts shelf onto the canvas.
struct DraggedPart {
    ElementKind kind = ElementKind::server;
    PartRef part; ///< empty for containers and notes
};

std::unique_ptr<QMimeData> part_mime(const DraggedPart& part, const Catalog& catalog);
/// Nothing when the data holds no part.
std::optional<DraggedPart> dragged_part(const QMimeData& data, const Catalog& catalog);

} // namespace roofrack
