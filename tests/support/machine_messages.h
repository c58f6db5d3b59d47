// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <initializer_list>

namespace roofrack::test {

/// A message of Qt about the machine, not about the program.
inline bool is_of_machine(const QString& message) {
    for (const char* start :
         {"This plugin does not support propagateSizeHints()", "This plugin does not support raise()",
          "This plugin does not support grabbing the keyboard",
          "This plugin does not support grabbing the mouse", "QStandardPaths: XDG_RUNTIME_DIR"})
        if (message.startsWith(QLatin1String(start))) return true;
    return false;
}

} // namespace roofrack::test
