// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/tools/link_layer.h"

#include "widgets/canvas/edits/edits.h"
#include "widgets/canvas/route/link_route.h"
#include "widgets/canvas/tool_context/tool_context.h"
#include "widgets/canvas/tools/link_chooser.h"
#include "widgets/editor/document.h"
#include "widgets/editor/item_text.h"
#include "widgets/fields/plain_text.h"
#include "widgets/fields/text.h"
#include "widgets/inspector/link_text.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace roofrack {
namespace {

constexpr double least_width = 40; ///< px of an item that shows its ports
constexpr double sticky = 16;      ///< px around an item in which its ports stay

} // namespace

LinkLayer::LinkLayer(ToolContext& context)
    : QObject(&context)
    , m_context(context) {
    context.viewport()->installEventFilter(this);
    context.installEventFilter(this);
    connect(&context.document(), &Document::changed, this, [this](Changes what) {
        if (what & (Changes(Change::cluster) | Change::layout | Change::scenarios)) document_changed(false);
    });
    connect(&context.document(), &Document::scenario_changed, this, [this] { document_changed(true); });
    connect(&context.document().selection(), &Selection::changed, this, &LinkLayer::find_path_of_selection);
}

LinkLayer& LinkLayer::of(ToolContext& context) {
    return *context.findChild<LinkLayer*>(QString(), Qt::FindDirectChildrenOnly);
}

const PortTable* LinkLayer::port_table() {
    // Not by signals: the selection changes before the change of the drawing is told.
    if (auto now = m_context.document().snapshot(); m_ports_of != now) {
        auto made = PortTable::make(now->cluster, m_context.document().catalog());
        m_ports = made ? std::optional(std::move(*made)) : std::nullopt;
        m_ports_of = std::move(now);
    }
    return m_ports ? &*m_ports : nullptr;
}

void LinkLayer::document_changed(bool other_scenario) {
    const Cluster& cluster = m_context.document().cluster();
    if (m_chooser &&
        (other_scenario || !m_pending || !cluster.find(m_pending->from) || !cluster.find(m_pending->to)))
        m_chooser->reject();
    show_dots({}); // until the pointer moves: what it is on may be gone
    find_path_of_selection();
}

void LinkLayer::find_path_of_selection() {
    m_path.reset();
    const auto& ids = m_context.document().selection().ids();
    const Cluster& cluster = m_context.document().cluster();
    const bool two = ids.size() == 2 && cluster.find(ids[0]) && cluster.find(ids[1]);
    if (const PortTable* ports = two ? port_table() : nullptr)
        if (const auto path = find_path(cluster, m_context.document().catalog(), *ports, ids[0], ids[1]))
            m_path = path_mark(*path, cluster);
    repaint();
}

const PortDot* LinkLayer::port_at(const QPointF& scene) const {
    return dot_at(m_dots, scene, m_context.zoom());
}

void LinkLayer::show_dots(const std::string& id) {
    m_dotted = id;
    m_dots.clear();
    const DrawnElement* element = id.empty() ? nullptr : m_context.drawing().find(id);
    if (element && element->rect.width() * m_context.zoom() >= least_width &&
        !m_context.document().is_read_only())
        if (const PortTable* ports = port_table())
            m_dots = port_dots(*element, m_context.document().cluster(), *ports);
}

void LinkLayer::hover(const QPointF& scene, bool pressed) {
    m_pressed = pressed;
    const DrawnElement* under = m_context.drawing().element_at(scene);
    const DrawnElement* before = m_context.drawing().find(m_dotted);
    const double margin = sticky / m_context.zoom();
    const bool stays = !m_dots.empty() && before && before != under &&
                       before->rect.adjusted(-margin, -margin, margin, margin).contains(scene) &&
                       port_at(scene);
    if (!stays) show_dots(under && !pressed ? under->id : std::string());
    const PortDot* hot = pressed ? nullptr : port_at(scene);
    m_hot = hot ? std::optional(hot->at) : std::nullopt;
    repaint();
}

Result<LinkOffer> LinkLayer::offer(const std::vector<std::string>& from, const std::vector<std::string>& to) {
    const PortTable* ports = port_table();
    if (!ports) return fail("", tr("The containers of the drawing are broken").toStdString(), "");
    Result<LinkOffer> refusal = fail("", "", "");
    for (const std::string& a : from)
        for (const std::string& b : to) {
            auto made =
                offer_link(m_context.document().cluster(), m_context.document().catalog(), *ports, a, b);
            if (made) return made;
            refusal = std::move(made); // refusal of the items themselves, which come last
        }
    return refusal;
}

std::unordered_set<std::string_view> LinkLayer::targets(const std::vector<std::string>& from) {
    std::unordered_set<std::string_view> out;
    const PortTable* ports = port_table();
    if (!ports) return out;
    const Cluster& cluster = m_context.document().cluster();
    for (const std::string& each : from) {
        const auto legal = link_targets(cluster, m_context.document().catalog(), *ports, each);
        for (size_t i = 0; i < legal.size(); ++i)
            if (legal[i]) out.insert(cluster.elements[i].id);
    }
    return out;
}

