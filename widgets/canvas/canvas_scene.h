// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "canvas/diagram.h"
#include "canvas/looks.h"
#include "canvas/painter_style.h"

#include <QGraphicsScene>

#include <unordered_set>

namespace roofrack {

class ElementItem;

/// The drawing as graphics items: one an element, one for all links, one for all link labels. It knows
/// geometry, colours and marks; it takes no mouse events (the tools do) and never reads the document.
class CanvasScene : public QGraphicsScene {
    Q_OBJECT
public:
    explicit CanvasScene(QObject* parent = nullptr);
    ~CanvasScene() override;

    const Diagram& drawing() const { return m_drawing; }
    const Looks& looks() const { return m_looks; }
    const PainterStyle& style() const { return m_style; }

    void set_drawing(Diagram drawing);
    void set_looks(Looks looks);
    void set_theme(const Theme& theme);
    void set_selected(const std::vector<std::string>& ids);
    void set_hovered(const std::string& id);

    bool is_selected(const std::string& id) const { return m_selected.count(id) > 0; }
    const std::string& hovered() const { return m_hovered; }

private:
    void update_mark(const std::string& id);

    Diagram m_drawing;
    Looks m_looks;
    PainterStyle m_style;
    std::unordered_set<std::string> m_selected;
    std::string m_hovered;
    std::vector<ElementItem*> m_items; ///< parallel to the drawing's elements
    QGraphicsItem* m_links;
    QGraphicsItem* m_labels;
};

} // namespace roofrack
