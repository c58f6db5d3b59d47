// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/diagnostic.h"
#include "widgets/canvas/diagram/diagram.h"

namespace roofrack {

class Document;

/// What was done, in words for the window: what had to go along. Empty when there is nothing to add.
using Told = QString;

/// True when some of the instances that an element stands for can be asked to stand alone.
bool may_split(const Document& document, const std::string& id);

/// Takes `n` of the instances of an element out of its group, in one step; they stand beside it and are
/// selected.
Result<Told> split_off(Document& document, const Diagram& drawing, const std::string& id, int n = 1);
/// Each instance an element of its own.
Result<Told> expand_all(Document& document, const Diagram& drawing, const std::string& id);
/// Makes the selected elements one group; one alone with those it was split from; nothing selected: all that
/// is equal in the drawing.
Result<Told> merge_selection(Document& document);

} // namespace roofrack
