// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/text/text_board.h"

#include "widgets/canvas/items/diagram_measure.h"
#include "widgets/canvas/text/segment_clip.h"
#include "widgets/canvas/text/text_families.h"
#include "widgets/theme/text_width.h"

#include <algorithm>
#include <cmath>

namespace roofrack {
namespace {

double base_size(Theme::Role role) { return role == Theme::Role::secondary ? 11 : 13; }

} // namespace

double TextBoard::Line::width() const {
    if (natural < 0) natural = text_width(text, role, family) + 1;
    return natural * scale;
}

double TextBoard::Line::height() const { return text_height(role, family) * scale; }

TextBoard::TextBoard(const Diagram& drawing, const OverlayStyle& overlay_style, const PainterStyle& style,
                     double zoom)
    : m_drawing(drawing)
    , m_overlay_style(overlay_style)
    , m_style(style)
    , m_zoom(std::max(zoom, 1e-4))
    , m_taken(drawing.bounds(), std::max(128.0, 48 / m_zoom))
    , m_borders(drawing.bounds(), std::max(512.0, 48 / m_zoom))
    , m_seen(drawing.links().size(), 0)
    , m_broken(drawing.links().size(), 0) {
    m_text.m_no_picture.assign(m_drawing.elements().size(), 0);
    take_boxes();
}

TextBoard::Line TextBoard::line(const QString& text, Theme::Role role, double least,
                                const QColor& colour) const {
    return {text, role, std::max(1.0, std::max(least, m_style.least_type) / (base_size(role) * m_zoom)),
            colour, m_style.theme.family};
}

TextBoard::Line TextBoard::sized(const QString& text, Theme::Role role, double size,
                                 const QColor& colour) const {
    return {text, role, std::max(size, m_style.least_type) / (base_size(role) * m_zoom), colour,
            m_style.theme.family};
}

void TextBoard::take_boxes() {
    const auto& elements = m_drawing.elements();
    const auto containers = static_cast<size_t>(m_drawing.containers());
    for (size_t i = 0; i < elements.size(); ++i) {
        const DrawnElement& element = elements[i];
        const double stack =
            diagram_measure::stack_step * std::clamp(element.count - 1, 0, 2); // outlines behind the box
        if (i >= containers) {
            m_taken.add(element.rect.adjusted(0, -stack, stack, 0), static_cast<int>(i));
            continue;
        }
        const QRectF& frame = element.rect;
        const double half = px(1), side = px(3); // half width of clear ground
        const double width = frame.width() + stack, height = frame.height() + stack;
        m_borders.add({frame.left() - half, frame.top() - stack - half, width, stack + 2 * half});
        m_borders.add({frame.left() - half, frame.bottom() - half, width, 2 * half});
        m_borders.add({frame.left() - half, frame.top(), half + side, frame.height()});
        m_borders.add({frame.right() - side, frame.top() - stack, stack + half + side, height});
    }
}

QColor TextBoard::ground_at(const QPointF& place) const {
    int containers = 0;
    for (int i = 0; i < m_drawing.containers(); ++i) {
        const DrawnElement& one = m_drawing.elements()[static_cast<size_t>(i)];
        if (one.rect.contains(place)) containers = std::max(containers, one.depth + 1);
    }
    return m_style.ground(containers);
}

/// As the painter of links has it.
bool TextBoard::is_seen(int index) const {
    const Detail detail = detail_at(m_zoom);
    if (detail == Detail::all) return true;
    signed char& known = m_seen[static_cast<size_t>(index)];
    if (known != 0) return known > 0;
    const DrawnLink& link = m_drawing.links()[static_cast<size_t>(index)];
    const bool second = detail == Detail::tiles && link.bundle >= 0 &&
                        m_drawing.bundles()[static_cast<size_t>(link.bundle)].links.front() != index;
    known = 1;
    if (!link.facility && !second) return true;
    const LinkStyle& link_style = m_overlay_style.link(link.id);
    if (!link_style.colour.isValid() || (link.facility && link_style.quiet)) known = -1;
    return known > 0;
}

bool TextBoard::meets(const SpatialGrid::Entry& entry, const QRectF& area) const {
    if (!is_seen(entry.item)) return false;
    if (entry.area.width() < 0.01 || entry.area.height() < 0.01) return true;
    // A piece of a bend is as good as its box; a long slanted one is not.
    constexpr double little = 16;
    if (std::max(entry.area.width(), entry.area.height()) < std::max(little, area.height() / 2)) return true;
    const QPolygonF& line = m_drawing.links()[static_cast<size_t>(entry.item)].line;
    for (qsizetype i = 1; i < line.size(); ++i) {
        const QPointF &a = line[i - 1], &b = line[i];
        if (std::max(a.x(), b.x()) < area.left() || std::min(a.x(), b.x()) > area.right() ||
            std::max(a.y(), b.y()) < area.top() || std::min(a.y(), b.y()) > area.bottom())
            continue;
        if (clipped(QLineF(a, b), area)) return true;
    }
    return false;
}

std::vector<int> TextBoard::links_under(const QRectF& area) const {
    std::vector<int> under;
    m_drawing.link_grid().any(area, [&](const SpatialGrid::Entry& entry) {
        if (std::find(under.begin(), under.end(), entry.item) == under.end() && meets(entry, area))
            under.push_back(entry.item);
        return false;
    });
    return under;
}

bool TextBoard::crosses_link(const QRectF& area) const {
    return m_drawing.link_grid().any(area,
                                     [&](const SpatialGrid::Entry& entry) { return meets(entry, area); });
}

void TextBoard::add(const Line& line, const QRectF& area, const QColor& ground) {
    const double beside = 4 * line.scale; // no two words run into one
    m_taken.add(area.adjusted(-beside / 2, 0, beside / 2, 0));
    m_text.m_texts.push_back({line.text, area, line.role, line.scale, line.colour, ground, {}});
}

bool TextBoard::put_inside(const Line& line, const QPointF& top_left, int owner) {
    const QRectF area(top_left, QSizeF(line.width(), line.height()));
    if (!m_taken.is_free(area, owner)) return false;
    add(line, area, {});
    return true;
}

bool TextBoard::put(const Line& line, const QPointF& top_left, int owner, Links links) {
    const QRectF area(top_left, QSizeF(line.width(), line.height()));
    if (!m_taken.is_free(area, owner) || !m_borders.is_free(area)) return false;
    const double near_by = links == Links::clear ? px(3) : px(1);
    const QRectF around = area.adjusted(-near_by, 0, near_by, 0);
    // A ground under a word that only nearly meets a link is not seen: names below racks, of which there are
    // thousands, are not asked about more closely.
    const bool crosses =
        links == Links::any
            ? m_drawing.link_grid().any(around, [](const SpatialGrid::Entry&) { return true; })
            : crosses_link(around);
    if (!crosses) {
        add(line, area, {});
        return true;
    }
    if (links == Links::clear) return false;
    const double patch = DrawingText::ground_beside * line.scale;
    if (!m_taken.is_free(area.adjusted(-patch, 0, patch, 0), owner)) {
        if (links == Links::once || crosses_link(around)) return false;
        add(line, area, {});
        return true;
    }
    if (links == Links::once) {
        const std::vector<int> under = links_under(around);
        if (std::any_of(under.begin(), under.end(), [this](int link) { return is_broken(link); }))
            return false;
        for (const int link : under) break_link(link);
    }
    const bool container = owner < m_drawing.containers();
    add(line, area,
        container ? ground_at(area.center())
                  : m_style.ground(m_drawing.elements()[static_cast<size_t>(owner)].depth));
    return true;
}

void TextBoard::break_link(int link) {
    m_breaks.push_back(link);
    ++m_broken[static_cast<size_t>(link)];
}

void TextBoard::back_to(const Mark& mark) {
    m_text.m_texts.resize(mark.texts);
    m_taken.back_to(mark.taken);
    for (; m_breaks.size() > mark.breaks; m_breaks.pop_back())
        --m_broken[static_cast<size_t>(m_breaks.back())];
}

bool TextBoard::shrink(Line& line, double width, double least) const {
    if (line.width() <= width) return true;
    const double least_scale = std::max(least, m_style.least_type) / (base_size(line.role) * m_zoom);
    if (least_scale >= line.scale) return false;
    line.scale = std::max(least_scale, 0.999 * width / (line.width() / line.scale));
    return line.width() <= width;
}

bool TextBoard::cut(Line& line, double width) const {
    if (line.width() <= width) return true;
    // "Rack of the old ro… × 32": the count stays.
    const QString whole = line.text, count = count_of_title(whole).toString();
    const QString name = whole.left(whole.size() - count.size());
    constexpr qsizetype least = 4;
    // What is surely too long is not measured: this is asked for thousands of names at each step of a zoom.
    const auto natural = [&](const QString& part) { return text_width(part, line.role, line.family); };
    const double room = width / line.scale - natural(count) - natural(QString(QChar(0x2026)));
    qsizetype most = 0;
    for (double used = 0; most < name.size(); ++most) {
        used += natural(QString(name[most]));
        if (used > room + 2) break;
    }
    for (qsizetype keep = std::min(most, name.size() - 1); keep >= std::max(least, name.size() / 2); --keep) {
        line.set_text(name.left(keep).trimmed() + QChar(0x2026) + count);
        if (line.width() <= width) return true;
    }
    line.set_text(whole);
    return false;
}

} // namespace roofrack
