// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/text/text_ratios.h"

namespace roofrack {

void write_ratios(TextBoard& board, const NamedElements& names) {
    constexpr double binding_zoom = 0.3, quiet_zoom = 0.5, least = 9.5;
    if (board.zoom() < binding_zoom) return;
    const auto& elements = board.drawing().elements();
    for (size_t i = static_cast<size_t>(board.drawing().containers()); i < elements.size(); ++i) {
        const DrawnElement& element = elements[i];
        for (const SwitchRatio& ratio : element.ratios) {
            if (!ratio.binds && board.zoom() < quiet_zoom) continue;
            const TextBoard::Line words =
                board.line(ratio.text, ratio.binds ? Theme::Role::strong : Theme::Role::secondary, least,
                           board.style().theme.secondary);
            const double beside = 7 * words.scale, y = element.rect.top() + ratio.y - words.height() / 2;
            const double patch = DrawingText::ground_beside * words.scale;
            const auto try_at = [&](double x, TextBoard::Links links) {
                const QRectF area(x - patch, y, words.width() + 2 * patch, words.height());
                return board.taken().is_free(area, static_cast<int>(i)) && board.borders().is_free(area) &&
                       board.put(words, {x, y}, static_cast<int>(i), links);
            };
            const double right = names.end[i] + beside, left = element.rect.left() - beside - words.width();
            if (!try_at(right, TextBoard::Links::clear) && !try_at(left, TextBoard::Links::clear) &&
                !try_at(right, TextBoard::Links::once) && !try_at(left, TextBoard::Links::once))
                continue;
            const QColor ground = board.ground_at(board.last().area.center());
            const Theme& theme = board.style().theme;
            DrawnText& written = board.last();
            written.ground = ratio.binds ? PainterStyle::mixed(ground, theme.warning, 0.16) : ground;
            if (ratio.binds) written.colour = theme.readable(theme.warning, written.ground);
        }
    }
}

} // namespace roofrack
