// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/answers.h"
#include "core/answers/handover/report_document.h"
#include "widgets/report/sheet_strip.h"
#include "widgets/theme/theme.h"

#include <QSizeF>

#include <memory>

namespace roofrack {

/// Computes all answers that the report's pictures need, so that painting does not wait. Any thread may call
/// it.
void ask_for_pictures(const ReportDocument& document, const Answers& answers);

/// Adds a picture with its caption, no larger than `max_size`: the window's view if the picture names one
/// that has something to show, else its SVG. Both are vector graphics, not bitmaps. Only the window's thread
/// may call it.
void add_picture_strip(std::vector<SheetStrip>& out, const ReportDocument::Block& block,
                       const std::shared_ptr<const Answers>& answers, QSizeF max_size, const Theme& theme);

} // namespace roofrack
