// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/canvas/text/text_board.h"

namespace roofrack {

/// Writes the names of containers. They keep off links as long as they can; those of one depth are written in
/// one way, as far as there is room.
class ContainerNames {
public:
    explicit ContainerNames(TextBoard& board)
        : m_board(board) {}
    void write();

private:
    using Line = TextBoard::Line;
    enum class Form { header, above, below, centred, anywhere };
    struct Span {
        double left, right;
    };
    bool name_container(int container, Form form);
    bool name_in_strip(const Line& name, double top, double left, double right, int container);
    std::vector<Span> free_spans(const QRectF& strip) const;

    TextBoard& m_board;
    const Diagram& m_drawing = m_board.drawing();
    const PainterStyle& m_style = m_board.style();
    const double m_zoom = m_board.zoom();
};

} // namespace roofrack
