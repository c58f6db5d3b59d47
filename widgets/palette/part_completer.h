// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/part.h"

class QLineEdit;

namespace roofrack {

class Catalog;
struct Scenario;

/// Offers a field the names of the parts of a kind, the project's own first, found by anything that a part is
/// called.
void complete_from(QLineEdit& field, const Scenario& scenario, const Catalog& catalog, PartKind kind);

/// True while what stands in such a field is in some name that it offers, and is none of them as a whole.
bool is_start_of_a_part(const QLineEdit& field);

} // namespace roofrack
