// SPDX-License-Identifier: GPL-3.0-or-later
#include "canvas/canvas_scene.h"

#include "canvas/scene_items.h"

namespace roofrack {
namespace {

/// Far beyond any drawing: panning has no edge, and scroll bars (hidden) stay within int.
constexpr double reach = 200000;

bool same_items(const Diagram& a, const Diagram& b) {
    return std::equal(a.elements().begin(), a.elements().end(), b.elements().begin(), b.elements().end(),
                      [](const DrawnElement& x, const DrawnElement& y) {
                          return x.id == y.id && x.kind == y.kind && x.depth == y.depth;
                      });
}

} // namespace

CanvasScene::CanvasScene(QObject* parent)
    : QGraphicsScene(-reach, -reach, 2 * reach, 2 * reach, parent)
    , m_style(Theme::light())
    , m_links(new LinksItem(*this, LinksItem::Layer::lines))
    , m_labels(new LinksItem(*this, LinksItem::Layer::labels)) {
    addItem(m_links);
    addItem(m_labels);
}

CanvasScene::~CanvasScene() { clear(); } // the items read this class's members

void CanvasScene::set_drawing(Diagram drawing) {
    const bool same = same_items(m_drawing, drawing);
    m_drawing = std::move(drawing);
    if (same) {
        for (ElementItem* item : m_items) item->refresh();
    } else {
        for (ElementItem* item : m_items) delete item; // removes itself from the scene
        m_items.clear();
        for (size_t i = 0; i < m_drawing.elements().size(); ++i) {
            m_items.push_back(new ElementItem(*this, i));
            addItem(m_items.back());
        }
    }
    const QRectF area = m_drawing.bounds().adjusted(-64, -64, 64, 64);
    static_cast<LinksItem*>(m_links)->set_area(area);
    static_cast<LinksItem*>(m_labels)->set_area(area);
}

void CanvasScene::set_looks(Looks looks) {
    m_looks = std::move(looks);
    update();
}

void CanvasScene::set_theme(const Theme& theme) {
    m_style = PainterStyle(theme);
    update();
}

void CanvasScene::set_selected(const std::vector<std::string>& ids) {
    const auto before = std::move(m_selected);
    m_selected = {ids.begin(), ids.end()};
    for (const std::string& id : before)
        if (!m_selected.count(id)) update_mark(id);
    for (const std::string& id : m_selected)
        if (!before.count(id)) update_mark(id);
}

void CanvasScene::set_hovered(const std::string& id) {
    if (id == m_hovered) return;
    const std::string before = std::exchange(m_hovered, id);
    update_mark(before);
    update_mark(id);
}

void CanvasScene::update_mark(const std::string& id) {
    if (id.empty()) return;
    if (const DrawnElement* element = m_drawing.find(id))
        update(painted_area(*element));
    else if (const DrawnLink* link = m_drawing.find_link(id))
        update(link->path.controlPointRect().adjusted(-8, -8, 8, 8));
}

} // namespace roofrack
