// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/templates/templates.h"
#include "core/measured/p2p/p2p_file.h"

namespace roofrack {

/// A drawing of the nodes and cables of a P2P file: nodes whose names differ in a number alone become one
/// element, where their cables follow a pattern. Parts are those that the file names and the catalogue has;
/// `settings` "server", "switch" and "storage" say them for nodes without. The cables of the drawing are
/// those of the file, which is checked before it is handed out; racks are drawn where they hold equal
/// contents. Fails on a part that the catalogue has not.
Result<Cluster> draw_p2p(const P2pFile& file, const Catalog& catalog, const TemplateSettings& settings,
                         const std::string& where, std::vector<Diagnostic>& warnings);

/// A project of that drawing, with a model and a plan for as many GPUs. Feeds and cooling are not drawn: the
/// file tells nothing of them.
Result<Imported> import_p2p(const NamedText& file, const Catalog& catalog, const TemplateSettings& settings);

} // namespace roofrack
