// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "canvas/diagram.h"
#include "canvas/looks.h"
#include "canvas/painter_style.h"

#include <functional>

class QPainter;

namespace roofrack {

enum class LinkMark { none, hovered, selected };

/// Paints all links that touch `exposed`, grouped by pen so that thousands stay cheap; zoomed out they are
/// straight hairlines. Labels are painted by `paint_link_labels`, above the boxes' stacks.
void paint_links(QPainter& painter, const Diagram& drawing, const Looks& looks, const PainterStyle& style,
                 Detail detail, const QRectF& exposed,
                 const std::function<LinkMark(const DrawnLink&)>& mark = {});

/// And the names of the containers.
void paint_link_labels(QPainter& painter, const Diagram& drawing, const Looks& looks,
                       const PainterStyle& style, Detail detail, const QRectF& exposed);

} // namespace roofrack
