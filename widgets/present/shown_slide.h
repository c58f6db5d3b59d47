// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/present/present.h"
#include "widgets/charts/chart_data.h"
#include "widgets/present/slide_style.h"
#include "widgets/theme/theme.h"

#include <QImage>
#include <QPicture>
#include <QSize>

#include <memory>

namespace roofrack {

/// A slide that is found, before it is painted: what it says, and what its picture is painted from.
struct FoundSlide {
    SlideContent content;
    std::shared_ptr<const Answers> answers{}; ///< The answers of its scenario; null if it shows none.
    std::shared_ptr<const ChartData> data{};  ///< The data of its chart; null if it is no chart.
};

/// A slide that can be painted at any size.
struct ShownSlide {
    SlideContent content;
    QPicture picture;                          ///< its chart or drawing, of `size` px
    QSize size;                                ///< Empty if it has none.
    QImage image;                              ///< a picture beside the project, or one that was kept
    std::shared_ptr<const SlideStyle> style{}; ///< Null: logo and foot are as the program has them.
};

/// Charts that a slide may show: those of the catalogue that need no trace and no search of their own.
bool may_be_slide(const QString& chart);
/// What a slide's view is called: "Scaling", "The verdict"; the view itself where there is none of that name.
QString slide_view_name(const std::string& view);

/// The slide with its picture, in the colours of `theme`; only the window's thread may call it. What cannot
/// be shown is said in its SlideContent::missing. `room`: of its chart or drawing, px; empty: of a slide.
ShownSlide shown_slide(const FoundSlide& found, const std::filesystem::path& folder, const Theme& theme,
                       QSize room = {});

/// The answers that the chart of a view shows, found now. Any thread may call it.
void ask_for_slide(const std::string& view, const Answers& answers);

} // namespace roofrack
