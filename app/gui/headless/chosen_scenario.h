// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/project.h"
#include "core/base/units/diagnostic.h"

#include <QString>

namespace roofrack {

/// The scenario of that name, the first one where none is named. Fails where the project of the file `path`
/// has none of it.
Result<Scenario> chosen_scenario(const Project& project, const QString& name, const QString& path);

} // namespace roofrack
