// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/model/finding.h"

namespace roofrack {

std::string_view name_of(Severity severity) {
    switch (severity) {
    case Severity::critical: return "critical";
    case Severity::warning: return "warning";
    case Severity::info: break;
    }
    return "info";
}

} // namespace roofrack
