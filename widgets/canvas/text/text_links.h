// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/canvas/text/text_board.h"

namespace roofrack {

/// Writes on links what they carry. A link is broken by one word at most.
class LinkLabels {
public:
    explicit LinkLabels(TextBoard& board)
        : m_board(board) {}
    /// What binds comes first.
    void write();
    /// From afar, of links that are drawn as one: how many.
    void write_bundles();

private:
    using Line = TextBoard::Line;
    /// On the line, from its middle outwards, where there is room.
    bool try_along(const Line& line, int link, bool binds);

    TextBoard& m_board;
    const Diagram& m_drawing = m_board.drawing();
    const OverlayStyle& m_overlay_style = m_board.overlay_style();
    const PainterStyle& m_style = m_board.style();
    const double m_zoom = m_board.zoom();
};

} // namespace roofrack
