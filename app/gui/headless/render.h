// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace roofrack {

/// `roofrack render PROJECT --chart NAME --out F.(png|svg|pdf|csv) …`: paints one chart without a window or a
/// display. Takes the program's own arguments (argv[1] is "render") and makes its own QApplication. Returns 0
/// done, 1 painted but the plan does not run, 2 usage, 3 bad input.
int render_command(int argc, char** argv);

} // namespace roofrack
