// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/present/deck_answers.h"
#include "core/answers/present/slide_content.h"

namespace roofrack {

// One fills in what a view of a slide says of a scenario: the message, the rows, the values of its chart.

void draft_drawing(SlideContent& out, const Answers& answers);
void draft_verdict(SlideContent& out, const Answers& answers);
void draft_time(SlideContent& out, const Answers& answers);
void draft_binds(SlideContent& out, const Answers& answers);
/// What holds it back, and the changes that would help most.
void draft_next(SlideContent& out, const Answers& answers);
void draft_memory(SlideContent& out, const Answers& answers);
void draft_scaling(SlideContent& out, const Answers& answers);
void draft_power(SlideContent& out, const Answers& answers);
void draft_money(SlideContent& out, const Answers& answers);
void draft_certainty(SlideContent& out, const Answers& answers);

// And what one says of all scenarios.

/// What decides among them: dates, dollars and power, each with its differences to the reference.
void draft_comparison(SlideContent& out, const DeckAnswers& deck);
/// All that is said below those rows, in detail, for which the first slide has no room; and whether it has
/// none.
void draft_comparison_notes(SlideContent& out, const DeckAnswers& deck);
bool needs_comparison_notes(const DeckAnswers& deck);
/// The figures behind that, for which the first slide has no room.
void draft_comparison_more(SlideContent& out, const DeckAnswers& deck);
/// With what chance each is the best, and why one is faster than the reference.
void draft_comparison_odds(SlideContent& out, const DeckAnswers& deck);
/// The message of the way from the reference to the others: what its figure is, and becomes.
std::string way_title(const DeckAnswers& deck);

} // namespace roofrack
