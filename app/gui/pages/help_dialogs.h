// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

class QAction;
class QWidget;

namespace roofrack {

/// Every command with its key.
void show_shortcuts(const std::vector<QAction*>& actions, QWidget* window);
/// Version, what it is built from and under which licences.
void show_about(QWidget* window);

} // namespace roofrack
