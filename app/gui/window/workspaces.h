// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/canvas/overlays/overlay.h"

#include <QString>

#include <vector>

namespace roofrack {

/// One of the ways to work on a project: what it shows at first. What the user moves is kept (Arrangement).
struct Workspace {
    const char* id; ///< "facility", as `roofrack screenshot --workspace` names it
    const char* name_text;
    const char* tip_text;
    std::vector<const char*> views;         ///< charts that live here, by their ids, in the order of the tabs
    std::vector<const char*> more = {};     ///< charts that live here behind "More"
    std::vector<const char*> research = {}; ///< and those behind "Research" there
    std::vector<const char*> guests = {};   ///< charts that stand here too, before the others
    std::vector<const char*> panels = {};   ///< by the names of their docks
    std::vector<const char*> wide_panels = {}; ///< these while the window has the width; else folded
    Overlay overlay;
    int views_height;        ///< percent, beside the drawing
    bool is_drawing = false; ///< the drawing is the work; elsewhere it is a tile beside the views
    bool begins_work = true; ///< where the next start may begin
    bool shows_deck = false; ///< the slides stand instead of its views
    bool shows_run = false;  ///< the bar of measured runs stands over its views

    QString name() const;
    QString tip() const;
    QString key() const; ///< "Ctrl+4", by its place in the row
    /// Guests and views, as tabs; guests last where runs are shown.
    std::vector<const char*> tabs() const;
    /// Tabs and what is behind "More".
    std::vector<const char*> charts() const;
    bool has_view(const QString& chart) const;
};

/// The row of workspaces. One without a view is left out until it has its first.
const std::vector<Workspace>& workspaces();
/// nullptr: there is none of this id.
const Workspace* find_workspace(const QString& id);
/// Where a chart lives; nullptr: nowhere.
const Workspace* home_of(const QString& chart);

} // namespace roofrack
