// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/canvas/tool_context/canvas_scene.h"

#include <QGraphicsView>

namespace roofrack {

class Document;

/// What tools and layers see of the canvas that they work on: the drawing as it is shown, the view, and what
/// a gesture may ask of it.
class ToolContext : public QGraphicsView {
    Q_OBJECT
public:
    using QGraphicsView::QGraphicsView;

    virtual Document& document() = 0;
    virtual CanvasScene& picture() = 0;
    virtual const Diagram& drawing() const = 0;

    virtual double zoom() const = 0;
    virtual void pan_by(const QPointF& pixels) = 0;
    /// The part of the drawing that is seen, in canvas units.
    virtual QRectF visible_area() const = 0;
    /// What the hand places stays where it was put: the view no longer follows the drawing's size.
    virtual void hold_view() = 0;

    virtual std::string item_at(const QPointF& scene) const = 0;
    virtual void set_hovered(const std::string& id) = 0;
    /// Positions while something is dragged; empty if they are those of the document.
    virtual void preview(const Diagram::Positions& moved) = 0;
    /// Writes the name of an element, or a note's text, where it stands.
    virtual void edit_text(const std::string& id) = 0;
    virtual void use_select_tool() = 0;

    /// Why a gesture did nothing, for the status bar.
    void say(const QString& text) { Q_EMIT message(text); }
    /// The inspector takes the focus with it.
    void request_edit(const std::string& id) { Q_EMIT edit_requested(id); }

Q_SIGNALS:
    void
    edit_requested(const std::string& id); ///< double click, or a new note: the inspector takes the focus
    void message(const QString& text);     ///< why a gesture did nothing, for the status bar
};

} // namespace roofrack
