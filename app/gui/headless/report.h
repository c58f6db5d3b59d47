// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace roofrack {

/// `roofrack report PROJECT --out FILE`: a report on a scenario as PDF, HTML or Markdown, without a display.
/// Returns the exit status: as render_command().
int report_command(int argc, char** argv);

} // namespace roofrack
