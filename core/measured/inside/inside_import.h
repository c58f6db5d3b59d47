// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/templates/templates.h"
#include "core/measured/inside/server_inside.h"

#include <span>

namespace roofrack {

class Catalog;

/// A project of one such server: a part of its own, derived from the server of the catalogue that is most
/// like it, with the GPUs, NICs and links that the files tell. `files`: a matrix of `nvidia-smi topo -m`, an
/// XML of lstopo, or both of one server. `settings`: "gpu", the accelerator where no file says it, and
/// "server", the server that it is derived from. What is the server's of the catalogue, or was concluded, is
/// a guess that the warnings list. Fails where no file says which GPUs it has, where two files contradict
/// each other, and on parts that the catalogue has not.
Result<Imported> import_inside(std::span<const NamedText> files, const Catalog& catalog,
                               const TemplateSettings& settings);

} // namespace roofrack
