// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/project.h"

#include <string>

namespace roofrack {

class Catalog;

/// The drawing for draw.io: a page of all, one of the network, one of power and cooling, and one of the
/// fronts of the racks. Each shape carries all that the project file says of it as data; the first page also
/// says where each stood and was called, and the project's own parts, so that draw_drawio() gives the drawing
/// back. What is sold is not on them.
std::string drawio_pages(const Scenario& scenario, const Catalog& catalog);

/// The drawing without what is sold as a plain SVG picture: boxes and lines by where things stand, without
/// the window's look.
std::string drawing_svg(const Cluster& drawn, const Catalog& catalog);

} // namespace roofrack
