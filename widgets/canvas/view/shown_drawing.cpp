// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/view/shown_drawing.h"

#include "widgets/canvas/diagram/drawn_alike.h"
#include "widgets/canvas/paint/paint_legend.h"
#include "widgets/canvas/text/hover_text.h"
#include "widgets/editor/document.h"

#include <algorithm>

namespace roofrack {

ShownDrawing::ShownDrawing(const Document& document)
    : m_document(document)
    , m_theme(Theme::light()) {}

OverlayStyle ShownDrawing::overlay_style_in(const Theme& theme) const {
    return OverlayStyle::make(m_document.cluster(), m_document.catalog(), m_evaluation.get(), m_overlay,
                              theme.scaled(1), m_loads.get(), m_spares.get());
}

QPointF ShownDrawing::legend_corner() const { return QPointF(1, 1) * m_theme.spacing(12); }

QRectF ShownDrawing::legend_area() const {
    return {legend_corner(), legend_size(overlay_style().legend(), m_theme)};
}

QString ShownDrawing::hover_text_of(const std::string& id) const {
    QString text = hover_text(id, m_document.cluster(), m_document.catalog(), m_evaluation.get());
    if (const QString figure = overlay_hover(id, m_overlay, m_document.cluster(), m_evaluation.get(),
                                             m_loads.get(), m_spares.get());
        !text.isEmpty() && !figure.isEmpty())
        text += QStringLiteral("<hr>") + figure;
    return text;
}

void ShownDrawing::set_theme(const Theme& theme) {
    m_theme = theme;
    m_scene.set_theme(theme);
    recolour();
}

void ShownDrawing::set_evaluation(std::shared_ptr<const Evaluation> evaluation,
                                  std::shared_ptr<const DrawingLoads> loads) {
    m_evaluation = std::move(evaluation);
    m_loads = std::move(loads);
    recolour();
}

void ShownDrawing::set_spares(std::shared_ptr<const std::vector<SpareMargin>> spares) {
    if (m_spares == spares) return;
    m_spares = std::move(spares);
    if (m_overlay == Overlay::spare) recolour();
}

void ShownDrawing::set_overlay(Overlay overlay) {
    m_overlay = overlay;
    recolour();
}

bool ShownDrawing::shows(Changes what) {
    return bool(what & (Changes(Change::cluster) | Change::layout | Change::scenarios));
}

void ShownDrawing::refresh() {
    // Thousands of links are not routed again for a limit or a temperature.
    if (m_drawn &&
        (m_drawn == m_document.snapshot() || is_drawn_alike(m_drawn->cluster, m_document.cluster())))
        recolour();
    else
        rebuild();
}

void ShownDrawing::rebuild() {
    m_previewed.clear();
    m_drawn = m_document.snapshot();
    m_scene.set_drawing(Diagram::make(m_document.cluster(), m_document.catalog()));
    recolour();
    Q_EMIT rebuilt();
}

void ShownDrawing::recolour() {
    const QRectF legend = legend_area();
    m_scene.set_overlay_style(overlay_style_in(m_theme));
    if (legend_area().size() != legend.size()) Q_EMIT legend_resized();
    Q_EMIT changed();
}

void ShownDrawing::preview(const Diagram::Positions& moved) {
    m_drawn.reset();
    const bool same = moved.size() == m_previewed.size() &&
                      std::equal(moved.begin(), moved.end(), m_previewed.begin(),
                                 [](const auto& a, const auto& b) { return a.first == b.first; });
    if (!moved.empty() && (same || m_previewed.empty()))
        m_scene.move_elements(moved);
    else
        m_scene.set_drawing(Diagram::make(m_document.cluster(), m_document.catalog(), moved));
    m_previewed = moved;
    Q_EMIT changed();
}

} // namespace roofrack
