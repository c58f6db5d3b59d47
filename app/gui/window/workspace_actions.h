// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/window/workspaces.h"

#include <string>

namespace roofrack {

class Actions;

/// One action a workspace, in the menu and in the command search, which also says about each chart where it
/// lives: "Roofline · in Step".
void add_workspace_actions(Actions& actions);
std::string workspace_action(const Workspace& workspace);

} // namespace roofrack
