// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/present/deck_answers.h"
#include "core/answers/present/slide_content.h"

#include <span>
#include <string_view>

namespace roofrack {

/// Views of slides that are no chart of the window.
struct SlideView {
    std::string_view name;  ///< "verdict"
    std::string_view label; ///< "The verdict"
};
std::span<const SlideView> own_slide_views();
/// Whether a view says something of all scenarios beside each other, whichever its slide names.
bool is_of_all_scenarios(std::string_view view);

/// What a slide says. A scenario that is gone, or that has nothing for this view, is SlideContent::missing.
/// A frozen slide says what it said then, whatever the project is now.
SlideContent slide_content(const DeckAnswers& deck, const Slide& slide);

/// The first slides of a project that has none: the cluster, the verdict, where the time goes, scaling, power
/// and heat, money, the comparison of its scenarios (on three slides: what decides, what is behind it, odds
/// and reasons; on a fourth cautions and sizes, where the first has no room for them), what to do next, and
/// how sure it is. What the project has nothing for is left out.
Deck first_deck(const DeckAnswers& deck);

/// The project's slides; where it has none, first_deck().
Deck shown_deck(const DeckAnswers& deck);

/// The slide as it is now, kept from now on. `picture`: its chart or drawing, a PNG in Base64.
FrozenSlide frozen_slide(const SlideContent& content, std::string date, std::string picture);

} // namespace roofrack
