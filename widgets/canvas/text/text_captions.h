// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/canvas/text/named_elements.h"
#include "widgets/canvas/text/text_board.h"

namespace roofrack {

/// True where units have room for a second line.
bool units_have_captions(const TextBoard& board, const TextFamily& family);

/// Writes what stands below names: parts, loads and figures; and notes.
class Captions {
public:
    Captions(TextBoard& board, const NamedElements& names)
        : m_board(board)
        , m_names(names) {}
    void write();
    void write_note(int note);

private:
    using Line = TextBoard::Line;
    enum class Form { full, two_lines, short_ };
    void describe_hosts(const TextFamily& family);
    bool describe_below(int element, Form form);
    void describe_units(const TextFamily& family);

    TextBoard& m_board;
    const Diagram& m_drawing = m_board.drawing();
    const OverlayStyle& m_overlay_style = m_board.overlay_style();
    const PainterStyle& m_style = m_board.style();
    const double m_zoom = m_board.zoom();
    const NamedElements& m_names;
};

} // namespace roofrack
