// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/part.h"
#include "core/base/units/diagnostic.h"

#include <optional>
#include <string_view>
#include <vector>

namespace roofrack {

class Catalog;

/// What is wrong with a name that the catalogue does not know as such a thing, and what to do: it is a thing
/// of another kind, or misspelt. The diagnostic has no location.
Diagnostic no_part(const Catalog& catalog, PartKind kind, std::string_view id);
/// What to do about a name that is not one part's: which ones begin with it (at least one).
Diagnostic several_parts(const std::vector<const Part*>& called, std::string_view id);
/// What to say where `name`, which is not its id, was taken as this part and others are called so, too:
/// "A100". Without a kind: whatever it is.
std::optional<Diagnostic> taken_as(const Catalog& catalog, const Part& part, std::optional<PartKind> kind,
                                   std::string_view name);
Diagnostic no_model(const Catalog& catalog, std::string_view id);

} // namespace roofrack
