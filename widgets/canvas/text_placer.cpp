// SPDX-License-Identifier: GPL-3.0-or-later
#include "canvas/text_placer.h"

#include "canvas/diagram_measure.h"
#include "canvas/text_width.h"

#include <QFontMetricsF>

#include <algorithm>
#include <array>
#include <cmath>

namespace roofrack {
namespace {

/// Least sizes on the screen, px.
constexpr double least_group = 11.5, least_name = 10, least_note = 9.5;
constexpr double least_shrunk = 8; ///< px, of a name that would be cut otherwise
constexpr double note_zoom = 0.5;  ///< below it only names are written
constexpr double rack_name_zoom = 0.2;

bool has_name_below(ElementKind kind) { return kind == ElementKind::rack || kind == ElementKind::server; }

bool is_unit(ElementKind kind) {
    return kind == ElementKind::feed || kind == ElementKind::cooling || kind == ElementKind::storage;
}

double line_height(Theme::Role role) {
    static const std::array<double, 4> heights = [] {
        std::array<double, 4> all{};
        for (size_t i = 0; i < all.size(); ++i)
            all[i] = QFontMetricsF(Theme::light().font(static_cast<Theme::Role>(i))).height();
        return all;
    }();
    return heights[static_cast<size_t>(role)];
}

double base_size(Theme::Role role) { return role == Theme::Role::secondary ? 11 : 13; }

} // namespace

double TextPlacer::Line::width() const { return (text_width(text, role) + 1) * scale; }

double TextPlacer::Line::height() const { return line_height(role) * scale; }

TextPlacer::TextPlacer(const Diagram& drawing, const Looks& looks, const PainterStyle& style, double zoom)
    : m_drawing(drawing)
    , m_looks(looks)
    , m_style(style)
    , m_zoom(std::max(zoom, 1e-4))
    , m_taken(drawing.bounds(), std::max(128.0, 48 / m_zoom))
    , m_named(drawing.elements().size(), 0)
    , m_foot(drawing.elements().size(), 0) {}

TextPlacer::Line TextPlacer::line(const QString& text, Theme::Role role, double least,
                                  const QColor& colour) const {
    return {text, role, std::max(1.0, least / (base_size(role) * m_zoom)), colour};
}

DrawingText TextPlacer::run() {
    const auto& elements = m_drawing.elements();
    for (size_t i = static_cast<size_t>(m_drawing.containers()); i < elements.size(); ++i) {
        const double stack = elements[i].count > 1 ? 2 * diagram_measure::stack_step : 0;
        m_taken.add(elements[i].rect.adjusted(0, -stack, stack, 0), static_cast<int>(i));
    }
    name_containers(false);
    name_containers(true);
    name_elements();
    write_ratios();
    label_links();
    if (detail_at(m_zoom) == Detail::tiles) label_bundles();
    if (m_zoom >= note_zoom) describe_elements();
    return std::move(m_text);
}

QColor TextPlacer::ground_at(int element) const {
    if (element < 0) return m_style.ground(0);
    const DrawnElement& one = m_drawing.elements()[static_cast<size_t>(element)];
    return m_style.ground(element < m_drawing.containers() ? one.depth + 1 : one.depth);
}

bool TextPlacer::crosses_link(const QRectF& area) const {
    return m_drawing.link_grid().any(area, [](const SpatialGrid::Entry&) { return true; });
}

bool TextPlacer::try_at(const Line& line, const QPointF& top_left, int owner, bool on_ground) {
    const QRectF area(top_left, QSizeF(line.width(), line.height()));
    if (!m_taken.is_free(area, owner)) return false;
    const double beside = 4 * line.scale; // no two words run into one
    m_taken.add(area.adjusted(-beside / 2, 0, beside / 2, 0));
    DrawnText text{line.text, area, line.role, line.scale, line.colour, {}};
    if (on_ground || crosses_link(area)) text.ground = ground_at(owner);
    m_text.m_texts.push_back(std::move(text));
    return true;
}

bool TextPlacer::try_centred(const Line& line, const QPointF& top_middle, int owner) {
    return try_at(line, top_middle - QPointF(line.width() / 2, 0), owner);
}

bool TextPlacer::shorten(Line& line, double width) const {
    if (line.width() <= width) return true;
    if (const double least_scale = std::max(1.0, least_shrunk / (base_size(line.role) * m_zoom));
        least_scale < line.scale) { // smaller before shorter
        line.scale = std::max(least_scale, 0.999 * width / (line.width() / line.scale));
        if (line.width() <= width) return true;
    }
    // "Rack of the old ro… × 32": the count stays.
    const QString whole = line.text;
    const qsizetype times = whole.lastIndexOf(QStringLiteral(" × "));
    const QString count = times > 0 && whole.size() - times < 10 ? whole.mid(times) : QString();
    const QString name = whole.left(whole.size() - count.size());
    constexpr qsizetype least = 4;
    // What is surely too long is not measured: this is asked for thousands of names at each step of a zoom.
    const double room =
        width / line.scale - text_width(count, line.role) - text_width(QString(QChar(0x2026)), line.role);
    qsizetype most = 0;
    for (double used = 0; most < name.size(); ++most) {
        used += text_width(QString(name[most]), line.role);
        if (used > room + 2) break;
    }
    for (qsizetype keep = std::min(most, name.size() - 1); keep >= std::max(least, name.size() / 2); --keep) {
        line.text = name.left(keep).trimmed() + QChar(0x2026) + count;
        if (line.width() <= width) return true;
    }
    line.text = whole;
    return false;
}

/// In the header; zoomed out above the frame, or in its middle over the tiles.
void TextPlacer::name_containers(bool over_tiles) {
    std::vector<char> outer(static_cast<size_t>(m_drawing.containers()),
                            0); // their groups have names of their own
    for (int i = 0; i < m_drawing.containers(); ++i)
        if (const int parent = m_drawing.elements()[static_cast<size_t>(i)].parent; parent >= 0)
            outer[static_cast<size_t>(parent)] = 1;
    for (int i = 0; i < m_drawing.containers(); ++i) {
        if (m_named[static_cast<size_t>(i)]) continue;
        const DrawnElement& element = m_drawing.elements()[static_cast<size_t>(i)];
        const QRectF area = label_area(element);
        Line name = line(element.title, Theme::Role::strong, least_group, m_style.theme.secondary);
        const bool fits = name.width() <= area.width();
        char& named = m_named[static_cast<size_t>(i)];
        if (over_tiles) {
            name.colour = m_style.theme.text;
            const QPointF middle = element.rect.center();
            if (detail_at(m_zoom) != Detail::all && fits && !outer[static_cast<size_t>(i)] &&
                name.height() * 1.3 < element.rect.height()) {
                const QRectF place(middle - QPointF(name.width(), name.height()) / 2,
                                   QSizeF(name.width(), name.height()));
                const bool other =
                    std::any_of(m_text.m_texts.begin(), m_text.m_texts.end(),
                                [&](const DrawnText& text) { return text.area.intersects(place); });
                if (!other) {
                    m_taken.add(place);
                    m_text.m_texts.push_back(
                        {name.text, place, name.role, name.scale, name.colour, ground_at(i)});
                    named = 1;
                }
            }
            continue;
        }
        if (area.height() >= name.height() && shorten(name, area.width()))
            named = try_at(name, {area.left(), area.center().y() - name.height() / 2}, i);
        else if (fits) {
            // Above the frame, where no other frame is.
            const QRectF above(element.rect.left(), element.rect.top() - name.height() - 2 * name.scale,
                               name.width(), name.height());
            const auto near_by = m_drawing.elements_in(above);
            const bool clear = std::none_of(near_by.begin(), near_by.end(), [&](int other) {
                const DrawnElement& one = m_drawing.elements()[static_cast<size_t>(other)];
                return other != i && other < m_drawing.containers() && !one.rect.contains(element.rect) &&
                       one.rect.intersects(above);
            });
            if (clear) named = try_at(name, above.topLeft(), element.parent);
        }
    }
}

void TextPlacer::name_elements() {
    const auto& elements = m_drawing.elements();
    const auto first = static_cast<size_t>(m_drawing.containers());
    // Switches first: a drawing has few, and they tell its shape.
    for (size_t i = first; i < elements.size(); ++i)
        if (elements[i].kind == ElementKind::switch_) name_inside(static_cast<int>(i));
    size_t racks = 0, named = 0;
    const size_t before = m_text.m_texts.size();
    for (size_t i = first; i < elements.size(); ++i) {
        if (elements[i].kind == ElementKind::switch_ || elements[i].kind == ElementKind::note) continue;
        if (!has_name_below(elements[i].kind)) continue;
        if (m_zoom >= rack_name_zoom) name_below(static_cast<int>(i));
        ++racks;
        named += m_named[i] != 0;
    }
    // A few names left among many that are not shown would look like errors.
    constexpr double most_missing = 0.25;
    if (static_cast<double>(racks - named) > most_missing * static_cast<double>(racks) && racks > 4) {
        m_text.m_texts.resize(before);
        for (size_t i = first; i < elements.size(); ++i)
            if (has_name_below(elements[i].kind)) m_named[i] = 0;
    }
    for (size_t i = first; i < elements.size(); ++i)
        if (is_unit(elements[i].kind)) name_inside(static_cast<int>(i));
    if (m_zoom >= note_zoom)
        for (size_t i = first; i < elements.size(); ++i)
            if (!m_named[i] && elements[i].kind != ElementKind::note)
                m_text.m_dropped.push_back(elements[i].title);
}

void TextPlacer::name_below(int index) {
    const auto at = static_cast<size_t>(index);
    const DrawnElement& element = m_drawing.elements()[at];
    const ElementLook& look = m_looks.element(element.id);
    Line name =
        line(element.title, Theme::Role::strong, least_name, look.alarm ? look.frame : m_style.theme.text);
    const QPointF place(element.rect.center().x(), element.rect.bottom() + 4);
    m_foot[at] = place.y() + name.height();
    m_named[at] = try_centred(name, place, index);
    if (m_named[at]) return;
    // Between the neighbours: a little of what is beside the rack is free.
    for (const double beyond : {24.0, 16.0, 0.0}) {
        Line shorter = name;
        if (!shorten(shorter, element.rect.width() + 2 * beyond)) continue;
        if ((m_named[at] = try_centred(shorter, place, index))) return;
    }
}

void TextPlacer::name_inside(int index) {
    const auto at = static_cast<size_t>(index);
    const DrawnElement& element = m_drawing.elements()[at];
    const ElementLook& look = m_looks.element(element.id);
    Line name =
        line(element.title, Theme::Role::strong, least_name, look.alarm ? look.frame : m_style.theme.text);
    const QRectF& rect = element.rect;
    if (element.kind == ElementKind::switch_) {
        if (name.height() <= rect.height() - 4 && shorten(name, rect.width() - 6)) {
            m_named[at] = try_at(name, rect.center() - QPointF(name.width(), name.height()) / 2, index);
        } else { // larger than its box: on a ground of its own, where nothing else stands
            const QPointF corner = rect.center() - QPointF(name.width(), name.height()) / 2;
            m_named[at] = try_at(name, corner, index, true);
        }
        return;
    }
    const bool two = m_zoom >= note_zoom && (!element.subtitle.isEmpty() || !look.figures.isEmpty());
    const double indent = m_zoom >= 0.4 ? 32 : 8;
    if (name.height() > rect.height() - 6 || !shorten(name, rect.width() - indent - 6)) return;
    const double second = line({}, Theme::Role::secondary, least_note, {}).height();
    const bool both = two && name.height() + second <= rect.height() - 4;
    const double bar = look.power_share ? 4 : 0;
    const double top = both ? rect.top() + (rect.height() - bar - name.height() - second) / 2 + 1
                            : rect.center().y() - (name.height() + bar) / 2;
    m_foot[at] = both ? top + name.height() : 0;
    m_named[at] = try_at(name, {rect.left() + indent, top}, index);
}

int TextPlacer::around(int from, int to) const {
    const auto parent = [&](int element) {
        return m_drawing.elements()[static_cast<size_t>(element)].parent;
    };
    for (int outer = parent(from); outer >= 0; outer = parent(outer))
        for (int one = parent(to); one >= 0; one = parent(one))
            if (one == outer) return outer;
    return -1;
}

bool TextPlacer::try_along(const Line& line, const QPolygonF& way, int around) {
    const double width = line.width() + 8 * line.scale, height = line.height();
    double length = 0;
    for (qsizetype i = 1; i < way.size(); ++i) length += QLineF(way[i - 1], way[i]).length();
    for (const double share : {0.5, 0.4, 0.6, 0.3, 0.7, 0.22, 0.78, 0.15, 0.85}) {
        double left = share * length;
        QPointF place = way.isEmpty() ? QPointF() : way.front();
        for (qsizetype i = 1; i < way.size(); ++i) {
            const QLineF piece(way[i - 1], way[i]);
            if (left <= piece.length()) {
                place = piece.length() > 0 ? piece.pointAt(left / piece.length()) : piece.p1();
                break;
            }
            left -= piece.length();
        }
        if (!m_taken.is_free(QRectF(place - QPointF(width, height + 6) / 2, QSizeF(width, height + 6))))
            continue;
        const QRectF area(place - QPointF(line.width(), height) / 2, QSizeF(line.width(), height));
        m_taken.add(area.adjusted(-4 * line.scale, 0, 4 * line.scale, 0));
        m_text.m_texts.push_back({line.text, area, line.role, line.scale, line.colour, ground_at(around)});
        return true;
    }
    return false;
}

/// What binds comes first.
void TextPlacer::label_links() {
    constexpr double least_zoom = 0.4, binding_zoom = 0.25;
    for (const bool binding : {true, false}) {
        if (m_zoom < (binding ? binding_zoom : least_zoom)) continue;
        for (const DrawnLink& link : m_drawing.links()) {
            const LinkLook& look = m_looks.link(link.id);
            const bool binds = !look.label.isEmpty();
            if (binds != binding || (!binds && link.label.isEmpty())) continue;
            // Of links under one stroke the painted one speaks.
            const DrawnLink& stroke =
                link.stroke < 0 ? link : m_drawing.links()[static_cast<size_t>(link.stroke)];
            if (binds && &stroke != &link && !m_looks.link(stroke.id).label.isEmpty()) continue;
            constexpr double whole_zoom = 0.6; // smaller, what the colour means is enough
            const auto write = [&](const QString& text) {
                return try_along(line(text, binds ? Theme::Role::strong : Theme::Role::secondary,
                                      binds ? least_name : least_note,
                                      binds && look.text.isValid()     ? look.text
                                      : binds && look.colour.isValid() ? look.colour
                                                                       : m_style.theme.secondary),
                                 link.line, around(link.from, link.to));
            };
            const bool whole = binds && !link.label.isEmpty() && m_zoom >= whole_zoom;
            if (whole && write(look.label + QStringLiteral(" · ") + link.label)) continue;
            write(binds ? look.label : link.label);
        }
    }
}

void TextPlacer::label_bundles() {
    constexpr size_t least = 4; // of links; fewer are seen at a glance
    for (const LinkBundle& bundle : m_drawing.bundles()) {
        if (bundle.links.size() < least) continue;
        const DrawnLink& first = m_drawing.links()[static_cast<size_t>(bundle.links.front())];
        try_along(line(QStringLiteral("%1 links").arg(bundle.links.size()), Theme::Role::secondary,
                       least_note, m_style.theme.secondary),
                  first.line, around(bundle.from, bundle.to));
    }
}

void TextPlacer::describe_elements() {
    const auto& elements = m_drawing.elements();
    for (size_t i = static_cast<size_t>(m_drawing.containers()); i < elements.size(); ++i) {
        if (!m_named[i] || m_foot[i] == 0) continue;
        if (has_name_below(elements[i].kind))
            describe_below(static_cast<int>(i));
        else if (is_unit(elements[i].kind))
            describe_inside(static_cast<int>(i));
    }
}

void TextPlacer::describe_below(int index) {
    const auto at = static_cast<size_t>(index);
    const DrawnElement& element = m_drawing.elements()[at];
    const ElementLook& look = m_looks.element(element.id);
    const QColor colour = look.alarm ? look.frame : m_style.theme.secondary;
    // What is too wide leaves the part out, never the figure.
    QStringList wordings;
    if (!look.alarm && !element.subtitle.isEmpty() && !look.figures.isEmpty())
        wordings << element.subtitle + QStringLiteral(" · ") + look.figures;
    if (!look.figures.isEmpty()) wordings << look.figures;
    if (look.figures.isEmpty() && !element.subtitle.isEmpty()) wordings << element.subtitle;
    for (const QString& words : wordings) {
        const Line below = line(words, Theme::Role::secondary, least_note, colour);
        if (try_centred(below, {element.rect.center().x(), m_foot[at]}, index)) return;
    }
    if (wordings.isEmpty()) return;
    Line below = line(wordings.last(), Theme::Role::secondary, least_note, colour);
    if (shorten(below, element.rect.width() + 40))
        try_centred(below, {element.rect.center().x(), m_foot[at]}, index);
}

void TextPlacer::describe_inside(int index) {
    const auto at = static_cast<size_t>(index);
    const DrawnElement& element = m_drawing.elements()[at];
    const ElementLook& look = m_looks.element(element.id);
    const double left = element.rect.left() + 32, right = element.rect.right() - 8;
    const Line figures =
        line(look.figures, Theme::Role::secondary, least_note, look.alarm ? look.frame : m_style.theme.text);
    Line part = line(element.subtitle, Theme::Role::secondary, least_note, m_style.theme.secondary);
    const double both = figures.width() + part.width() + 10 * part.scale;
    // The part's name gives way to the load; the tooltip has both.
    const bool two = !look.figures.isEmpty() && !element.subtitle.isEmpty() && both <= right - left;
    if (!look.figures.isEmpty() && figures.width() <= right - left)
        try_at(figures, {two ? right - figures.width() : left, m_foot[at]}, index);
    if (!element.subtitle.isEmpty() && (look.figures.isEmpty() || two) && shorten(part, right - left))
        try_at(part, {left, m_foot[at]}, index);
}

} // namespace roofrack
