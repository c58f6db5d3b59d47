// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/canvas/diagram/diagram.h"
#include "widgets/canvas/overlays/overlay_style.h"
#include "widgets/canvas/overlays/painter_style.h"

class QPainter;

namespace roofrack {

/// One line of text where it is written.
struct DrawnText {
    QString text;
    QRectF area; ///< area of the line, canvas units
    Theme::Role role = Theme::Role::strong;
    double scale = 1; ///< canvas units per px of the type
    QColor colour;
    QColor ground; ///< The ground painted under it; none if invalid.
    QColor halo;   ///< The rim around its letters, over boxes; none if invalid.
};

/// Every word of a drawing at one zoom: which are shown, how large and where, so that none is cut off, none
/// overlaps another or a box, and all can be read. Zoomed out, names keep a readable size as long as they
/// find room; then racks lose theirs and the groups around them keep theirs. The same for screen and export;
/// what is shown does not depend on the part that is seen.
class DrawingText {
public:
    DrawingText() = default;
    /// Places the texts, the most important first; each takes the room it needs. The rules:
    ///  - A word stands on free ground: clear of other words, boxes, stacks and the borders of containers.
    ///    Inside its box it keeps 4 px to the frame.
    ///  - What finds no room gets smaller, then loses its picture or the words it shares with its family,
    ///    then (all but racks and servers) stands beside its box, and only then is cut. From 1:1 up nothing
    ///    is left out.
    ///  - A family (a row, or names that differ in their number alone) has one size, one wording and one
    ///    place; it is named as a whole or not at all. So have containers of one depth.
    ///  - A link is broken by one word at most; names of containers keep off links as long as they can.
    static DrawingText make(const Diagram& drawing, const OverlayStyle& overlay_style,
                            const PainterStyle& style, double zoom);

    const std::vector<DrawnText>& texts() const { return m_texts; }
    /// Names of elements that found no room at all (not those that give way to their group's name).
    const std::vector<QString>& dropped() const { return m_dropped; }
    /// The element's words stand where its picture would.
    bool replaces_picture(int element) const {
        return static_cast<size_t>(element) < m_no_picture.size() &&
               m_no_picture[static_cast<size_t>(element)];
    }
    static constexpr double ground_beside = 3; ///< px of ground around a word, at scale 1
    void paint(QPainter& painter, const PainterStyle& style, const QRectF& exposed) const;

private:
    friend class TextBoard;
    std::vector<DrawnText> m_texts;
    std::vector<QString> m_dropped;
    std::vector<unsigned char> m_no_picture; ///< for each element: it has no picture
};

/// Where one says something else than the other.
QRectF changed_area(const DrawingText& before, const DrawingText& after);

} // namespace roofrack