void LinkLayer::choose(LinkOffer offer, const QPointF& view) {
    if (m_chooser && !m_chooser->accept()) m_chooser->reject();
    Document& document = m_context.document();
    if (offer.kind != LinkKind::network || document.is_read_only()) {
        draw_link(document, offer.link(0));
        return;
    }
    auto* chooser = new LinkChooser(document, std::move(offer), &m_context); // over what stands on the view
    m_chooser = chooser;
    m_pending = chooser->link();
    const auto close = [this, chooser] {
        m_pending.reset();
        m_chooser = nullptr;
        chooser->hide();
        chooser->deleteLater();
        m_context.setFocus(Qt::OtherFocusReason);
        repaint();
    };
    connect(chooser, &LinkChooser::accepted, this, [this, close](const Link& link) {
        close();
        draw_link(m_context.document(), link);
    });
    connect(chooser, &LinkChooser::rejected, this, close);
    const auto place = [this, chooser](const QPoint& at) {
        const QSize size = chooser->sizeHint();
        const QRect area = m_context.viewport()->rect().adjusted(8, 8, -8, -8);
        const int x = std::clamp(at.x(), area.left(), std::max(area.left(), area.right() - size.width()));
        const int y = std::clamp(at.y(), area.top(), std::max(area.top(), area.bottom() - size.height()));
        chooser->setGeometry(QRect({x, y}, size));
    };
    connect(chooser, &LinkChooser::changed, this, [this, chooser, place] {
        m_pending = chooser->link();
        place(chooser->pos()); // what it says takes more room or less
        repaint();
    });
    place(view.toPoint() + QPoint(16, 16));
    chooser->show();
    chooser->raise();
    chooser->setFocus(Qt::PopupFocusReason);
    repaint();
}

void LinkLayer::link_selected() {
    const auto& ids = m_context.document().selection().ids();
    if (ids.empty() || ids.size() > 2) {
        m_context.say(tr("Select the two things to link"));
        return;
    }
    const Cluster& cluster = m_context.document().cluster();
    const std::string start = std::exchange(m_start, {});
    const bool goes_on = ids.size() == 1 && start != ids.back() && cluster.find(start);
    const std::string from = goes_on ? start : ids.front(), to = ids.back();
    auto made = offer({from}, {to});
    if (!made && ids.size() == 1 && !goes_on) { // with the keys alone the other end is chosen next
        if (const Element* element = cluster.find(from)) {
            m_start = from;
            m_context.say(
                tr("Link from %1: choose the other end, then Shift+L again").arg(title_of(*element)));
            return;
        }
    }
    if (!made) {
        m_context.say(to_qt(made.error().what));
        return;
    }
    QPointF middle;
    for (const std::string& id : {from, to})
        if (const DrawnElement* element = m_context.drawing().find(id)) middle += element->rect.center() / 2;
    choose(std::move(*made), m_context.viewportTransform().map(middle));
}

bool LinkLayer::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_context.viewport()) {
        if (event->type() == QEvent::MouseButtonPress && m_chooser && !m_chooser->accept()) return true;
        if (event->type() == QEvent::MouseMove) {
            const auto* mouse = static_cast<QMouseEvent*>(event);
            hover(m_context.viewportTransform().inverted().map(mouse->position()),
                  mouse->buttons() != Qt::NoButton);
        }
        if (event->type() == QEvent::Leave) show_dots({});
        if (event->type() == QEvent::ToolTip && m_path) {
            const auto* help = static_cast<QHelpEvent*>(event);
            const QPointF at = m_context.viewportTransform().inverted().map(QPointF(help->pos()));
            if (m_path_label.contains(at)) {
                show_tip(help->globalPos(), m_path->details, m_context.viewport());
                return true;
            }
        }
    } else if (event->type() == QEvent::KeyPress && m_chooser) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Escape) return m_chooser->reject(), true;
        if (key == Qt::Key_Return || key == Qt::Key_Enter) return m_chooser->accept(), true;
    }
    return QObject::eventFilter(watched, event);
}

QString LinkLayer::hover_label(const DrawnLink& drawn) {
    const Cluster& cluster = m_context.document().cluster();
    const Link* link = cluster.find_link(drawn.id);
    if (!link) return {};
    QString text = title_of(*link, cluster);
    const PortTable* ports = port_table();
    if (!ports) return text;
    for (const LinkEnds& ends : ports->links()) {
        const Link& each = cluster.links[static_cast<size_t>(ends.link)];
        if (&each != link || ends.kind != LinkKind::network) continue;
        text += QStringLiteral(" · ") +
                cables_text(link_capacity(cluster, m_context.document().catalog(), *ports, each, ends));
    }
    return text;
}

QRectF LinkLayer::room() const {
    const QRectF view = QRectF(m_context.viewport()->rect()).adjusted(4, 4, -4, -4);
    return m_context.viewportTransform().inverted().mapRect(view);
}

void LinkLayer::paint(QPainter& painter) {
    CanvasScene& scene = m_context.picture();
    const Diagram& drawing = m_context.drawing();
    const double zoom = m_context.zoom();
    const auto write = [&](const QRectF& area) { scene.text(zoom).paint(painter, scene.style(), area); };
    if (m_path) m_path_label = paint_path(painter, *m_path, drawing, scene.style(), zoom, room(), write);
    if (!m_pressed)
        if (const DrawnLink* link = drawing.find_link(scene.hovered()))
            paint_lit_link(painter, *link, hover_label(*link), drawing, scene.style(), zoom, room(), write);
    if (m_pending) {
        const DrawnElement* from = drawing.find(m_pending->from);
        const DrawnElement* to = drawing.find(m_pending->to);
        if (from && to && from != to) {
            painter.setBrush(Qt::NoBrush);
            painter.setPen(QPen(scene.style().theme.accent, 2 / zoom, Qt::DashLine));
            painter.drawPath(network_route(from->rect, to->rect));
        }
    }
    if (m_dots.empty() || m_pressed || m_chooser) return;
    const PortDot* hot = m_hot ? dot_at(m_dots, *m_hot, zoom) : nullptr;
    paint_port_dots(painter, m_dots, hot, drawing, scene.text(zoom), scene.style(), zoom);
}

void LinkLayer::repaint() { m_context.viewport()->update(); }

} // namespace roofrack
