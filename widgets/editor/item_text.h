// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/cluster.h"

#include <QString>

#include <string>
#include <vector>

namespace roofrack {

/// What a person calls an element: its name, or its kind and id.
QString title_of(const Element& element);
/// "leaf – spine" by the titles of the ends.
QString title_of(const Link& link, const Cluster& cluster);
/// "3 racks", "1 switch".
QString counted(ElementKind kind, size_t count);
/// "leaf" for one item, "3 racks" or "3 items" for several: the object of an undo step's name.
QString title_of(const std::vector<std::string>& ids, const Cluster& cluster);
/// "Rack", "Switch" … with a capital.
QString kind_title(ElementKind kind);

} // namespace roofrack
