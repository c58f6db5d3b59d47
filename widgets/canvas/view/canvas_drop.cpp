// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/view/canvas_drop.h"

#include "widgets/canvas/items/canvas_grid.h"
#include "widgets/canvas/items/rack_slots.h"
#include "widgets/canvas/tool_context/tool_context.h"
#include "widgets/canvas/tools/count_prompt.h"
#include "widgets/editor/document.h"
#include "widgets/editor/item_text.h"

#include <QDropEvent>

namespace roofrack {
namespace {

bool is_same(const DraggedPart& a, const DraggedPart& b) { return a.kind == b.kind && a.part == b.part; }

/// The thing as it would be drawn, at the origin.
DrawnElement drawn_alone(const DraggedPart& part, const Document& document) {
    Cluster alone;
    Element element = new_element(document.cluster(), document.catalog(), part);
    element.id = "held";
    element.position = {8, 8};
    alone.elements.push_back(element);
    const Diagram drawing = Diagram::make(alone, document.catalog());
    DrawnElement drawn = drawing.elements().empty() ? DrawnElement() : drawing.elements().front();
    drawn.rect.moveTopLeft({0, 0});
    return drawn;
}

int last_count = 8; // until a number was given: the GPUs of a server, the rails of a leaf

} // namespace

CanvasDrop::CanvasDrop(ToolContext& context)
    : m_context(context)
    , m_edge_scroll(context) {
    m_refusal.setSingleShot(true);
    m_refusal.setInterval(2500);
    connect(&m_refusal, &QTimer::timeout, this, &CanvasDrop::clear);
    // What was under the hand may be gone.
    connect(&context.document(), &Document::changed, this, &CanvasDrop::clear);
    connect(&context.document(), &Document::scenario_changed, this, &CanvasDrop::clear);
}

CanvasDrop::~CanvasDrop() = default;

bool CanvasDrop::takes(const QDropEvent& event) const {
    if (!dragged_part(*event.mimeData(), m_context.document().catalog()))
        return false; // files are for the window around it
    if (!m_context.document().is_read_only()) return true;
    m_context.say(tr("The project is open read-only"));
    return false;
}

void CanvasDrop::move(QDropEvent& event) {
    const auto part = dragged_part(*event.mimeData(), m_context.document().catalog());
    if (!part) return event.ignore();
    event.acceptProposedAction(); // an illegal place too: the drop says why
    move_to(*part, event.position(), event.modifiers());
}

void CanvasDrop::move_to(const DraggedPart& part, const QPointF& view, Qt::KeyboardModifiers held) {
    show_at(part, m_context.viewportTransform().inverted().map(view), held);
    m_edge_scroll.hand_at(view, [this, part, view, held] { move_to(part, view, held); });
}

void CanvasDrop::show_at(const DraggedPart& part, const QPointF& scene, Qt::KeyboardModifiers held) {
    delete std::exchange(m_prompt, nullptr);
    m_refusal.stop();
    const Document& document = m_context.document();
    if (!m_ghost || !is_same(part, m_held)) {
        m_ghost = DropGhost{.drawn = drawn_alone(part, document), .landing = {}, .text = {}, .pointer = {}};
        m_held = part;
    }
    QRectF& frame = m_ghost->drawn.rect;
    frame.moveCenter(scene);
    if (!held.testFlag(Qt::AltModifier)) frame.moveTopLeft(to_grid(frame.topLeft()));
    m_ghost->pointer = scene;
    m_ghost->landing = landing_at(document.cluster(), m_context.drawing(), part.kind, scene);
    m_ghost->text = m_ghost->landing.problem;
    if (m_ghost->landing.is_legal()) {
        const Element* holder = document.cluster().find(m_ghost->landing.container);
        if (holder) m_ghost->text = tr("into %1").arg(title_of(*holder));
        if (holder && holder->kind == ElementKind::rack) {
            RackFill fill = rack_fill(document.cluster(), document.catalog(), *holder);
            Element one;
            one.kind = part.kind;
            one.part = part.part;
            fill.taken += height_u_of(one, document.catalog());
            m_ghost->text += QStringLiteral(" · ") +
                             (fill.is_over_full() ? tr("over-full: %1").arg(fill.text()) : fill.text());
        }
        if (held.testFlag(Qt::ShiftModifier))
            m_ghost->text += (holder ? QStringLiteral(" · ") : QString()) + tr("asks how many");
    }
    m_context.viewport()->update();
}

void CanvasDrop::leave() {
    m_edge_scroll.stop();
    if (!m_prompt && !m_refusal.isActive()) clear();
}

void CanvasDrop::clear() {
    m_refusal.stop();
    m_ghost.reset();
    if (m_prompt) m_prompt->deleteLater();
    m_prompt = nullptr;
    m_context.viewport()->update();
}

void CanvasDrop::drop(QDropEvent& event) {
    const auto part = dragged_part(*event.mimeData(), m_context.document().catalog());
    if (!part || m_context.document().is_read_only()) return event.ignore();
    event.acceptProposedAction();
    m_edge_scroll.stop();
    show_at(*part, m_context.viewportTransform().inverted().map(event.position()), event.modifiers());
    if (!m_ghost->landing.is_legal()) {
        m_refusal.start();
        m_context.say(m_ghost->landing.problem);
        return;
    }
    if (event.modifiers().testFlag(Qt::ShiftModifier))
        ask_how_many(*part);
    else
        place(*part, 1, false);
}

void CanvasDrop::ask_how_many(const DraggedPart& part) {
    m_ghost->text.clear();
    const bool only_apart = part.kind == ElementKind::note; // it has no count
    // Drawings are quotients: one box with a count is quicker to draw, to read and to evaluate than copies.
    const auto hint = [only_apart](int count) {
        return only_apart ? tr("Enter draws %1 · Esc none").arg(count)
                          : tr("Enter: one drawn, × %1\nCtrl+Enter: %1 drawn apart").arg(count);
    };
    m_prompt =
        new CountPrompt({.title = tr("How many?"), .start = last_count, .hint = hint}, m_context.viewport());
    m_prompt->open_at(m_context.viewportTransform().map(m_ghost->pointer).toPoint());
    connect(m_prompt, &CountPrompt::accepted, this, [this, part, only_apart](int count, bool with_control) {
        last_count = count;
        const bool apart = with_control || only_apart;
        if (!apart || count <= most_apart) return place(part, count, apart);
        m_context.say(tr("At most %L1 are drawn apart: one drawn × %L2 is the same machine")
                          .arg(most_apart)
                          .arg(count));
        clear();
        m_context.setFocus(Qt::OtherFocusReason);
    });
    connect(m_prompt, &CountPrompt::cancelled, this, [this] {
        if (m_prompt && m_prompt->holds_keys()) m_context.setFocus(Qt::OtherFocusReason);
        clear();
    });
}

void CanvasDrop::place(const DraggedPart& part, int count, bool separate) {
    Placement placement;
    placement.container = m_ghost->landing.container;
    const QPointF middle = m_ghost->drawn.rect.center();
    placement.point = Position{middle.x(), middle.y()};
    placement.count = count;
    placement.separate = separate;
    clear();
    m_context.hold_view();
    const auto ids =
        place_part(m_context.document(), m_context.drawing(), m_context.visible_area(), part, placement);
    warn_when_over_full(placement.container);
    const DrawnElement* placed = ids.empty() ? nullptr : m_context.drawing().find(ids.front());
    constexpr double moved = 24; // canvas units beyond the grid
    if (placed && placed->id == ids.front() && (placed->rect.center() - middle).manhattanLength() > moved) {
        constexpr int margin = 32;
        m_context.ensureVisible(painted_area(*placed), margin, margin);
        m_context.say(tr("No room there: placed beside what stands in the way"));
    }
    m_context.setFocus(Qt::OtherFocusReason);
}

std::string CanvasDrop::add(const DraggedPart& part, int count) {
    Document& document = m_context.document();
    Placement placement;
    placement.container = selected_container(document, part.kind);
    placement.count = count;
    m_context.hold_view();
    const auto ids = place_part(document, m_context.drawing(), m_context.visible_area(), part, placement);
    if (ids.empty()) return {};
    warn_when_over_full(placement.container);
    return ids.back();
}

void CanvasDrop::warn_when_over_full(const std::string& id) const {
    const Document& document = m_context.document();
    const Element* holder = document.cluster().find(id);
    if (!holder || holder->kind != ElementKind::rack) return;
    const RackFill fill = rack_fill(document.cluster(), document.catalog(), *holder);
    if (fill.is_over_full()) m_context.say(tr("%1 is over-full: %2").arg(title_of(*holder), fill.text()));
}

void CanvasDrop::paint(QPainter& painter, const PainterStyle& style) const {
    if (m_ghost) paint_drop_ghost(painter, *m_ghost, m_context.drawing(), style, m_context.visible_area());
}

} // namespace roofrack
