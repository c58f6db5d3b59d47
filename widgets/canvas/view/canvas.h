// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/units/diagnostic.h"
#include "widgets/canvas/edits/clipboard.h"
#include "widgets/canvas/stage/stage.h"
#include "widgets/canvas/stage/tool.h"
#include "widgets/canvas/view/edge_scroll.h"
#include "widgets/canvas/view/view_cache.h"
#include "widgets/editor/changes.h"

#include <QTimer>

#include <filesystem>
#include <memory>

namespace roofrack {

class CanvasDrop;
class Document;
class MiniMap;
class ZoomBar;
struct DraggedPart;
struct DrawingLoads;
struct DrawingOptions;

/// The topology canvas: shows the document's cluster, coloured by the last evaluation, and edits it with the
/// mouse and keys. Wheel zooms at the cursor, a touchpad pans, Ctrl and wheel always zooms; middle or Space
/// and drag pans; F fits.
class Canvas : public Stage {
    Q_OBJECT
public:
    explicit Canvas(Document& document, QWidget* parent = nullptr);
    ~Canvas() override;

    Document& document() final { return m_document; }
    CanvasScene& picture() override { return m_scene; }
    const Diagram& drawing() const override { return m_scene.drawing(); }
    const Looks& looks() const { return m_scene.looks(); }

    void set_theme(const Theme& theme);
    const Theme& theme() const { return m_theme; }
    /// Null: nothing is known yet. Kept until the next one, so colours do not flicker while a new one is
    /// computed.
    void set_evaluation(std::shared_ptr<const Evaluation> evaluation,
                        std::shared_ptr<const DrawingLoads> loads = nullptr);
    /// The last one; null before the first.
    const Evaluation* evaluation() const { return m_evaluation.get(); }
    void set_overlay(Overlay overlay);
    Overlay overlay() const { return m_overlay; }

    double zoom() const override { return transform().m11(); }
    void set_zoom(double zoom, const QPointF& fixed); ///< `fixed`: the viewport point that stays in place
    void zoom_in();
    void zoom_out();
    void zoom_actual();
    void fit();
    void fit_selection(); ///< the selected items as large as they fit; all when nothing is selected
    void pan_by(const QPointF& pixels) override;
    MiniMap& mini_map() { return *m_mini_map; }
    /// Brings the items into view and selects them: what a finding's click does.
    void show_items(const std::vector<std::string>& ids);
    /// Selects one item and, where it cannot be seen and read, brings it into the middle, near enough. True
    /// when the view moved.
    bool go_to(const std::string& id);

    void edit_text(const std::string& id) override;

    void use_select_tool() override;
    void use_link_tool();
    void use_note_tool();

    void copy();
    void cut();
    void paste_copied();
    /// Adds a part to the selected container, else in the view, beside what stands there.
    void place_part(const DraggedPart& part, int count = 1);
    QRectF visible_area() const override;
    void hold_view() override { m_auto_fit = false; }

    Result<void> save_picture(const std::filesystem::path& path, const DrawingOptions& options) const;
    /// The colours of what is shown in another appearance: for paper.
    Looks looks_in(const Theme& theme) const;
    /// The whole drawing as seen, PNG and SVG, on the clipboard.
    void copy_picture() const;

    std::string item_at(const QPointF& scene) const override;
    void set_hovered(const std::string& id) override;
    void preview(const Diagram::Positions& moved) override;
    void request_context_menu(const std::string& id, const QPoint& global) {
        Q_EMIT context_menu_requested(id, global);
    }

Q_SIGNALS:
    void zoom_changed(double zoom);
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
    QRectF area_of(const std::vector<std::string>& ids) const;
    double least_zoom() const;
    bool is_drawn_in(const QRectF& view); ///< px of the viewport
    QRectF without_words_beyond(const QRectF& view);
    QPointF legend_corner() const;
    ToolEvent tool_event(const QPointF& view, Qt::KeyboardModifiers held) const;
    void move_gesture(const QPointF& view, Qt::KeyboardModifiers held);
    void move_drop(const DraggedPart& part, const QPointF& view, Qt::KeyboardModifiers held);
    void set_tool(std::unique_ptr<Tool> tool);
    void end_gesture_tool();
    void update_cursor();
    void document_changed(Changes what);
    void rebuild();
    void paint_live(QPainter& painter, const QRectF& exposed);
    void recolour();
    void selection_changed();
    bool handle_key(QKeyEvent* event);
    bool choose_neighbour(int key);

    Document& m_document;
    CanvasScene m_scene;
    ViewCache m_view_cache;
    QTimer m_zoom_settles;       ///< runs while the wheel turns: frames may then be scaled ones
    bool m_shows_scaled = false; ///< the frame on the screen is
    MiniMap* m_mini_map = nullptr;
    ZoomBar* m_zoom_bar = nullptr;
    Diagram::Positions m_previewed;
    std::shared_ptr<const Evaluation> m_evaluation;
    /// Whose diagram is in the scene; null while one is under the hand.
    std::shared_ptr<const Scenario> m_drawn;
    std::shared_ptr<const DrawingLoads> m_loads;
    Overlay m_overlay = Overlay::bottleneck;
    Theme m_theme;
    std::unique_ptr<Tool> m_tool;    ///< resting
    std::unique_ptr<Tool> m_gesture; ///< with a button down
    Qt::MouseButton m_gesture_button = Qt::NoButton;
    std::unique_ptr<CanvasDrop> m_drop; ///< a part from the shelf over the canvas
    EdgeScroll m_edge_scroll{*this};
    PastePlace m_paste_place;
    bool m_space_down = false;
    bool m_auto_fit = true; ///< until the user zooms or pans
};

} // namespace roofrack
