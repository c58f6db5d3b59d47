// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/present/shown_slide.h"

#include <chrono>
#include <stop_token>

namespace roofrack {

/// What the slides of a deck say and what their pictures show, found now. Any thread may call it;
/// empty once it is stopped.
std::vector<FoundSlide> find_slides(const DeckAnswers& deck, const Deck& slides, std::chrono::sys_days day,
                                    const std::stop_token& stop = {});

} // namespace roofrack
