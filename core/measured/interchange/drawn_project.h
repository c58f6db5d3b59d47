// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/interchange/interchange.h"

namespace roofrack {

/// A project of a drawing that came without a run: the model and the plan are those of a template of as many
/// of its most common server; where there is none, those of a workstation, which `warnings` say. `file`: for
/// its name and for messages. Fails where the catalogue has no workstation.
Result<Project> project_of_drawing(Cluster cluster, const std::string& file, const std::string& scenario,
                                   const Catalog& catalog, std::vector<Diagnostic>& warnings);

} // namespace roofrack
