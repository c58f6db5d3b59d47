// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/matrix/limit_kinds.h"

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

LimitKind kind_of(ResourceKind resource) {
    switch (resource) {
    case ResourceKind::hbm: return LimitKind::hbm;
    case ResourceKind::scale_up:
    case ResourceKind::fabric: return LimitKind::network;
    case ResourceKind::input:
    case ResourceKind::storage: return LimitKind::storage;
    case ResourceKind::power_cap:
    case ResourceKind::feed:
    case ResourceKind::site: return LimitKind::power;
    case ResourceKind::temperature:
    case ResourceKind::cooling:
    case ResourceKind::plant: return LimitKind::cooling;
    case ResourceKind::host:
    case ResourceKind::straggler:
    case ResourceKind::slow_group:
    case ResourceKind::failures: return LimitKind::time;
    case ResourceKind::flops: break;
    }
    return LimitKind::arithmetic;
}

bool is_of_room(LimitKind kind, RoomLimit limit) {
    switch (limit) {
    case RoomLimit::positions:
    case RoomLimit::area:
    case RoomLimit::floor_load: return kind == LimitKind::space;
    case RoomLimit::grid:
    case RoomLimit::supply: return kind == LimitKind::power;
    case RoomLimit::air:
    case RoomLimit::liquid:
    case RoomLimit::plant: break;
    }
    return kind == LimitKind::cooling;
}

} // namespace roofrack
