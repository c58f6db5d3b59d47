// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/canvas/text/drawing_text.h"
#include "widgets/canvas/text/taken_areas.h"
#include "widgets/canvas/text/text_families.h"

#include <algorithm>
#include <functional>

namespace roofrack {

/// Chooses the texts of a drawing, the most important first; each takes the room it needs. The rules:
///  - A word stands on free ground: clear of other words, boxes, stacks and the borders of containers. Inside
///    its box it keeps 4 px to the frame.
///  - What finds no room gets smaller, then loses its picture or the words it shares with its family, then
///    (a switch) stands beside its box, and only then is cut. From 1:1 up nothing is left out.
///  - A family (a row, or names that differ in their number alone) has one size, one wording and one place;
///    it is named as a whole or not at all. So have containers of one depth.
///  - A link is broken by one word at most; names of containers keep off links as long as they can.
class TextPlacer {
public:
    TextPlacer(const Diagram& drawing, const Looks& looks, const PainterStyle& style, double zoom);
    DrawingText run();

private:
    struct Line {
        QString text;
        Theme::Role role;
        double scale;
        QColor colour;
        mutable double natural = -1; ///< width at scale 1; below 0: not measured yet
        double width() const;
        void set_text(const QString& words) { text = words, natural = -1; }
        double height() const;
    };
    /// What a word outside of its box may do to links.
    enum class Links {
        clear, ///< nothing
        once,  ///< break those that no other word breaks
        any,
    };
    /// One way to write the names of a family.
    struct NameForm {
        enum class Place { inside, right, left, above, below } place = Place::inside;
        double size = 13; ///< of the type, px
        bool short_name = false, cut = false;
        Links links = Links::any;
    };
    enum class ContainerForm { header, above, below, centred, anywhere };
    enum class Caption { full, two_lines, short_ };
    /// Of the names of a family at scale 1, each measured when it is asked for.
    class NaturalWidths {
    public:
        NaturalWidths(size_t count, std::function<double(int element)> measure)
            : m_widths(count, -1)
            , m_measure(std::move(measure)) {}
        /// Of the member `at`, an element.
        double of(int element, size_t at) {
            if (m_widths[at] < 0) m_widths[at] = m_measure(element);
            return m_widths[at];
        }

    private:
        std::vector<double> m_widths;
        std::function<double(int)> m_measure;
    };
    struct Span {
        double left, right;
    };
    struct Mark {
        size_t texts, taken, breaks;
    };

    double caption_size() const { return std::max(11 * m_zoom, 9.5); } ///< px
    double px(double pixels) const { return pixels / m_zoom; }
    /// Enlarged as much as needed to have `least` px.
    Line line(const QString& text, Theme::Role role, double least, const QColor& colour) const;
    Line sized(const QString& text, Theme::Role role, double size, const QColor& colour) const;

    void take_boxes();
    void name_containers();
    bool name_container(int container, ContainerForm form);
    bool name_in_strip(const Line& name, double top, double left, double right, int container);
    std::vector<Span> free_spans(const QRectF& strip) const;

    void name_families();
    void name_family(const TextFamily& family);
    std::vector<NameForm> forms_of(const TextFamily& family) const;
    /// Surely too large for most, as far as that is known without looking for room.
    bool too_large(const TextFamily& family, const NameForm& form, NaturalWidths& widths) const;
    /// `natural`: the name's width at scale 1.
    bool write_name(int element, const TextFamily& family, const NameForm& form, double natural);
    bool write_inside(int element, const TextFamily& family, Line name, const NameForm& form);

    void write_ratios();
    void label_links();
    void label_bundles();
    /// On the line, from its middle outwards, where there is room.
    bool try_along(const Line& line, int link, bool binds);

    void describe_families();
    void describe_hosts(const TextFamily& family);
    bool describe_below(int element, Caption form);
    void describe_units(const TextFamily& family);
    bool units_have_captions(const TextFamily& family) const;
    void write_note(int note);

    /// In its own box, where no link is seen.
    bool put_inside(const Line& line, const QPointF& top_left, int owner);
    bool put(const Line& line, const QPointF& top_left, int owner, Links links);
    void add(const Line& line, const QRectF& area, const QColor& ground);
    Mark mark() const { return {m_text.m_texts.size(), m_taken.mark(), m_breaks.size()}; }
    void back_to(const Mark& mark);
    /// Smaller, but not below `least` px, until it is `width` wide.
    bool shrink(Line& line, double width, double least) const;
    /// The line cut to `width`; not when only a stump would be left.
    bool cut(Line& line, double width) const;
    QColor ground_at(const QPointF& place) const;
    /// Painted links that come into the area.
    std::vector<int> links_under(const QRectF& area) const;
    bool crosses_link(const QRectF& area) const;
    bool meets(const SpatialGrid::Entry& entry, const QRectF& area) const;
    bool is_seen(int link) const;
    bool is_broken(int link) const { return m_broken[static_cast<size_t>(link)] != 0; }
    void break_link(int link);

    const Diagram& m_drawing;
    const Looks& m_looks;
    const PainterStyle& m_style;
    double m_zoom;
    TakenAreas m_taken, m_borders;
    std::vector<TextFamily> m_families;
    std::vector<char> m_named;               ///< of each element
    mutable std::vector<signed char> m_seen; ///< of each link, whether it is painted: 1, −1; 0: not asked yet
    std::vector<int> m_breaks;               ///< links that a word breaks
    std::vector<char> m_broken;              ///< of each link
    std::vector<double> m_foot;              ///< of each element: where its name ends, canvas units
    std::vector<double> m_start;             ///< of each unit: the left of its name
    std::vector<double> m_end;               ///< of each switch: the right of the box, its stack and its name
    std::vector<char> m_captioned;           ///< of each family: units with a second line
    DrawingText m_text;
};

} // namespace roofrack
