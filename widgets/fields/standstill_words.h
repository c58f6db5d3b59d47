// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/standstill.h"

#include <QString>

namespace roofrack {

/// Standstill::text() with its heading in the user's language; empty: it runs.
QString standstill_text(const Standstill& standstill);

} // namespace roofrack
