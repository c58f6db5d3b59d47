// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/money/caution.h"

namespace roofrack {

std::string Caution::detailed_text() const { return detail.empty() ? text : text + ": " + detail; }

std::vector<std::string> caution_texts(std::span<const Caution> cautions) {
    std::vector<std::string> out;
    for (const Caution& each : cautions) out.push_back(each.text);
    return out;
}

} // namespace roofrack
