// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/fields/standstill_words.h"

#include "widgets/fields/core_words.h"
#include "widgets/fields/text.h"

namespace roofrack {

QString standstill_text(const Standstill& standstill) {
    const QString heading = core_word(standstill.heading);
    return standstill.reasons.empty()
               ? heading
               : QStringLiteral("%1: %2").arg(heading, to_qt(standstill.reasons.front()));
}

} // namespace roofrack
