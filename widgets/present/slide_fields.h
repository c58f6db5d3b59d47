// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/present/deck.h"

#include <QString>

#include <optional>
#include <vector>

namespace roofrack {

// What the fields beside a slide hold of it.

/// Whether the slide has lines of text, or names of figures.
bool has_lines(const Slide& slide);
/// Those lines, joined.
QString lines_of(const Slide& slide);
std::vector<std::string> lines_in(const QString& text);
/// What the field of those lines is called.
QString name_of_lines(const Slide& slide);

/// Whether the slide shows one scenario, whose inputs may be turned.
bool shows_scenario(const Slide& slide);

/// Whether one picture fills both slides, whatever their titles and notes are.
bool shows_the_same(Slide a, Slide b);

/// The deck with its slides in that order, each by the place that it has; none: those are not its places.
std::optional<Deck> in_order(const Deck& deck, const std::vector<size_t>& places);

/// What tells a slide from others while its note is typed.
Slide without_note(Slide slide);
/// What tells a slide from others while its lines are typed.
Slide without_lines(Slide slide);

} // namespace roofrack
