// SPDX-License-Identifier: GPL-3.0-or-later
#include "canvas/text_placer.h"

#include "canvas/diagram_measure.h"

namespace roofrack {

/// Beside the switch, on a ground of its own: more down than up in the colour of a warning, the rest quiet.
void TextPlacer::write_ratios() {
    constexpr double binding_zoom = 0.3, quiet_zoom = 0.5, least = 9.5;
    if (m_zoom < binding_zoom) return;
    const auto& elements = m_drawing.elements();
    for (size_t i = static_cast<size_t>(m_drawing.containers()); i < elements.size(); ++i) {
        const DrawnElement& element = elements[i];
        for (const SwitchRatio& ratio : element.ratios) {
            if (!ratio.binds && m_zoom < quiet_zoom) continue;
            const Line words = line(ratio.text, ratio.binds ? Theme::Role::strong : Theme::Role::secondary,
                                    least, ratio.binds ? m_style.theme.warning : m_style.theme.secondary);
            const double stack = element.count > 1 ? 2 * diagram_measure::stack_step : 0;
            const double beside = 7 * words.scale, y = element.rect.top() + ratio.y - words.height() / 2;
            const double right = element.rect.right() + stack + beside;
            const double left = element.rect.left() - beside - words.width();
            const double above = element.rect.top() - stack - words.height() - 2;
            const double below = element.rect.bottom() + 2;
            for (const QPointF place : {QPointF(right, y), QPointF(left, y), QPointF(left, above),
                                        QPointF(right, below), QPointF(left, below)}) {
                if (!try_at(words, place, static_cast<int>(i), true)) continue;
                const QColor ground = ground_at(element.parent);
                m_text.m_texts.back().ground =
                    ratio.binds ? PainterStyle::mixed(ground, m_style.theme.warning, 0.16) : ground;
                break;
            }
        }
    }
}

} // namespace roofrack
