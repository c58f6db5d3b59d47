// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/interchange/interchange.h"

namespace roofrack {

/// A project of a drawing that came without a run. Model and plan are those of a template of its most common
/// server, as many as are drawn; without servers those of a workstation, which `warnings` say. `file` is for
/// the project's name and for messages. Fails where the catalogue has no workstation.
Result<Project> project_of_drawing(Cluster cluster, const std::string& file, const std::string& scenario,
                                   const Catalog& catalog, std::vector<Diagnostic>& warnings);

} // namespace roofrack
