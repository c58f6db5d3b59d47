// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace roofrack {

/// `roofrack present PROJECT --out F.(pdf|pptx) or FOLDER …`: the project's slides as files, without a window
/// or a display. Takes the program's own arguments (argv[1] is "present") and makes its own QApplication.
/// Returns 0 done, 1 written but a slide shows nothing, 2 usage, 3 bad input.
int present_command(int argc, char** argv);

} // namespace roofrack
