// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace roofrack {

/// `roofrack screenshot PROJECT --out F.png [--theme light|dark] [--scale 2] [--size 1600x1000] [--chart ID]
/// [--trace PATH]`: a picture of the main window, made offscreen. PROJECT may be "welcome". Returns the exit
/// code of formats.md.
int run_screenshot(int argc, char** argv);

} // namespace roofrack
