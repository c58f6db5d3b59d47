// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/answers.h"

namespace roofrack {

/// Finds answers of a snapshot, so that have() knows them.
using Ask = void (*)(const Answers&);

template<class... T>
void ask_for(const Answers& answers) {
    (static_cast<void>(answers.get<T>()), ...);
}

} // namespace roofrack
