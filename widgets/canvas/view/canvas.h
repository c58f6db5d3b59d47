// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/canvas/tool_context/tool_context.h"
#include "widgets/canvas/view/canvas_camera.h"
#include "widgets/canvas/view/shown_drawing.h"

#include <memory>

namespace roofrack {

class CanvasClipboard;
class CanvasDrop;
class CanvasFrame;
class CanvasHand;
class MiniMap;
class Tool;
class ZoomBar;
struct DraggedPart;

/// The topology canvas: shows the document's cluster, coloured by the last evaluation, and edits it with the
/// mouse and keys. Wheel zooms at the cursor, a touchpad pans, Ctrl and wheel always zooms; middle or Space
/// and drag pans; F fits. It is put together of parts with a duty each, to which it leads what comes in:
/// ShownDrawing, CanvasCamera, CanvasFrame, CanvasHand, CanvasDrop, CanvasClipboard, and the keys. Callers
/// ask the part that they mean.
class Canvas : public ToolContext {
    Q_OBJECT
public:
    explicit Canvas(Document& document, QWidget* parent = nullptr);
    ~Canvas() override;

    Document& document() final { return m_document; }
    CanvasScene& picture() override { return m_shown.scene(); }
    const Diagram& drawing() const override { return m_shown.diagram(); }

    /// The colours, the evaluation and the overlay of what is shown.
    ShownDrawing& shown() { return m_shown; }
    const ShownDrawing& shown() const { return m_shown; }
    CanvasCamera& camera() { return m_camera; }
    CanvasClipboard& clipboard() { return *m_clipboard; }
    MiniMap& mini_map() { return *m_mini_map; }

    double zoom() const override { return m_camera.zoom(); }
    void fit_selection(); ///< the selected items as large as they fit; all when nothing is selected
    void pan_by(const QPointF& pixels) override { m_camera.pan_by(pixels); }
    QRectF visible_area() const override { return m_camera.visible_area(); }
    void hold_view() override { m_camera.stop_following(); }
    /// Brings the items into view and selects them: what a finding's click does.
    void show_items(const std::vector<std::string>& ids);
    /// Selects one item and, where it cannot be seen and read, brings it into the middle, near enough. True
    /// when the view moved.
    bool go_to(const std::string& id);

    void edit_text(const std::string& id) override;

    void use_select_tool() override;
    void use_link_tool();
    void use_note_tool();
    /// What Esc does: ends the gesture, else puts the tool down, else selects nothing.
    void let_go();

    /// Adds a part to the selected container, else in the view, beside what stands there.
    void place_part(const DraggedPart& part, int count = 1);

    std::string item_at(const QPointF& scene) const override;
    void set_hovered(const std::string& id) override;
    void preview(const Diagram::Positions& moved) override { m_shown.preview(moved); }
    void request_context_menu(const std::string& id, const QPoint& global) {
        Q_EMIT context_menu_requested(id, global);
    }

Q_SIGNALS:
    void tool_changed();
    void context_menu_requested(const std::string& id, const QPoint& global);

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragMoveEvent(QDragMoveEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    bool focusNextPrevChild(bool next) override;
    void drawBackground(QPainter* painter, const QRectF& rect) override;
    void drawForeground(QPainter* painter, const QRectF& rect) override;

private:
    void set_tool(std::unique_ptr<Tool> tool);

    Document& m_document;
    ShownDrawing m_shown;
    CanvasCamera m_camera;
    std::unique_ptr<CanvasFrame> m_frame;
    std::unique_ptr<CanvasHand> m_hand;
    std::unique_ptr<CanvasDrop> m_drop;
    std::unique_ptr<CanvasClipboard> m_clipboard;
    MiniMap* m_mini_map = nullptr;
    ZoomBar* m_zoom_bar = nullptr;
};

} // namespace roofrack
