// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/model/uncertain/uncertain_input.h"

namespace roofrack {

std::string_view name_of(SpreadKind kind) {
    switch (kind) {
    case SpreadKind::triangular: return "triangular";
    case SpreadKind::uniform: return "uniform";
    case SpreadKind::normal: return "normal";
    case SpreadKind::log_normal: return "log-normal";
    case SpreadKind::values: break;
    }
    return "values";
}

} // namespace roofrack
