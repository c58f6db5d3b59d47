// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/text/text_containers.h"

#include "widgets/canvas/items/diagram_measure.h"
#include "widgets/canvas/text/segment_clip.h"

#include <algorithm>

namespace roofrack {
namespace {

/// Least size of the type, px; a header may be a little smaller where a link leaves it no more room.
constexpr double least_size = 11.5, least_in_header = 10, largest_share = 0.84;
constexpr double head = 37;      ///< above what stands inside, canvas units
constexpr double overhang = 0.6; ///< share of a frame's width, beyond it

} // namespace

std::vector<ContainerNames::Span> ContainerNames::free_spans(const QRectF& strip) const {
    std::vector<Span> taken;
    const double beside = m_board.px(6);
    for (const QRectF& area : m_board.taken().within(strip)) taken.push_back({area.left(), area.right()});
    for (const QRectF& area : m_board.borders().within(strip)) taken.push_back({area.left(), area.right()});
    for (const int link : m_board.links_under(strip)) {
        const DrawnLink& drawn = m_drawing.links()[static_cast<size_t>(link)];
        for (qsizetype i = 1; i < drawn.line.size(); ++i)
            if (const auto piece = clipped(QLineF(drawn.line[i - 1], drawn.line[i]), strip)) {
                const double around = beside + drawn.width / 2;
                taken.push_back({std::min(piece->x1(), piece->x2()) - around,
                                 std::max(piece->x1(), piece->x2()) + around});
            }
    }
    std::sort(taken.begin(), taken.end(), [](const Span& a, const Span& b) { return a.left < b.left; });
    std::vector<Span> free;
    double at = strip.left();
    for (const Span& span : taken) {
        if (span.left > at) free.push_back({at, span.left});
        at = std::max(at, span.right);
    }
    if (at < strip.right()) free.push_back({at, strip.right()});
    return free;
}

/// In the leftmost gap that is wide enough.
bool ContainerNames::name_in_strip(const Line& name, double top, double left, double right, int container) {
    const QRectF& frame = m_drawing.elements()[static_cast<size_t>(container)].rect;
    const auto spans = free_spans({left, top, right - left, name.height()});
    const double last = right > frame.right() ? frame.left() + overhang * frame.width()
                                              : right; // the end of where it may begin
    for (const Span& span : spans)
        if (span.right - span.left >= name.width() && span.left < last)
            return m_board.put(name, {span.left, top}, container, TextBoard::Links::any);
    for (const Span& span : spans) {
        if (span.left >= last) break;
        Line smaller = name;
        const double size = 13 * name.scale * m_zoom;
        if (m_board.shrink(smaller, span.right - span.left, std::max(least_in_header, largest_share * size)))
            return m_board.put(smaller, {span.left, top + (name.height() - smaller.height()) / 2}, container,
                               TextBoard::Links::any);
    }
    return false;
}

bool ContainerNames::name_container(int container, Form form) {
    const DrawnElement& element = m_drawing.elements()[static_cast<size_t>(container)];
    const QRectF& frame = element.rect;
    const double stack = diagram_measure::stack_step * std::clamp(element.count - 1, 0, 2);
    const bool is_sold = m_board.overlay_style().element(element.id).is_sold;
    Line name = m_board.line(element.title, Theme::Role::strong, least_size,
                             is_sold ? m_style.theme.disabled : m_style.theme.secondary);
    const double height = name.height();
    const double header = frame.top() + std::min(20 - height / 2, head - height);
    switch (form) {
    case Form::header:
        return height <= head - m_board.px(2.2) &&
               name_in_strip(name, header, frame.left() + 8, frame.right() - 8, container);
    case Form::above:
        return name_in_strip(name, frame.top() - stack - height - m_board.px(2), frame.left(), frame.right(),
                             container) ||
               name_in_strip(name, frame.top() - stack - height - m_board.px(2), frame.left(),
                             frame.right() + overhang * frame.width(), container);
    case Form::below:
        return name_in_strip(name, frame.bottom() + m_board.px(2), frame.left(), frame.right(), container);
    case Form::centred: {
        name.colour = m_style.theme.text;
        const QSizeF size(name.width(), height);
        if (size.width() > frame.width() - m_board.px(4) || size.height() * 1.3 > frame.height())
            return false;
        const QRectF area(frame.center() - QPointF(size.width(), size.height()) / 2, size);
        const bool over = std::ranges::any_of(m_board.texts(),
                                              [&](const auto& text) { return text.area.intersects(area); });
        if (over) return false;
        m_board.add(name, area, {});
        m_board.last().halo = m_style.ground(element.depth + 1);
        return true;
    }
    case Form::anywhere:
        if (height > head - m_board.px(2.2)) {
            const double above = frame.top() - stack - height - m_board.px(2);
            return name.width() <= frame.width() &&
                   m_board.put(name, {frame.left(), above}, container, TextBoard::Links::any);
        }
        // Frames are as wide as their names in the bundled type.
        if (!name.family.isEmpty()) m_board.shrink(name, frame.width() - 16, least_in_header);
        if ((m_zoom < 1 || !name.family.isEmpty()) && !m_board.cut(name, frame.width() - 16)) return false;
        return m_board.put(name, {frame.left() + 8, header}, container, TextBoard::Links::any) ||
               m_board.put_inside(name, {frame.left() + 8, header}, container);
    }
    return false;
}

/// All of one depth in one way: in the header, else above the frame; from afar in the middle, over the tiles;
/// else below the frame.
void ContainerNames::write() {
    const auto count = static_cast<size_t>(m_drawing.containers());
    const auto& elements = m_drawing.elements();
    std::vector<unsigned char> named_ones(count, 0);
    std::vector<unsigned char> outer(count, 0); // their groups have names of their own
    int deepest = 0;
    for (size_t i = 0; i < count; ++i) {
        if (elements[i].parent >= 0) outer[static_cast<size_t>(elements[i].parent)] = 1;
        deepest = std::max(deepest, elements[i].depth);
    }
    const bool far = detail_at(m_zoom) == Detail::tiles;
    for (int depth = 0; depth <= deepest; ++depth) {
        std::vector<int> all;
        for (size_t i = 0; i < count; ++i)
            if (elements[i].depth == depth) all.push_back(static_cast<int>(i));
        std::vector<Form> forms{Form::header, Form::above};
        const bool hold_groups =
            std::any_of(all.begin(), all.end(), [&](int one) { return outer[static_cast<size_t>(one)]; });
        if (far && !hold_groups) forms.push_back(Form::centred);
        forms.push_back(Form::below);
        const TextBoard::Mark before = m_board.mark();
        bool done = false;
        for (const Form form : forms) {
            size_t failed = 0;
            for (const int one : all) {
                const bool named = name_container(one, form);
                named_ones[static_cast<size_t>(one)] = named;
                failed += !named;
                if (10 * failed > all.size()) break;
            }
            done = 10 * failed <= all.size();
            if (done) break;
            m_board.back_to(before);
            for (const int one : all) named_ones[static_cast<size_t>(one)] = 0;
        }
        for (const int one : all) {
            unsigned char& named = named_ones[static_cast<size_t>(one)];
            for (size_t form = 0; form < forms.size() && !named; ++form)
                named = name_container(one, forms[form]);
            if (!named) named = name_container(one, Form::anywhere);
        }
    }
}

} // namespace roofrack
