// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/present/slide_inputs.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace roofrack {

/// Bars or curves of a slide, as values: what a slide's chart in a presentation is made of.
struct SlideChart {
    struct Curve {
        std::string name;
        std::vector<std::pair<double, double>> points;
        bool is_ideal = false; ///< what there is to reach: a dashed line
    };
    std::string x_title{}, y_title{};
    std::vector<std::pair<std::string, double>> bars{}; ///< none: it has curves
    std::vector<Curve> curves{};                        ///< on logarithmic axes
    bool is_share = false;                              ///< the bars are shares of one
    bool is_money = false;                              ///< the bars are $
};

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
    std::string source; ///< the line at its foot: project, scenario, plan
    std::string date;   ///< the day on which it was frozen; empty: it is live
    SlideBody body = SlideBody::table;
    std::vector<std::string> text;
    std::vector<std::string> head; ///< headings of the rows; none: they have none
    std::vector<std::vector<std::string>> rows;
    std::optional<SlideChart> chart;  ///< none: there is no chart whose values are known here
    std::string file;                 ///< the picture of SlideBody::file
    std::string picture;              ///< the picture of SlideBody::kept, a PNG in Base64
    std::vector<SlideSlider> sliders; ///< inputs that are turned on it while it is shown
    std::string missing;              ///< why it shows nothing; empty: it does
};

} // namespace roofrack
