// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/model/present/deck.h"

namespace roofrack {

Slide::Slide() = default;
ROOFRACK_DEFINE_VALUE(Slide)
bool Slide::operator==(const Slide&) const = default;

Deck::Deck() = default;
ROOFRACK_DEFINE_VALUE(Deck)
bool Deck::operator==(const Deck&) const = default;

} // namespace roofrack
