// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/edits/free_place.h"

#include "widgets/canvas/diagram/diagram_builder.h"
#include "widgets/canvas/items/canvas_grid.h"
#include "widgets/canvas/items/diagram_measure.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace roofrack {
namespace {

using namespace diagram_measure;

QRectF on_grid(const QRectF& frame) { return {to_grid(frame.topLeft()), frame.size()}; }

QRectF painted(const QRectF& frame, ElementKind kind, int count) {
    DrawnElement element;
    element.kind = kind;
    element.count = count;
    element.rect = frame;
    return painted_area(element);
}

/// Feeds, cooling and storage stand in a column, everything else in rows.
bool stands_in_column(ElementKind kind) {
    return kind == ElementKind::feed || kind == ElementKind::cooling || kind == ElementKind::storage;
}

double gap_of(ElementKind kind) { return kind == ElementKind::switch_ ? switch_gap : block_gap; }

QRectF bounds_of(const std::vector<QRectF>& frames) {
    QRectF all;
    for (const QRectF& frame : frames) all |= frame;
    return all;
}

} // namespace

FreePlace::FreePlace(const Cluster& cluster, const Diagram& drawing, const QRectF& visible)
    : m_cluster(cluster)
    , m_visible(visible) {
    std::unordered_map<std::string_view, std::string_view> parents;
    for (const Element& element : cluster.elements) parents.emplace(element.id, element.parent);
    m_standing.reserve(drawing.elements().size() + 1);
    for (const DrawnElement& element : drawing.elements()) {
        const auto parent = parents.find(element.id);
        add(element, parent == parents.end() ? std::string() : std::string(parent->second));
    }
}

void FreePlace::add(const DrawnElement& element, const std::string& container) {
    m_standing.push_back({element.id, element.kind, element.rect, painted_area(element), container});
}

/// The container and those around it, inner first; ends when containment is cyclic.
std::vector<std::string> FreePlace::chain_of(const std::string& container) const {
    std::vector<std::string> chain;
    for (std::string at = container; !at.empty() && std::ranges::find(chain, at) == chain.end();) {
        const Element* element = m_cluster.find(at);
        if (!element) break;
        chain.push_back(at);
        at = element->parent;
    }
    return chain;
}

std::vector<const FreePlace::Standing*> FreePlace::standing_in(const std::string& container) const {
    std::vector<const Standing*> inside;
    for (const Standing& one : m_standing)
        if (one.container == container) inside.push_back(&one);
    return inside;
}

bool FreePlace::is_free(const QRectF& frame, ElementKind kind, int count,
                        const std::string& container) const {
    const std::vector<std::string> chain = chain_of(container);
    const auto around = [&](const std::string& id) { return std::ranges::find(chain, id) != chain.end(); };
    QRectF area = painted(frame, kind, count);
    for (const Standing& one : m_standing)
        if (!around(one.id) && one.area.intersects(area)) return false;
    // A container without a size of its own grows around its contents.
    for (const std::string& id : chain) {
        const auto found = std::ranges::find(m_standing, id, &Standing::id);
        const Element* element = m_cluster.find(id);
        if (found == m_standing.end() || !element) return true;
        const QRectF now = found->frame;
        // A given size holds the frames; a rack's name may reach a little over.
        if (element->size) return now.contains(id == chain.front() ? frame : area);
        const QRectF grown = now | frame_around(area);
        if (grown == now) return true;
        for (const Standing& one : m_standing) {
            if (around(one.id) || !one.area.intersects(grown)) continue;
            const std::vector<std::string> its = chain_of(one.container);
            if (std::ranges::find(its, id) == its.end()) return false;
        }
        area = grown.adjusted(-outline_mark, -outline_mark, outline_mark, outline_mark);
    }
    return true;
}

std::optional<QRectF> FreePlace::next_in_row(const std::vector<const Standing*>& same_kind, ElementKind kind,
                                             const QSizeF& size, const std::string& container) const {
    if (same_kind.empty()) return std::nullopt;
    const QRectF last = same_kind.back()->frame;
    if (stands_in_column(kind))
        return QRectF(QPointF(last.left(), same_kind.back()->area.bottom() + side_row_gap), size);
    // The row of the last one: what stands at its height.
    double left = last.left(), right = last.right(), bottom = last.bottom();
    for (const Standing* one : same_kind) {
        const QRectF& frame = one->frame;
        if (frame.top() > last.bottom() || frame.bottom() < last.top()) continue;
        left = std::min(left, frame.left());
        right = std::max(right, frame.right());
        bottom = std::max(bottom, one->area.bottom());
    }
    const double gap = gap_of(kind);
    constexpr int usual_row = 8;
    double width = std::max(m_visible.width() - 2 * gap, 0.0);
    width = std::max(width, usual_row * (size.width() + gap));
    if (const Element* holder = m_cluster.find(container); holder && holder->size)
        width = holder->size->x - 2 * container_side;
    if (right + gap + size.width() - left <= width) return QRectF(QPointF(right + gap, last.top()), size);
    return QRectF(QPointF(left, bottom + row_gap), size);
}

