// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/elevation/rack_elevation.h"

#include "core/drawing/bill/procurement.h"
#include "widgets/canvas/text/hover_text.h"
#include "widgets/editor/document.h"
#include "widgets/editor/item_text.h"
#include "widgets/elevation/elevation_edits.h"
#include "widgets/elevation/elevation_export.h"
#include "widgets/fields/clock_text.h"
#include "widgets/fields/plain_text.h"
#include "widgets/fields/text.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QFileDialog>
#include <QHelpEvent>
#include <QMenu>
#include <QMimeData>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

namespace roofrack {
namespace {

constexpr size_t most_racks = 12; ///< side by side; more are not distinguished

/// The rack itself or the one that an element stands in; empty when there is none.
std::string rack_of(const Cluster& cluster, const std::string& id) {
    const Element* element = cluster.find(id);
    for (size_t depth = 0; element && depth <= cluster.elements.size(); ++depth) {
        if (element->kind == ElementKind::rack) return element->id;
        element = element->parent.empty() ? nullptr : cluster.find(element->parent);
    }
    return {};
}

ElevationRack rack_front(RackLayout layout, const Evaluation* evaluation) {
    ElevationRack out;
    const RackState* state = nullptr;
    if (evaluation) {
        const auto found = std::ranges::find(evaluation->power.racks, layout.id, &RackState::id);
        if (found != evaluation->power.racks.end()) state = &*found;
    }
    if (state) {
        const auto si = [](const std::optional<Watts>& value) {
            return value ? std::optional(value->si()) : std::nullopt;
        };
        out.is_running = true;
        out.power = state->power.si();
        out.power_limit = si(state->limit);
        out.heat = (state->heat_to_air + state->heat_to_liquid).si();
        out.heat_limit = si(state->cooling_limit);
        if (state->throttle_cause != ThrottleCause::none && state->speed < 0.9995)
            out.remark = clock_text(state->speed, state->throttle_cause);
    } else if (layout.power_known) {
        out.power = layout.power;
        out.heat = layout.heat_to_air + layout.heat_to_liquid;
    }
    out.layout = std::move(layout);
    return out;
}

} // namespace

RackElevation::RackElevation(Document& document, QWidget* parent)
    : QAbstractScrollArea(parent)
    , m_document(document) {
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setMinimumSize(200, 200);
    setAccessibleName(tr("Rack elevation"));
    viewport()->setMouseTracking(true);
    connect(&m_document, &Document::changed, this, &RackElevation::document_changed);
    connect(&m_document, &Document::scenario_changed, this, [this] { document_changed(all_changes); });
    connect(&m_document.selection(), &Selection::changed, this, &RackElevation::selection_changed);
    selection_changed();
}

RackElevation::~RackElevation() = default;

void RackElevation::set_theme(const Theme& theme) {
    m_theme = theme;
    rebuild();
}

void RackElevation::set_evaluation(std::shared_ptr<const Evaluation> evaluation) {
    m_evaluation = std::move(evaluation);
    rebuild();
}

void RackElevation::set_gpu_colour(std::function<QColor(const std::string&)> colour) {
    m_gpu_colour = std::move(colour);
    rebuild();
}

void RackElevation::document_changed(Changes what) {
    if (what & (Changes(Change::cluster) | Change::scenarios)) rebuild();
}

void RackElevation::selection_changed() {
    std::vector<std::string> racks;
    for (const std::string& id : m_document.selection().ids())
        if (std::string rack = rack_of(m_document.cluster(), id);
            !rack.empty() && std::ranges::find(racks, rack) == racks.end())
            racks.push_back(std::move(rack));
    // A click into one of several racks keeps the others, to drag to.
    if (!m_choosing && !racks.empty()) m_racks = std::move(racks);
    rebuild();
    scroll_to_selection();
}

void RackElevation::rebuild() {
    m_dirty = true;
    if (!isVisible()) return;
    m_dirty = false;
    std::vector<ElevationRack> fronts;
    const Cluster& cluster = m_document.cluster();
    std::vector<Procurement> procurements; // none where the drawing says nothing
    if (says_procurement(cluster)) procurements = procurements_of(cluster);
    for (const std::string& id : m_racks) {
        if (fronts.size() == most_racks) break;
        if (auto layout = rack_layout(cluster, m_document.catalog(), id)) {
            fronts.push_back(rack_front(std::move(*layout), m_evaluation.get()));
            for (size_t i = 0; i < procurements.size(); ++i) {
                const Element& element = cluster.elements[i];
                if (element.id == id || element.parent == id)
                    fronts.back().procurements.emplace(element.id, procurements[i]);
            }
        }
        if (m_gpu_colour)
            for (ElevationRack& front : fronts) front.gpus = m_gpu_colour(front.layout.id);
    }
    m_picture = ElevationPicture(std::move(fronts), m_theme, viewport()->height());
    update_bars();
    const Element* device = m_document.cluster().find(selected_device());
    setAccessibleDescription(device && device->u ? tr("%1 at unit %2").arg(title_of(*device)).arg(*device->u)
                             : device            ? title_of(*device)
                                                 : QString());
    viewport()->update();
}

void RackElevation::update_bars() {
    const QSizeF size = m_picture.size();
    const auto set = [](QScrollBar* bar, double content, int page) {
        bar->setPageStep(page);
        bar->setSingleStep(24);
        bar->setRange(0, std::max(0, static_cast<int>(std::ceil(content)) - page));
    };
    set(horizontalScrollBar(), size.width(), viewport()->width());
    set(verticalScrollBar(), size.height(), viewport()->height());
}

QPointF RackElevation::offset() const {
    const QSizeF size = m_picture.size();
    const double centred = std::max(0.0, std::floor((viewport()->width() - size.width()) / 2));
    return {centred - horizontalScrollBar()->value(), -static_cast<double>(verticalScrollBar()->value())};
}

void RackElevation::paintEvent(QPaintEvent*) {
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), m_theme.window);
    if (m_picture.racks().empty()) {
        painter.setFont(m_theme.font(Theme::Role::body));
        painter.setPen(m_theme.secondary);
        painter.drawText(viewport()->rect().adjusted(24, 24, -24, -24), Qt::AlignCenter | Qt::TextWordWrap,
                         tr("Select a rack, or something that stands in one, to see its front. Several racks "
                            "stand side by side."));
        return;
    }
    painter.translate(offset());
    m_picture.paint(painter, m_document.selection().ids(), m_ghost);
}

