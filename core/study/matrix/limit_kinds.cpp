// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/matrix/limit_row.h"

namespace roofrack {

bool is_rate(LimitKind kind) {
    return kind == LimitKind::arithmetic || kind == LimitKind::hbm || kind == LimitKind::network ||
           kind == LimitKind::storage || kind == LimitKind::time;
}

std::string_view name_of(LimitKind kind) {
    switch (kind) {
    case LimitKind::arithmetic: return "arithmetic";
    case LimitKind::hbm: return "hbm";
    case LimitKind::network: return "network";
    case LimitKind::memory: return "memory";
    case LimitKind::storage: return "storage";
    case LimitKind::power: return "power";
    case LimitKind::cooling: return "cooling";
    case LimitKind::space: return "space";
    case LimitKind::money: return "money";
    case LimitKind::time: break;
    }
    return "time";
}

std::string_view label_of(LimitKind kind) {
    return kind == LimitKind::hbm ? std::string_view("HBM bandwidth") : name_of(kind);
}

} // namespace roofrack
