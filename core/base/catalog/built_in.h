// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace roofrack {

class Catalog;

/// It is the one that is compiled into the program: what is made of it can be kept for as long as that runs.
bool is_built_in(const Catalog& catalog);

} // namespace roofrack
