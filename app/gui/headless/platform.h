// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace roofrack {

/// Chooses Qt's offscreen platform when no display is there: the default one would abort. Call before
/// QApplication is made.
void choose_platform();

} // namespace roofrack
