// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/bill/bill_of_materials.h"

#include <string>

namespace roofrack {

/// Which servers a bill has more or less of than another, those that come before those that go:
/// "+48 DGX B200, −64 DGX H100". What is sold is not there. Empty: both have the same servers.
std::string server_difference(const BillOfMaterials& from, const BillOfMaterials& to);

} // namespace roofrack
