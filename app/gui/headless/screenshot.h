// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace roofrack {

/// `roofrack screenshot PROJECT --out F.png [--theme light|dark] [--scale 2] [--size 1600x1000] [--chart ID]
/// [--workspace NAME] [--trace PATH] [--only PART]`: a picture of the main window or of a part of it, made
/// offscreen. PROJECT may be "welcome" or "wizard". Returns the Exit of platform.h.
int run_screenshot(int argc, char** argv);

} // namespace roofrack
