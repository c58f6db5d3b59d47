// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/model/measured/kept_run.h"

namespace roofrack {

KeptRun::KeptRun() = default;
ROOFRACK_DEFINE_VALUE(KeptRun)
bool KeptRun::operator==(const KeptRun&) const = default;

} // namespace roofrack
