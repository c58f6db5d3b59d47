// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/canvas/text/named_elements.h"
#include "widgets/canvas/text/text_board.h"

#include <functional>

namespace roofrack {

/// Writes the names of all that is no container. A family has one size, one wording and one place; it is
/// named as a whole or not at all.
class FamilyNames {
public:
    FamilyNames(TextBoard& board, NamedElements& names)
        : m_board(board)
        , m_names(names) {}
    void write();

private:
    using Line = TextBoard::Line;
    using Links = TextBoard::Links;
    /// One way to write the names of a family.
    struct Form {
        enum class Place { inside, right, left, above, below } place = Place::inside;
        double size = 13; ///< size of the type, px
        bool short_name = false, cut = false;
        Links links = Links::any;
    };
    /// Widths of the names of a family at scale 1, each measured when it is asked for.
    class NaturalWidths {
    public:
        NaturalWidths(size_t count, std::function<double(int element)> measure)
            : m_widths(count, -1)
            , m_measure(std::move(measure)) {}
        /// The width of the member `at`, an element.
        double of(int element, size_t at) {
            if (m_widths[at] < 0) m_widths[at] = m_measure(element);
            return m_widths[at];
        }

    private:
        std::vector<double> m_widths;
        std::function<double(int)> m_measure;
    };

    void name_family(const TextFamily& family);
    std::vector<Form> forms_of(const TextFamily& family) const;
    /// Surely too large for most, as far as that is known without looking for room.
    bool too_large(const TextFamily& family, const Form& form, NaturalWidths& widths) const;
    /// `natural`: the name's width at scale 1.
    bool write_name(int element, const TextFamily& family, const Form& form, double natural);
    bool write_inside(int element, const TextFamily& family, Line name, const Form& form);

    TextBoard& m_board;
    const Diagram& m_drawing = m_board.drawing();
    const OverlayStyle& m_overlay_style = m_board.overlay_style();
    const PainterStyle& m_style = m_board.style();
    const double m_zoom = m_board.zoom();
    NamedElements& m_names;
};

} // namespace roofrack
