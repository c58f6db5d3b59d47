// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/plot/chart_spec.h"

#include <QString>

namespace roofrack {

class ChartCanvas;

/// The rows of a list that are in sight, where a chart has no room for all of them.
struct RowPage {
    int first = 0, shown = 0, all = 0;

    bool is_whole() const { return shown == all; }
    /// The shown rows and the line that tells what follows.
    int lines() const { return is_whole() ? all : shown + 1; }
    /// How many rows follow; 0 if the next page is the first one.
    int after() const { return all - first - shown; }
};

/// Turns the pages of a list of rows.
class RowPages {
public:
    /// The page where `most` lines have room. Remembers how many rows that were, for turn().
    RowPage page(int all, int most) const;
    /// Goes on to the next of `all` rows, after the last ones back to the first.
    void turn(int all);
    /// So many rows on, or back; false where there are no more.
    bool scroll(int rows);

private:
    int m_first = 0;
    mutable int m_fit = 0; ///< How many rows had room at the last call of page().
    mutable int m_all = 0; ///< How many there were then.
};

/// A panel of the lines of a page, below one line of headings; a line takes `most_px` at most.
PanelSpec page_panel(const RowPage& page, double most_px);

/// The line below the rows of a page that is not the whole list: `more` says what follows. A click on it
/// chooses `key`, and is as high as `height` px. A bar at the right of the rows shows which of all they are.
void draw_page_line(ChartCanvas& canvas, const RowPage& page, const QString& more, const char* key,
                    double height);

} // namespace roofrack
