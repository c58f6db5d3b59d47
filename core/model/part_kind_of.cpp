// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/part_kind_of.h"

namespace roofrack {

std::optional<PartKind> part_kind_of(ElementKind kind) {
    switch (kind) {
    case ElementKind::rack: return PartKind::rack;
    case ElementKind::server: return PartKind::server;
    case ElementKind::switch_: return PartKind::switch_;
    case ElementKind::storage: return PartKind::storage;
    case ElementKind::feed: return PartKind::feed;
    case ElementKind::cooling: return PartKind::cooling;
    default: return std::nullopt;
    }
}

} // namespace roofrack