void RackElevation::resizeEvent(QResizeEvent*) { rebuild(); }

void RackElevation::showEvent(QShowEvent* event) {
    QAbstractScrollArea::showEvent(event);
    if (m_dirty) rebuild();
}

std::string RackElevation::selected_device() const {
    for (const ElevationRack& rack : m_picture.racks())
        for (const RackDevice& device : rack.layout.devices)
            if (device.element == m_document.selection().primary()) return device.element;
    return {};
}

void RackElevation::choose(std::string id) {
    m_choosing = true;
    m_document.selection().set({std::move(id)});
    m_choosing = false;
}

void RackElevation::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || m_picture.racks().empty()) return;
    const QPointF point = event->position() - offset();
    const RackDevice* device = m_picture.device_at(point);
    const int rack = m_picture.rack_at(point);
    if (!device) {
        choose(m_picture.racks()[static_cast<size_t>(rack)].layout.id);
        return;
    }
    const RackLayout& layout = m_picture.racks()[static_cast<size_t>(rack)].layout;
    m_drag = Drag{device->element, event->position(),
                  m_picture.unit_at(rack, point.y()) - unit_in(layout, device->element), false};
    choose(m_drag->device);
}

void RackElevation::mouseMoveEvent(QMouseEvent* event) {
    if (!m_drag || !(event->buttons() & Qt::LeftButton)) return;
    const double moved = (event->position() - m_drag->start).manhattanLength();
    if (!m_drag->moving && moved < QApplication::startDragDistance()) return;
    if (m_document.is_read_only()) return;
    m_drag->moving = true;
    viewport()->setCursor(Qt::ClosedHandCursor);
    drag_to(event->position() - offset());
}

void RackElevation::drag_to(const QPointF& point) {
    const int at = m_picture.rack_at(point);
    const RackLayout& target = m_picture.racks()[static_cast<size_t>(at)].layout;
    const Element* element = m_document.cluster().find(m_drag->device);
    if (!element) return;
    int height = 0;
    for (const ElevationRack& rack : m_picture.racks())
        height = std::max(height, height_in(rack.layout, m_drag->device));
    const int wanted = m_picture.unit_at(at, point.y()) - m_drag->grip;
    for (const RackPlace& place : place_in_rack(target, m_drag->device, wanted, height))
        if (place.element == m_drag->device)
            m_ghost = ElevationGhost{at, place.u, height, QStringLiteral("U %1").arg(place.u)};
    if (element->count > 1) m_ghost->text += QStringLiteral(" · ") + tr("all %1").arg(element->count);
    viewport()->update();
}

void RackElevation::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || !m_drag) return;
    const Drag drag = *m_drag;
    const std::optional<ElevationGhost> ghost = m_ghost;
    m_drag.reset();
    m_ghost.reset();
    viewport()->unsetCursor();
    if (drag.moving && ghost) {
        const QPointF point = event->position() - offset();
        const std::string rack = m_picture.racks()[static_cast<size_t>(ghost->rack)].layout.id;
        m_choosing = true; // the selection may be told again
        move_in_rack(m_document, drag.device, rack, m_picture.unit_at(ghost->rack, point.y()) - drag.grip);
        m_choosing = false;
    }
    rebuild();
}

