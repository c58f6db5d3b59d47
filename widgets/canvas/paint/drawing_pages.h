// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/canvas/diagram/diagram.h"
#include "widgets/canvas/overlays/overlay_style.h"

#include <QString>

class QPainter;

namespace roofrack {

/// The line over a printed drawing.
struct PageTitle {
    QString project, scenario, date;
};

/// How many sheets the drawing is spread over.
struct PageGrid {
    int across = 1, down = 1;
    int count() const { return across * down; }
};

/// A drawing on paper: a title line with project, scenario, date, scale and the number of the sheet, then the
/// drawing fitted into the rest with its legend; over several sheets each shows its part, and the legend
/// stands on each. Lengths in px of 1/96 inch. Always in the light theme, whatever `overlay_style` are made
/// for must be too.
class DrawingPages {
public:
    DrawingPages(const Diagram& drawing, const OverlayStyle& overlay_style, PageTitle title, PageGrid grid,
                 QSizeF page);

    int count() const { return m_grid.count(); }
    double zoom() const { return m_zoom; } ///< px on paper per canvas unit
    /// Paints sheet `index`, from 0, row by row, with its top left at the painter's origin.
    void paint(QPainter& painter, int index) const;
    /// What of the drawing a sheet shows, canvas units.
    QRectF part(int index) const;
    /// Where on the sheet.
    QRectF place() const { return m_place; }

private:
    QString title_text(int index) const;

    const Diagram& m_drawing;
    const OverlayStyle& m_overlay_style;
    PageTitle m_title;
    PageGrid m_grid;
    QSizeF m_page;
    Theme m_theme = Theme::light();
    QRectF m_place;   ///< place of the drawing's part on a sheet
    QPointF m_legend; ///< corner
    double m_zoom = 1;
    QPointF m_origin; ///< canvas point at the top left of the first sheet's place
};

} // namespace roofrack
