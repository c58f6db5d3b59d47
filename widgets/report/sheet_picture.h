// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/answers.h"
#include "core/answers/handover/report_document.h"
#include "widgets/report/sheet_strip.h"
#include "widgets/theme/theme.h"

#include <QSizeF>

#include <memory>

namespace roofrack {

/// What the pictures of a report show in the window's views, found now. Any thread may call it.
void ask_for_pictures(const ReportDocument& document, const Answers& answers);

/// A picture with what it shows below it, of at most that size: the window's view where it names one that
/// has something to show, else its SVG. Both are lines and letters, no dots. Only the window's thread may
/// call it.
void add_picture_strip(std::vector<SheetStrip>& out, const ReportDocument::Block& block,
                       const std::shared_ptr<const Answers>& answers, QSizeF most, const Theme& theme);

} // namespace roofrack
