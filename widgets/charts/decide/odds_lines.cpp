// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/decide/odds_lines.h"

#include "core/answers/decide/odds_text.h"
#include "widgets/charts/decide/odds_bar.h"

namespace roofrack {

std::vector<OddsLine> lines_of(const Odds& odds, bool with_pairs, bool with_certainty) {
    using Says = OddsLine::Says;
    std::vector<OddsLine> out;
    for (size_t figure = 0; figure < odds.figures.size(); ++figure) {
        const FigureOdds& of = odds.figures[figure];
        out.push_back({Says::figure, figure});
        for (size_t i = 0; i < odds.scenarios.size(); ++i) {
            out.push_back({Says::scenario, figure, i});
            if (with_pairs && !beats_text(odds, of, i).empty()) out.push_back({Says::pairs, figure, i});
        }
        if (scale_of(of).is_known()) out.push_back({Says::scale, figure});
        if (with_certainty && odds.scenarios.size() > 1 && (odds.lacks_causes || !of.causes.empty()))
            out.push_back({Says::certainty, figure});
    }
    return out;
}

RowPage page_of_whole_figures(const std::vector<OddsLine>& lines, int most) {
    const int all = int(lines.size());
    RowPage out{.first = 0, .shown = all, .all = all};
    if (all <= most) return out;
    out.shown = 0;
    for (int end = 1; end <= all; ++end)
        if (end == all || lines[size_t(end)].says == OddsLine::Says::figure)
            if (out.shown == 0 || end < most) out.shown = end;
    return out;
}

} // namespace roofrack
