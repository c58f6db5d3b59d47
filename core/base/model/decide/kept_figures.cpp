// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/model/decide/kept_figures.h"

namespace roofrack {

KeptFigures::KeptFigures() = default;
ROOFRACK_DEFINE_VALUE(KeptFigures)
bool KeptFigures::operator==(const KeptFigures&) const = default;

} // namespace roofrack
