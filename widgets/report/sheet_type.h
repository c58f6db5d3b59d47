// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace roofrack {

/// Heights of type on sheets of paper in px at 96 dpi: 12 px are 9 pt.
inline constexpr int sheet_title_type = 40, sheet_subtitle_type = 21, sheet_heading_type = 20,
                     sheet_body_type = 13, sheet_table_type = 12, sheet_foot_type = 11;

} // namespace roofrack
