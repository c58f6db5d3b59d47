// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/part.h"

namespace roofrack {

class Catalog;

/// Whether a figure of the part is announced: said by its maker, measured by nobody.
bool has_announced_figures(const Part& part);
/// Whether a figure of the part or, where it is a server, of its accelerator is.
bool is_announced(const Part& part, const Catalog& catalog);

/// "13 figures of Rubin (one GPU of a VR200) are announced, measured by nobody": of a part and, where it is a
/// server, of its accelerator (null: of it none). Empty where none is announced.
std::string announced_text(const Part& part, const Part* accelerator);

} // namespace roofrack
