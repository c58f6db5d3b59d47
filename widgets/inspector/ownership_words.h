// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/fields/choice_edit.h"

#include <vector>

/// How the fields are called in which it is said whether a thing is bought, is there already, or is sold:
/// the same for one element and for several.
namespace roofrack::ownership {

QString label(); ///< "Ownership"
QString tip();
std::vector<ChoiceEdit::Choice> choices(); ///< by the names of Procurement
QString count_label();                     ///< "There already"
QString count_tip();
QString all_there();   ///< what an empty number of them says
QString price_label(); ///< "Sale price"
QString price_tip();
QString no_price(); ///< what an empty price says

} // namespace roofrack::ownership
