// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/project/own_parts.h"
#include "widgets/canvas/edits/part_mime.h"
#include "widgets/palette/part_icon.h"

#include <QString>

namespace roofrack {

class Catalog;

/// One thing that the shelf offers.
struct ShelfEntry {
    DraggedPart what;
    QString name;
    QString figures;  ///< "8 × H100 · 10.2 kW", or what a container holds
    QString rich_tip; ///< all figures with their sources, as HTML
    QString words;    ///< lower case, all that a search looks through
    PartIcon icon;
    bool usual = false;        ///< shown before the rest of its group is asked for
    bool may_be_placed = true; ///< false: a part of others, such as an accelerator

    /// True when each word of the search is found in the name, the id, the group or the figures. "64x400g"
    /// finds "64 × 400G".
    bool matches(const QString& search) const;
    /// The rank of what matches: 0 for what is called so, 3 for what has it elsewhere than in its name.
    int rank(const QString& search) const;
};

struct ShelfGroup {
    QString title;
    std::vector<ShelfEntry> entries; ///< the usual ones first
};

/// What the project defines itself; no entries when it defines none.
ShelfGroup own_group(const std::vector<OwnPart>& own, const Catalog& catalog);

/// The catalogue's parts and the containers, grouped as the shelf shows them.
std::vector<ShelfGroup> shelf_groups(const Catalog& catalog);

} // namespace roofrack
