// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/project.h"
#include "core/base/units/diagnostic.h"

#include <map>
#include <span>

namespace roofrack {

class Catalog;

/// What a form says of a part of one's own.
struct NewPart {
    PartKind kind = PartKind::accelerator;
    std::string name;
    std::string base;        ///< what it is derived from, by any name it has; empty: given whole
    std::string accelerator; ///< what a server holds, likewise; empty: the base's
    std::map<std::string, double> figures; ///< SI units; only what is given
    /// An accelerator comes with a server of it, derived from this one of the catalogue; empty: without.
    std::string server_like;
    std::optional<double> server_gpus; ///< in that server; none: as many as it has
};

struct MadePart {
    Scenario scenario; ///< with it
    PartRef part;
    std::optional<PartRef> server; ///< that came with an accelerator
};

/// The parts that a form describes, added to the scenario's own. Fails, with the field's name as the place,
/// on an empty or taken name and on a base, accelerator or server that is none, or is not one part alone.
Result<MadePart> make_part(const Scenario& scenario, const Catalog& catalog, const NewPart& asked);

/// Figures that a form asks for first, by importance.
std::span<const std::string_view> form_figures(PartKind kind);

/// The server of the catalogue that an accelerator is mostly bought in: as many NICs and GPUs as it has one
/// with; null where there is none.
const Part* usual_server(const Catalog& catalog, const Part& accelerator);

} // namespace roofrack
