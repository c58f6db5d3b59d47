// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QWidget;

namespace roofrack {

class Actions;
class FileFlow;

/// Shows the page in the guide of `window`; its links to projects open them there.
void show_linked_guide(const QString& page, FileFlow& files, QWidget& window);

/// The entries of the menu Help that open the guide, and F1.
void connect_guide(Actions& actions, FileFlow& files, QWidget& window);

} // namespace roofrack
