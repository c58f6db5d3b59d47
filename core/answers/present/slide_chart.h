// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace roofrack {

/// A chart of a slide as values: what the picture of the slide shows, for programs that draw it themselves.
struct SlideChart {
    struct Bar {
        std::string label{};
        double value = 0;
        double low = 0, high = 0; ///< where it may lie, a whisker; the same: it has none
        std::string text{};       ///< as it is read beside the bar; empty: the number by itself
        std::string colour{};     ///< "2F6DB5"; empty: the accent
        bool is_said = false;     ///< its text alone, in its colour: it has no value of the kind of the bars
    };
    /// What a figure becomes at both ends of an assumption.
    struct Swing {
        std::string label{};
        double at_low = 0, at_high = 0;
        std::string low{}, high{}; ///< the assumption itself at its ends
    };
    struct Curve {
        std::string name;
        std::vector<std::pair<double, double>> points;
        bool is_ideal = false; ///< what there is to reach: a dashed line
    };
    /// A point that stands out.
    struct Mark {
        std::string text{};
        double x = 0, y = 0;
        bool is_drawn = false; ///< what is drawn: larger than others
    };
    /// A stretch of x that has a name, and what is said at its left border; empty: nothing.
    struct Stretch {
        std::string name{};
        double from = 0, to = 0;
        std::string text{}, colour{};
    };

    std::string x_title{}, y_title{};
    std::string heading{};              ///< what it shows
    std::vector<std::string> remarks{}; ///< sentences below that

    std::vector<Bar> bars{};
    bool is_share = false; ///< the bars are shares of one
    bool is_money = false; ///< the values are $
    bool is_stack = false; ///< the bars are the parts of `whole`, one upon the other from the first
    Bar whole{};
    std::optional<Bar> beside{}; ///< a bar beside that stack; none: there is none

    /// One of several bars that are as long as each other, and what stands above it.
    struct Column {
        std::string label{}, text{};
        bool is_drawn = false; ///< the cluster as it is drawn: said above it
    };
    /// What the columns are made of, from below.
    struct ColumnPart {
        std::string name{}, colour{};
        std::vector<double> shares{}; ///< one a column, in the order of `columns`
        bool is_named_beside = false; ///< the chart at its left says whose colour it is
    };
    std::vector<Column> columns{};
    std::vector<ColumnPart> column_parts{};

    std::vector<Swing> swings{}; ///< the widest first
    double now = 0;              ///< the figure as it is

    std::vector<Curve> curves{}; ///< on logarithmic axes
    std::string curve_name{};    ///< name of all of them as one line, without the ideal
    /// Where that line ends and what it goes on as begins, a dashed line of its own name; none: it is one.
    struct Assumed {
        std::string name{};
        double from = 0;
    };
    std::optional<Assumed> assumed{};
    std::vector<Curve> edges{}; ///< lower and upper edge of the band around it
    std::vector<Mark> marks{};
    std::vector<Stretch> stretches{}; ///< ascending
};

} // namespace roofrack
