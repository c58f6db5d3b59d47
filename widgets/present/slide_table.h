// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/theme.h"

#include <QStringList>

#include <string>
#include <vector>

class QPainter;

namespace roofrack {

/// The type of slides in that height, px.
QFont slide_font(const Theme& theme, int pixels, bool strong = false);
/// The lines of a text in that width: broken at spaces and hyphens, so that neither a sign is parted from its
/// amount ("−$309k") nor a number from its unit; within a word only where that is wider than a line.
QStringList wrapped(const QString& text, const QFont& font, double width);

/// The height that paint_slide_table() takes in that room, px; more than there is where rows are left out.
double slide_table_height(const std::vector<std::string>& head,
                          const std::vector<std::vector<std::string>>& rows, const QRectF& room,
                          const Theme& theme);
/// The height that it takes in the least type of slides in that width, px.
double least_slide_table_height(const std::vector<std::string>& head,
                                const std::vector<std::vector<std::string>>& rows, double width,
                                const Theme& theme);
/// Paints rows below their headings, as large as they fit; those that have no room are counted in a last
/// line. Returns where it ends.
double paint_slide_table(QPainter& painter, const std::vector<std::string>& head,
                         const std::vector<std::vector<std::string>>& rows, const QRectF& room,
                         const Theme& theme);

} // namespace roofrack
