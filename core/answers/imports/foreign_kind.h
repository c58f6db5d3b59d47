// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/interchange/interchange.h"

#include <optional>
#include <string_view>

namespace roofrack {

/// What another program's file is, or one of our own that somebody changed.
enum class ForeignKind {
    workbook,    ///< a workbook of ours (.xlsx)
    drawio,      ///< a drawing of draw.io
    p2p,         ///< every cable of a site, as NVIDIA's Cable Validation Tool reads it
    topology,    ///< the inside of a server: a matrix of `nvidia-smi topo -m`, an XML of lstopo
    netbox,      ///< a table or a device type of NetBox
    recipe,      ///< what starts a training run
    calculon,    ///< one of Calculon's three files
    huggingface, ///< a config.json, or the index of its weights
};
inline constexpr ForeignKind foreign_kinds[] = {
    ForeignKind::calculon, ForeignKind::huggingface, ForeignKind::recipe, ForeignKind::p2p,
    ForeignKind::drawio,   ForeignKind::topology,    ForeignKind::netbox, ForeignKind::workbook};

/// As `import --format` calls it: "drawio", "xlsx".
std::string_view name_of(ForeignKind kind);
/// As it stands in a sentence: "a drawing of draw.io".
std::string_view label_of(ForeignKind kind);

/// Whether a file of the kind changes a scenario that is there; the others make one of their own.
bool changes_scenario(ForeignKind kind);

/// What the text is, which it tells itself; nothing where it is none of these, and of a log of a run, which
/// may print its arguments.
std::optional<ForeignKind> foreign_kind(const NamedText& file);
/// What a file is, by what it holds. Where it is larger than a mebibyte and no archive, its beginning alone
/// is read, which tells of tables, drawings and indexes of weights; recipes, configurations and matrices are
/// smaller.
std::optional<ForeignKind> foreign_kind_of_file(const std::filesystem::path& path);

} // namespace roofrack
