// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/canvas/diagram/diagram.h"
#include "widgets/canvas/overlays/overlay_style.h"
#include "widgets/canvas/overlays/painter_style.h"
#include "widgets/canvas/text/drawing_text.h"

#include <QGraphicsScene>

#include <map>
#include <unordered_set>

namespace roofrack {

/// What the canvas shows: geometry, colours, words and marks. It holds no graphics items: thousands of them
/// would cost more than all that they paint. It takes no mouse events (the tools do) and never reads the
/// document.
class CanvasScene : public QGraphicsScene {
    Q_OBJECT
public:
    explicit CanvasScene(QObject* parent = nullptr);

    const Diagram& drawing() const { return m_drawing; }
    const OverlayStyle& overlay_style() const { return m_overlay_style; }
    const PainterStyle& style() const { return m_style; }
    /// The words at that zoom; kept until the zoom or what is drawn changes.
    const DrawingText& text(double zoom);

    void set_drawing(Diagram drawing);
    /// A step of a drag.
    void move_elements(const Diagram::Positions& moved);
    void set_overlay_style(OverlayStyle overlay_style);
    void set_theme(const Theme& theme);
    void set_selected(const std::vector<std::string>& ids);
    void set_hovered(const std::string& id);

    bool is_selected(const std::string& id) const { return m_selected.count(id) > 0; }
    const std::unordered_set<std::string>& selected() const { return m_selected; }
    const std::string& hovered() const { return m_hovered; }

Q_SIGNALS:
    /// Pictures of the drawing are out of date; the marks stand over them.
    void repainted();
    void repainted_in(const QRectF& area); ///< only there

private:
    void forget_pictures();
    static double zoom_of(int place);

    Diagram m_drawing;
    OverlayStyle m_overlay_style;
    PainterStyle m_style;
    std::map<int, DrawingText> m_texts; ///< by the step of the zoom
    int m_text_place = 0;               ///< the step last asked for
    std::unordered_set<std::string> m_selected;
    std::string m_hovered;
};

} // namespace roofrack