QRectF FreePlace::wanted_beside(ElementKind kind, const QSizeF& size, const std::string& container) const {
    const std::vector<const Standing*> inside = standing_in(container);
    std::vector<const Standing*> same_kind, seen;
    for (const Standing* one : inside) {
        const bool shown = !container.empty() || m_visible.isEmpty() || m_visible.intersects(one->frame);
        if (one->kind == kind && shown) same_kind.push_back(one);
        if (shown) seen.push_back(one);
    }
    if (const auto next = next_in_row(same_kind, kind, size, container)) return *next;
    if (!seen.empty()) {
        std::vector<QRectF> frames;
        for (const Standing* one : seen) frames.push_back(one->area);
        const QRectF all = bounds_of(frames);
        if (kind == ElementKind::switch_)
            return {QPointF(all.center().x() - size.width() / 2, all.top() - tier_gap - size.height()), size};
        if (stands_in_column(kind)) return {QPointF(all.right() + side_gap, all.top() + 8), size};
        const QRectF& last = seen.back()->frame;
        return {QPointF(all.right() + gap_of(kind), kind == ElementKind::note ? all.top() : last.top()),
                size};
    }
    if (const auto holder = std::ranges::find(m_standing, container, &Standing::id);
        holder != m_standing.end())
        return {holder->frame.topLeft() + QPointF(container_side, container_top), size};
    QRectF middle(QPointF(), size);
    middle.moveCenter(m_visible.center());
    return middle;
}

QRectF FreePlace::beside_others(ElementKind kind, int count, const QSizeF& size,
                                const std::string& container) const {
    return near(wanted_beside(kind, size, container), kind, count, container);
}

std::vector<QPointF> FreePlace::for_all(const std::vector<Element>& added, const QSizeF& size,
                                        const std::optional<QPointF>& corner) {
    constexpr size_t few = 16; // so many at most are placed one by one, into gaps
    if (added.size() > few) return in_block(added.front(), added.size(), size, corner);
    std::vector<QPointF> out;
    for (const Element& element : added) {
        DrawnElement drawn;
        drawn.id = element.id;
        drawn.kind = element.kind;
        drawn.count = element.count;
        drawn.rect = corner && out.empty()
                         ? near(QRectF(*corner, size), element.kind, element.count, element.parent)
                         : beside_others(element.kind, element.count, size, element.parent);
        // The origin is where a drawing without places of its own has everything.
        if (drawn.rect.topLeft() == QPointF()) drawn.rect.translate(0, canvas_grid);
        out.push_back(drawn.rect.topLeft());
        add(drawn, element.parent);
    }
    return out;
}

std::vector<QPointF> FreePlace::in_block(const Element& one, size_t count, const QSizeF& size,
                                         const std::optional<QPointF>& corner) const {
    constexpr double shape = 1.6; // width by height
    const QRectF area = painted(QRectF(QPointF(), size), one.kind, one.count);
    constexpr double apart = 8; // distance of what is painted around them
    const double across = up_to_grid(std::max(size.width() + gap_of(one.kind), area.width() + apart));
    const double down = up_to_grid(area.height() + row_gap);
    double width = std::ceil(std::sqrt(static_cast<double>(count) * shape * down / across));
    if (const Element* holder = m_cluster.find(one.parent); holder && holder->size)
        width = std::clamp(std::floor((holder->size->x - 2 * container_side) / across), 1.0, width);
    const auto columns = static_cast<size_t>(width), rows = (count + columns - 1) / columns;
    const QSizeF block(across * width - gap_of(one.kind),
                       down * static_cast<double>(rows - 1) + size.height());
    QRectF all = corner ? near(QRectF(*corner, block), one.kind, one.count, one.parent)
                        : beside_others(one.kind, one.count, block, one.parent);
    if (all.topLeft() == QPointF()) all.translate(0, canvas_grid);
    std::vector<QPointF> out;
    out.reserve(count);
    for (size_t i = 0; i < count; ++i) {
        const size_t row = i / columns, column = i % columns;
        out.push_back(all.topLeft() +
                      QPointF(static_cast<double>(column) * across, static_cast<double>(row) * down));
    }
    return out;
}

QRectF FreePlace::near(const QRectF& wanted, ElementKind kind, int count,
                       const std::string& container) const {
    const QRectF first = on_grid(wanted);
    if (is_free(first, kind, count, container)) return first;
    // Beside each thing that is in the way, at the height of the wanted place or of that thing.
    constexpr double apart = 16;
    const QRectF painted_first = painted(first, kind, count);
    const double before_x = first.left() - painted_first.left(),
                 after_x = painted_first.right() - first.right();
    const double before_y = first.top() - painted_first.top(),
                 after_y = painted_first.bottom() - first.bottom();
    std::vector<QRectF> candidates;
    for (const Standing& one : m_standing) {
        const QRectF area = one.area, frame = one.frame;
        const double right = area.right() + apart + before_x, below = area.bottom() + apart + before_y;
        const double left = area.left() - apart - after_x - first.width();
        const double above = area.top() - apart - after_y - first.height();
        for (const QPointF& corner :
             {QPointF(right, first.top()), QPointF(left, first.top()), QPointF(first.left(), below),
              QPointF(first.left(), above), QPointF(right, frame.top()), QPointF(left, frame.top()),
              QPointF(frame.left(), below), QPointF(frame.left(), above)})
            candidates.emplace_back(corner, first.size());
    }
    const auto away = [&](const QRectF& frame) {
        const QPointF by = frame.topLeft() - first.topLeft();
        return by.x() * by.x() + by.y() * by.y();
    };
    std::stable_sort(candidates.begin(), candidates.end(),
                     [&](const QRectF& a, const QRectF& b) { return away(a) < away(b); });
    constexpr size_t most = 2000; // a drawing so dense that none of the nearest is free has room at its edge
    for (size_t i = 0; i < std::min(candidates.size(), most); ++i)
        if (const QRectF frame = on_grid(candidates[i]); is_free(frame, kind, count, container)) return frame;
    QRectF all;
    for (const Standing& one : m_standing) all |= one.area;
    return on_grid(QRectF(QPointF(all.right() + 2 * apart + before_x, first.top()), first.size()));
}

} // namespace roofrack
