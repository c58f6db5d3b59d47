// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/catalog/catalog.h"
#include "core/base/model/cluster.h"
#include "widgets/fields/choice_edit.h"

#include <vector>

namespace roofrack {

/// The known figures of a part, each with how sure it is and where it was read, as HTML (plain_text.h).
QString part_rich_tip(const Part& part);

/// How sure a figure is, where and when it was read, and what others say of it.
QString figure_origin(const SourcedValue& figure, Dimension dimension);

/// Every part of a kind, in catalogue order.
std::vector<ChoiceEdit::Choice> part_choices(const Catalog& catalog, PartKind kind);

} // namespace roofrack
