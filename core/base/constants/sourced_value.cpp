// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/constants/sourced_value.h"

namespace roofrack {

std::string_view name_of(Status status) {
    switch (status) {
    case Status::confirmed: return "confirmed";
    case Status::derived: return "derived";
    case Status::announced: return "announced";
    case Status::from_memory: return "from_memory";
    case Status::judgement: return "judgement";
    case Status::unknown: break;
    }
    return "unknown";
}

std::optional<Status> status_named(std::string_view name) {
    for (const Status status : {Status::confirmed, Status::derived, Status::announced, Status::from_memory,
                                Status::judgement, Status::unknown})
        if (name_of(status) == name) return status;
    return std::nullopt;
}

} // namespace roofrack
