// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/part.h"
#include "core/base/units/diagnostic.h"

#include <string_view>

namespace roofrack {

class Catalog;

/// What is wrong with a name that the catalogue does not know as such a thing, and what to do: it is a thing
/// of another kind, or misspelt. The diagnostic has no location.
Diagnostic no_part(const Catalog& catalog, PartKind kind, std::string_view id);
Diagnostic no_model(const Catalog& catalog, std::string_view id);

} // namespace roofrack
