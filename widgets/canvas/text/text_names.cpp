// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/text/text_names.h"

#include "widgets/canvas/items/diagram_measure.h"
#include "widgets/canvas/text/text_captions.h"
#include "widgets/theme/text_width.h"

#include <algorithm>
#include <cmath>

namespace roofrack {
namespace {

constexpr double least_name_size = 10; ///< px; smaller only where there is no room
constexpr double least_shrunk = 8;     ///< px
constexpr double rack_name_zoom = 0.2;
constexpr double name_zoom = 0.5;    ///< below it nobody misses a name
constexpr double picture_zoom = 0.4; ///< picture zoom of feeds, coolers and storage

/// From the usual one down to where one can still read it; px, as is `least`.
std::vector<double> sizes_at(double zoom, double least) {
    const double usual = std::max({13 * zoom, least_name_size, least}),
                 smallest = std::max(least_shrunk, least);
    std::vector<double> sizes;
    for (const double share : {1.0, 0.92, 0.85, 0.77, 0.7})
        if (usual * share > smallest + 0.3) sizes.push_back(usual * share);
    if (usual * 0.7 <= smallest + 0.3) sizes.push_back(smallest);
    return sizes;
}

} // namespace

std::vector<FamilyNames::Form> FamilyNames::forms_of(const TextFamily& family) const {
    using Place = Form::Place;
    const std::vector<double> sizes = sizes_at(m_zoom, m_style.least_type);
    const double smallest = sizes.back();
    std::vector<Form> forms;
    const auto offer = [&](Form form, double least) {
        for (const double size : sizes) {
            if (size < least) break;
            form.size = size;
            forms.push_back(form);
        }
    };
    switch (family.sort) {
    case TextFamily::Sort::switches: {
        const bool box = detail_at(m_zoom) != Detail::tiles;
        if (box) offer({Place::inside}, smallest);
        for (const Links links : {Links::clear, Links::once}) {
            for (const double size : box ? sizes : std::vector<double>{sizes.front()})
                for (const Place place : {Place::right, Place::left, Place::above, Place::below})
                    if (links == Links::clear || place == Place::right || place == Place::left)
                        forms.push_back({place, size, false, false, links});
            if (links == Links::clear && box && family.common > 0) offer({Place::inside, 0, true}, smallest);
        }
        if (box) forms.push_back({Place::inside, smallest, false, true});
        break;
    }
    case TextFamily::Sort::hosts:
        if (m_zoom < rack_name_zoom) break;
        offer({Place::below}, family.common > 0 ? 9 : smallest);
        if (family.common > 0)
            offer({Place::below, 0, true}, smallest);
        else
            forms.push_back({Place::below, smallest, false, true});
        break;
    case TextFamily::Sort::units:
        offer({Place::inside}, family.common > 0 ? 9 : smallest);
        if (family.common > 0)
            offer({Place::inside, 0, true}, smallest);
        else {
            for (const Place place : {Place::right, Place::left})
                forms.push_back({place, smallest, false, false, Links::clear});
            forms.push_back({Place::inside, smallest, false, true});
        }
        break;
    }
    return forms;
}

void FamilyNames::write() {
    const auto& elements = m_drawing.elements();
    for (size_t begin = 0, end = 0; begin < m_names.families.size(); begin = end) {
        const TextBoard::Mark before = m_board.mark();
        size_t all = 0, named = 0;
        for (; end < m_names.families.size() && m_names.families[end].sort == m_names.families[begin].sort;
             ++end) {
            m_names.captioned[end] = m_names.families[end].sort == TextFamily::Sort::units &&
                                     units_have_captions(m_board, m_names.families[end]);
            name_family(m_names.families[end]);
            for (const int member : m_names.families[end].members) {
                ++all;
                named += m_names.named[static_cast<size_t>(member)] != 0;
            }
        }
        // A few names left among many that are not shown would look like errors.
        if (m_zoom >= 1 || 2 * named >= all || all <= 4) continue;
        m_board.back_to(before);
        for (size_t i = begin; i < end; ++i)
            for (const int member : m_names.families[i].members) {
                m_names.named[static_cast<size_t>(member)] = 0;
                m_board.replace_picture(static_cast<size_t>(member), false);
            }
    }
    if (m_zoom < name_zoom) return;
    for (size_t i = static_cast<size_t>(m_drawing.containers()); i < elements.size(); ++i)
        if (!m_names.named[i] && elements[i].kind != ElementKind::note) m_board.drop(elements[i].title);
}

void FamilyNames::name_family(const TextFamily& family) {
    const std::vector<Form> forms = forms_of(family);
    const size_t count = family.members.size();
    const TextBoard::Mark before = m_board.mark();
    const auto forget = [&] {
        m_board.back_to(before);
        for (const int member : family.members) {
            m_names.named[static_cast<size_t>(member)] = 0;
            m_board.replace_picture(static_cast<size_t>(member), false);
        }
    };
    const auto widths_of_names = [&](int letters) {
        return NaturalWidths(count, [this, letters](int member) {
            const QString& title = m_drawing.elements()[static_cast<size_t>(member)].title;
            return text_width(letters > 0 ? title.mid(letters) : title, Theme::Role::strong,
                              m_style.theme.family) +
                   1;
        });
    };
    NaturalWidths whole = widths_of_names(0), shortened = widths_of_names(family.common);
    const auto widths_for = [&](const Form& form) -> NaturalWidths& {
        return form.short_name ? shortened : whole;
    };
    size_t taken = 0; // the form that fits nearly all
    for (; taken < forms.size(); ++taken) {
        NaturalWidths& natural = widths_for(forms[taken]);
        if (too_large(family, forms[taken], natural)) continue;
        size_t failed = 0;
        for (size_t i = 0; i < count && 10 * failed <= count; ++i) {
            unsigned char& named = m_names.named[static_cast<size_t>(family.members[i])];
            named = write_name(family.members[i], family, forms[taken], natural.of(family.members[i], i));
            failed += !named;
        }
        if (10 * failed <= count) break;
        forget();
    }
    constexpr size_t few = 8;
    if (taken == forms.size() && count > few && m_zoom < 1) return;
    // One by one what did not fit with the others.
    const size_t first = taken < forms.size() ? taken + 1 : 0;
    size_t missing = 0;
    for (size_t i = 0; i < count; ++i) {
        unsigned char& named = m_names.named[static_cast<size_t>(family.members[i])];
        for (size_t form = first; form < forms.size() && !named; ++form)
            if (taken >= forms.size() || forms[form].short_name == forms[taken].short_name)
                named = write_name(family.members[i], family, forms[form],
                                   widths_for(forms[form]).of(family.members[i], i));
        missing += !named;
    }
    if (m_zoom < 1) {
        if (4 * missing > count) forget();
        return;
    }
    // Over the border of a container that is too small for what stands in it.
    for (const int member : family.members) {
        const auto at = static_cast<size_t>(member);
        const DrawnElement& element = m_drawing.elements()[at];
        if (m_names.named[at] || family.sort != TextFamily::Sort::hosts) continue;
        const Line name = m_board.sized(element.title, Theme::Role::strong, 13 * m_zoom, m_style.theme.text);
        const QPointF place(element.rect.center().x() - name.width() / 2, element.rect.bottom() + 4);
        m_names.foot[at] = place.y() + name.height();
        m_names.named[at] = m_board.put_inside(name, place, member);
    }
}

bool FamilyNames::too_large(const TextFamily& family, const Form& form, NaturalWidths& widths) const {
    const bool below = family.sort == TextFamily::Sort::hosts;
    if (form.cut || (!below && form.place != Form::Place::inside)) return false;
    const auto& elements = m_drawing.elements();
    const double scale = form.size / (13 * m_zoom), gap = 6 * scale;
    const double least =
        (family.sort == TextFamily::Sort::switches ? m_board.px(4) : std::max(8.0, m_board.px(4))) +
        m_board.px(4);
    size_t failed = 0;
    const DrawnElement* last = nullptr;
    double last_width = 0;
    const double height =
        below ? 0 : m_board.sized({}, Theme::Role::strong, form.size, {}).height() + m_board.px(2);
    for (size_t i = 0; i < family.members.size(); ++i) {
        const DrawnElement& element = elements[static_cast<size_t>(family.members[i])];
        const double width = widths.of(family.members[i], i) * scale;
        if (!below)
            failed += width > element.rect.width() - least || height > element.rect.height();
        else if (last && last->rect.top() == element.rect.top())
            failed += std::abs(element.rect.center().x() - last->rect.center().x()) <
                      (width + last_width + gap) / 2;
        last = &element;
        last_width = width;
        if (10 * failed > family.members.size()) return true;
    }
    return false;
}

bool FamilyNames::write_name(int index, const TextFamily& family, const Form& form, double natural) {
    const auto at = static_cast<size_t>(index);
    const DrawnElement& element = m_drawing.elements()[at];
    const ElementStyle& element_style = m_overlay_style.element(element.id);
    Line name = m_board.sized(form.short_name ? element.title.mid(family.common) : element.title,
                              Theme::Role::strong, form.size,
                              element_style.alarm     ? element_style.frame
                              : element_style.is_sold ? m_style.theme.disabled
                                                      : m_style.theme.text);
    name.natural = natural;
    if (form.place == Form::Place::inside) return write_inside(index, family, name, form);
    const QRectF& rect = element.rect;
    const double stack = m_drawing.elements()[at].count > 1 ? 2 * diagram_measure::stack_step : 0;
    const double middle = rect.center().y() - name.height() / 2;
    switch (form.place) {
    case Form::Place::right: {
        if (!m_board.put(name, {rect.right() + stack + m_board.px(5), middle}, index, form.links))
            return false;
        m_names.end[at] = m_board.last().area.right();
        return true;
    }
    case Form::Place::left:
        return m_board.put(name, {rect.left() - m_board.px(5) - name.width(), middle}, index, form.links);
    case Form::Place::above:
        return m_board.put(
            name, {rect.center().x() - name.width() / 2, rect.top() - stack - m_board.px(2) - name.height()},
            index, form.links);
    default: break;
    }
    // A rack's name may be a little wider than the rack.
    if (form.cut && m_zoom < 1 && !m_board.cut(name, rect.width() + 48)) return false;
    const double top = rect.bottom() + (family.sort == TextFamily::Sort::hosts ? 4 : m_board.px(2));
    if (!m_board.put(name, {rect.center().x() - name.width() / 2, top}, index, form.links)) return false;
    m_names.foot[at] = top + name.height();
    return true;
}

bool FamilyNames::write_inside(int index, const TextFamily& family, Line name, const Form& form) {
    const auto at = static_cast<size_t>(index);
    const DrawnElement& element = m_drawing.elements()[at];
    const QRectF& rect = element.rect;
    const double margin = m_board.px(4);
    if (name.height() > rect.height() - m_board.px(2)) return false;
    if (element.kind == ElementKind::switch_) {
        const double width = rect.width() - 2 * margin;
        if (form.cut ? !m_board.cut(name, width) : name.width() > width) return false;
        return m_board.put_inside(name, rect.center() - QPointF(name.width(), name.height()) / 2, index);
    }
    const ElementStyle& element_style = m_overlay_style.element(element.id);
    const double right = rect.right() - margin, with_picture = rect.left() + 32;
    const bool picture = m_zoom >= picture_zoom && with_picture + name.width() <= right;
    const double left = picture ? with_picture : rect.left() + std::max(8.0, margin);
    if (form.cut ? !m_board.cut(name, right - left) : left + name.width() > right) return false;
    const bool captioned = m_names.captioned[static_cast<size_t>(&family - m_names.families.data())] &&
                           (!element.subtitle.isEmpty() || !element_style.figures.isEmpty());
    const double bar = element_style.power_share ? 5 : 0;
    if (name.height() > rect.height() - bar - m_board.px(2)) return false;
    const double second =
        captioned ? m_board.sized({}, Theme::Role::secondary, m_board.caption_size(), {}).height() : 0;
    const double top = rect.top() + (rect.height() - bar - name.height() - second) / 2;
    if (!m_board.put_inside(name, {left, top}, index)) return false;
    m_names.start[at] = left;
    m_names.foot[at] = captioned ? top + name.height() : 0;
    m_board.replace_picture(at, !picture);
    return true;
}

} // namespace roofrack
