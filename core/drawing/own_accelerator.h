// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/part.h"

#include <optional>
#include <span>

namespace roofrack {

class Catalog;

/// A figure of the accelerator that a server's own part may give in its place: "gpu_hbm_rate" → "hbm_rate".
struct AcceleratorFigure {
    std::string_view server_key;
    std::string_view accelerator_key;
};
std::span<const AcceleratorFigure> accelerator_figures();

/// The accelerator that a server names, of the project's own or of the catalogue, as it is defined there;
/// nullptr when there is none of that name.
const Part* named_accelerator(const Part& server, const Catalog& catalog);

/// mounts_alike() of the accelerators that two servers name; false where one names none that is known.
bool accelerators_mount_alike(const Part& server, const Part& other, const Catalog& catalog);

/// That accelerator with the figures that a server gives in place of its own.
Part with_server_figures(const Part& accelerator, const Part& server);

/// The accelerator that a server names, with the figures that the server's own part gives of it; nothing when
/// there is none of that name.
std::optional<Part> accelerator_of(const Part& server, const Catalog& catalog);

} // namespace roofrack
