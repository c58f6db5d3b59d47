// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/tool_context/canvas_scene.h"

#include <cmath>
#include <utility>

namespace roofrack {
namespace {

/// Far beyond any drawing: panning has no edge, and scroll bars (hidden) stay within int.
constexpr double scene_reach = 200000;

} // namespace

CanvasScene::CanvasScene(QObject* parent)
    : QGraphicsScene(-scene_reach, -scene_reach, 2 * scene_reach, 2 * scene_reach, parent)
    , m_style(Theme::light()) {
    setItemIndexMethod(NoIndex);
}

void CanvasScene::forget_pictures() {
    m_texts.clear();
    Q_EMIT repainted();
    update();
}

void CanvasScene::set_drawing(Diagram drawing) {
    m_drawing = std::move(drawing);
    forget_pictures();
}

void CanvasScene::move_elements(const Diagram::Positions& moved) {
    QRectF changed = m_drawing.move(moved);
    if (const auto known = m_texts.find(m_text_place); known != m_texts.end()) {
        // Words elsewhere may have got room, or lost it.
        const DrawingText before = std::move(known->second);
        m_texts.clear();
        const DrawingText& after =
            m_texts
                .emplace(m_text_place,
                         DrawingText::make(m_drawing, m_overlay_style, m_style, zoom_of(m_text_place)))
                .first->second;
        changed |= changed_area(before, after);
    }
    Q_EMIT repainted_in(changed);
    update();
}

void CanvasScene::set_overlay_style(OverlayStyle overlay_style) {
    m_overlay_style = std::move(overlay_style);
    forget_pictures();
}

void CanvasScene::set_theme(const Theme& theme) {
    m_style = PainterStyle(theme);
    forget_pictures();
}

const DrawingText& CanvasScene::text(double zoom) {
    // Near, every word has its own size and nothing changes; farther, words of steps of 5 % are near enough.
    const double step = std::log(1.05);
    const int place = zoom >= 1 ? 0 : static_cast<int>(std::floor(std::log(zoom) / step));
    m_text_place = place;
    if (const auto known = m_texts.find(place); known != m_texts.end()) return known->second;
    constexpr size_t most = 16; // most frames of a zoom out and in again
    if (m_texts.size() >= most) m_texts.clear();
    return m_texts.emplace(place, DrawingText::make(m_drawing, m_overlay_style, m_style, zoom_of(place)))
        .first->second;
}

double CanvasScene::zoom_of(int place) { return std::pow(1.05, place); }

void CanvasScene::set_selected(const std::vector<std::string>& ids) {
    m_selected = {ids.begin(), ids.end()};
    update();
}

void CanvasScene::set_hovered(const std::string& id) {
    if (id == m_hovered) return;
    m_hovered = id;
    update();
}

} // namespace roofrack
