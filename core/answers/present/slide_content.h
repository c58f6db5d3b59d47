// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/present/slide_chart.h"
#include "core/answers/present/slide_inputs.h"

#include <optional>
#include <string>
#include <vector>

namespace roofrack {

/// What fills a slide below its title.
enum class SlideBody {
    table,   ///< head and rows
    text,    ///< lines
    chart,   ///< a chart of the window, by the slide's view
    drawing, ///< the drawing of the scenario
    file,    ///< a picture beside the project
    kept,    ///< what the slide kept when it was frozen
};

/// A slide in words and figures, as its project says them now, or said them when it was frozen.
struct SlideContent {
    std::string view;     ///< as in the project
    std::string scenario; ///< its name; empty where the slide shows none
    std::string title;    ///< its message
    bool is_drafted = false;
    std::string note;
    std::string source; ///< the line at its foot: scenario, where there are several; project; plan
    std::string date;   ///< the day on which it was frozen; empty: it is live
    SlideBody body = SlideBody::table;
    std::vector<std::string> text;
    std::vector<std::string> head; ///< headings of the rows; none: they have none
    std::vector<std::vector<std::string>> rows;
    std::optional<SlideChart> chart;  ///< none: there is no chart whose values are known here
    std::optional<SlideChart> second; ///< the chart at its right; none: it stands alone
    std::string file;                 ///< the picture of SlideBody::file
    std::string picture;              ///< the picture of SlideBody::kept, a PNG in Base64
    std::vector<SlideSlider> sliders; ///< inputs that are turned on it while it is shown
    std::string missing;              ///< why it shows nothing; empty: it does
};

} // namespace roofrack