void RackElevation::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape && m_drag) {
        m_drag.reset();
        m_ghost.reset();
        viewport()->unsetCursor();
        viewport()->update();
        return;
    }
    const std::string device = selected_device();
    const bool movable = !device.empty() && !m_drag && !m_document.is_read_only();
    const bool upright = event->key() == Qt::Key_Up || event->key() == Qt::Key_Down;
    const bool aside = event->key() == Qt::Key_Left || event->key() == Qt::Key_Right;
    if (movable && upright && event->modifiers() == Qt::NoModifier) {
        step_in_rack(m_document, device, event->key() == Qt::Key_Up ? 1 : -1);
        scroll_to_selection();
    } else if (movable && aside && event->modifiers() == Qt::ControlModifier) {
        move_beside(event->key() == Qt::Key_Right ? 1 : -1);
    } else {
        QAbstractScrollArea::keyPressEvent(event);
    }
}

void RackElevation::move_beside(int direction) {
    const std::string device = selected_device();
    const auto& racks = m_picture.racks();
    for (int i = 0; i < static_cast<int>(racks.size()); ++i) {
        const int u = unit_in(racks[static_cast<size_t>(i)].layout, device);
        const int beside = i + direction;
        if (u == 0 || beside < 0 || beside >= static_cast<int>(racks.size())) continue;
        const std::string rack = racks[static_cast<size_t>(beside)].layout.id;
        m_choosing = true;
        move_in_rack(m_document, device, rack, u);
        m_choosing = false;
        return;
    }
}

/// Tab goes from device to device, then on to the next panel.
bool RackElevation::focusNextPrevChild(bool next) {
    std::vector<std::string> order;
    for (const ElevationRack& rack : m_picture.racks())
        for (const RackDevice& device : rack.layout.devices)
            if (std::ranges::find(order, device.element) == order.end()) order.push_back(device.element);
    if (order.empty()) return QAbstractScrollArea::focusNextPrevChild(next);
    const auto at = std::ranges::find(order, m_document.selection().primary());
    if (at == order.end()) {
        choose(next ? order.front() : order.back());
        return true;
    }
    if (at == (next ? order.end() - 1 : order.begin())) return QAbstractScrollArea::focusNextPrevChild(next);
    choose(*(next ? at + 1 : at - 1));
    return true;
}

void RackElevation::scroll_to_selection() {
    const std::string id = m_document.selection().primary();
    for (int i = 0; i < static_cast<int>(m_picture.racks().size()); ++i)
        for (const RackDevice& device : m_picture.racks()[static_cast<size_t>(i)].layout.devices) {
            if (device.element != id) continue;
            const QRectF box = m_picture.device(i, device).translated(offset());
            const QRectF seen = viewport()->rect();
            if (seen.contains(box.center())) return;
            verticalScrollBar()->setValue(verticalScrollBar()->value() +
                                          static_cast<int>(box.center().y() - seen.center().y()));
            return;
        }
}

bool RackElevation::viewportEvent(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QAbstractScrollArea::viewportEvent(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const QPointF point = QPointF(help->pos()) - offset();
    const RackDevice* device = m_picture.device_at(point);
    const int rack = m_picture.rack_at(point);
    if (rack < 0) return true;
    QString text =
        hover_text(device ? device->element : m_picture.racks()[static_cast<size_t>(rack)].layout.id,
                   m_document.cluster(), m_document.catalog(), m_evaluation.get());
    if (device) {
        const QString units = device->height > 1 ? tr("U %1 to %2").arg(device->u).arg(device->top())
                                                 : tr("U %1").arg(device->u);
        text += device->fits
                    ? QStringLiteral("<p>%1</p>").arg(units)
                    : QStringLiteral("<p>%1</p>").arg(tr("%1: the rack has no room for it").arg(units));
    }
    show_rich_tip(help->globalPos(), text, viewport());
    return true;
}

void RackElevation::contextMenuEvent(QContextMenuEvent* event) {
    if (m_picture.racks().empty()) return;
    QMenu menu(this);
    menu.addAction(tr("Copy as picture"), this, &RackElevation::copy_picture);
    menu.addAction(tr("Save as picture…"), this, [this] {
        const QString path = QFileDialog::getSaveFileName(this, tr("Save the racks as a picture"), {},
                                                          tr("Pictures (*.svg *.pdf *.png)"));
        if (path.isEmpty()) return;
        if (const auto saved = save_picture(path.toStdString()); !saved)
            m_document.refuse(to_qt(saved.error().text()));
    });
    menu.exec(event->globalPos());
}

Result<void> RackElevation::save_picture(const std::filesystem::path& path) const {
    return save_elevation(path, m_picture, m_theme);
}

void RackElevation::copy_picture() const {
    auto copied = std::make_unique<QMimeData>();
    copied->setImageData(elevation_image(m_picture, m_theme, 2));
    QApplication::clipboard()->setMimeData(copied.release());
}

} // namespace roofrack
