// SPDX-License-Identifier: GPL-3.0-or-later
#include "canvas/canvas_scene.h"

namespace roofrack {
namespace {

/// Far beyond any drawing: panning has no edge, and scroll bars (hidden) stay within int.
constexpr double reach = 200000;

} // namespace

CanvasScene::CanvasScene(QObject* parent)
    : QGraphicsScene(-reach, -reach, 2 * reach, 2 * reach, parent)
    , m_style(Theme::light()) {
    setItemIndexMethod(NoIndex);
}

void CanvasScene::forget_pictures() {
    m_text_zoom = 0;
    Q_EMIT repainted();
    update();
}

void CanvasScene::set_drawing(Diagram drawing) {
    m_drawing = std::move(drawing);
    forget_pictures();
}

void CanvasScene::set_looks(Looks looks) {
    m_looks = std::move(looks);
    forget_pictures();
}

void CanvasScene::set_theme(const Theme& theme) {
    m_style = PainterStyle(theme);
    forget_pictures();
}

const DrawingText& CanvasScene::text(double zoom) {
    if (zoom != m_text_zoom) {
        m_text = DrawingText::make(m_drawing, m_looks, m_style, zoom);
        m_text_zoom = zoom;
    }
    return m_text;
}

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
