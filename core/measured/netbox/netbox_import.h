// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/templates/templates.h"
#include "core/measured/interchange/interchange.h"

#include <span>

namespace roofrack {

class Catalog;

/// A project of what NetBox exports: tables of devices, interfaces and cables (CSV) as a drawing, whose
/// devices are put together like those of a P2P file; device types (YAML) as parts of its own, of which such
/// devices are made. `settings` as of import_p2p(). With device types alone, a workstation with these parts.
/// What was not understood, and what is a guess, is in the warnings.
Result<Imported> import_netbox(std::span<const NamedText> files, const Catalog& catalog,
                               const TemplateSettings& settings);

} // namespace roofrack
