// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/cluster.h"

#include <string>

namespace roofrack {

class Catalog;

/// The drawing for draw.io: a page of all, one of the network, one of power and cooling, and one of the
/// fronts of the racks. Each shape carries kind, part, count and its id in the project as data. What is sold
/// is not on them.
std::string drawio_pages(const Cluster& drawn, const Catalog& catalog, const std::string& name);

/// The drawing without what is sold as a plain SVG picture: boxes and lines by where things stand, without
/// the window's look.
std::string drawing_svg(const Cluster& drawn, const Catalog& catalog);

} // namespace roofrack
