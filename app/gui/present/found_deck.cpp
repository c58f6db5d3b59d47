// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/present/found_deck.h"

#include "app/gui/decide/decision_views.h"
#include "widgets/fields/text.h"

namespace roofrack {

std::vector<FoundSlide> find_slides(const DeckAnswers& deck, const Deck& slides, std::chrono::sys_days day,
                                    const std::stop_token& stop) {
    const std::stop_callback ends(stop, [&deck] { deck.stop_odds(); });
    std::vector<FoundSlide> out;
    for (const Slide& slide : slides.slides) {
        if (stop.stop_requested()) return {};
        FoundSlide found{.content = slide_content(deck, slide)};
        const SlideBody body = found.content.body;
        found.answers = deck.of(slide.scenario);
        if (found.answers && found.content.missing.empty() &&
            (body == SlideBody::chart || body == SlideBody::drawing)) {
            ask_for_slide(slide.view, *found.answers);
            auto data = std::make_shared<ChartData>(found.answers);
            if (body == SlideBody::chart)
                add_decision({.chart = to_qt(slide.view),
                              .answers = *found.answers,
                              .project = deck.project(),
                              .folder = deck.folder(),
                              .best_plan = deck.best_plan(),
                              .order = day,
                              .stop = stop},
                             deck.catalog(), *data);
            data->is_final = true;
            found.data = std::move(data);
        }
        out.push_back(std::move(found));
    }
    return stop.stop_requested() ? std::vector<FoundSlide>() : out;
}

} // namespace roofrack
