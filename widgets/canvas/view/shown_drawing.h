// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/canvas/tool_context/canvas_scene.h"
#include "widgets/editor/changes.h"

#include <QObject>

#include <memory>

namespace roofrack {

class Document;
struct DrawingLoads;
struct SpareMargin;

/// The drawing that a canvas shows, kept like the document: its diagram, with what is under the hand at the
/// hand's place, the colours of the last evaluation and their legend.
class ShownDrawing : public QObject {
    Q_OBJECT
public:
    explicit ShownDrawing(const Document& document);

    CanvasScene& scene() { return m_scene; }
    const Diagram& diagram() const { return m_scene.drawing(); }
    const OverlayStyle& overlay_style() const { return m_scene.overlay_style(); }
    /// The colours in another appearance: for paper.
    OverlayStyle overlay_style_in(const Theme& theme) const;
    /// Where the legend stands, in px of the viewport; of no size when there is nothing to explain.
    QPointF legend_corner() const;
    QRectF legend_area() const;
    /// What is known of an item and what the overlay says about it, as rich text; empty for an unknown id.
    QString hover_text_of(const std::string& id) const;

    void set_theme(const Theme& theme);
    const Theme& theme() const { return m_theme; }
    /// Null: nothing is known yet. Kept until the next one, so colours do not flicker while a new one is
    /// computed.
    void set_evaluation(std::shared_ptr<const Evaluation> evaluation,
                        std::shared_ptr<const DrawingLoads> loads = nullptr);
    /// What failures leave, which is known a moment after the evaluation; kept until the next ones. Null: not
    /// known.
    void set_spares(std::shared_ptr<const std::vector<SpareMargin>> spares);
    /// The last one; null before the first.
    const Evaluation* evaluation() const { return m_evaluation.get(); }
    void set_overlay(Overlay overlay);
    Overlay overlay() const { return m_overlay; }

    /// Whether such a change of the document is seen.
    static bool shows(Changes what);
    /// After such a change: only colours where the diagram is the same.
    void refresh();
    void rebuild();
    /// Positions while something is dragged; empty if they are those of the document.
    void preview(const Diagram::Positions& moved);

Q_SIGNALS:
    void changed();
    void legend_resized();
    void rebuilt(); ///< after `changed`: the diagram is another one

private:
    void recolour();

    const Document& m_document;
    CanvasScene m_scene;
    Theme m_theme;
    std::shared_ptr<const Evaluation> m_evaluation;
    std::shared_ptr<const DrawingLoads> m_loads;
    std::shared_ptr<const std::vector<SpareMargin>> m_spares;
    Overlay m_overlay = Overlay::bottleneck;
    /// Whose diagram is in the scene; null while one is under the hand.
    std::shared_ptr<const Scenario> m_drawn;
    Diagram::Positions m_previewed;
};

} // namespace roofrack
