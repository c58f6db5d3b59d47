// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/project.h"

#include <string_view>

namespace roofrack {

class Catalog;

/// The best connected of the servers with this accelerator that are sold as a whole, then one of this
/// network, then the cheapest on the site's terms; nullptr: there is none.
const Part* best_server_of(const Part& accelerator, std::string_view network, const Site& site,
                           const Catalog& catalog);

/// A price of the server is known, or a cloud that offers its accelerator.
bool is_offered(const Part& accelerator, const Part& server, const Site& site, const Catalog& catalog);

} // namespace roofrack
