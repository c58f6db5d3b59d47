// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/items/diagram_measure.h"
#include "widgets/canvas/text/text_placer.h"

namespace roofrack {

/// Right beside the switch or not at all, on a ground of its own: more down than up in the colour of a
/// warning, the rest quiet.
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
            const double beside = 7 * words.scale, y = element.rect.top() + ratio.y - words.height() / 2;
            const double patch = DrawingText::ground_beside * words.scale;
            const auto try_at = [&](double x, Links links) {
                const QRectF area(x - patch, y, words.width() + 2 * patch, words.height());
                return m_taken.is_free(area, static_cast<int>(i)) && m_borders.is_free(area) &&
                       put(words, {x, y}, static_cast<int>(i), links);
            };
            const double right = m_end[i] + beside, left = element.rect.left() - beside - words.width();
            if (!try_at(right, Links::clear) && !try_at(left, Links::clear) && !try_at(right, Links::once) &&
                !try_at(left, Links::once))
                continue;
            const QColor ground = ground_at(m_text.m_texts.back().area.center());
            m_text.m_texts.back().ground =
                ratio.binds ? PainterStyle::mixed(ground, m_style.theme.warning, 0.16) : ground;
        }
    }
}

} // namespace roofrack
