// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/project/project_fields.h"

#include "core/base/model/project.h"
#include "core/drawing/project/type_builder.h"

/// The keys of what a project keeps for a decision.
namespace roofrack::fields {

using enum Dimension;

void describe(TypeBuilder<UncertainInput>& v) {
    using U = UncertainInput;
    v.text(required("input"), &U::input, "its address, as /site/electricity_price");
    v.choice("kind", &U::kind, spread_kinds,
             "how its values are spread; normal and log-normal: low and high hold the middle 80 %");
    v.number("low", &U::low, ratio, Range{-1e30, 1e30}, "in the unit of a bare number of that input");
    v.number("likely", &U::likely, ratio, Range{-1e30, 1e30},
             "triangular: the most often; left out: as the scenario has it");
    v.number("high", &U::high, ratio, Range{-1e30, 1e30}, "in the unit of a bare number of that input");
    v.texts("values", &U::values, "values: each as likely, as --set takes them");
}

void describe(TypeBuilder<ComparisonChoice>& v) {
    v.text("reference", &ComparisonChoice::reference,
           "the scenario that the others are held against; left out: the first");
    v.flag("same_work", &ComparisonChoice::same_work,
           "all take the model, batch and token budget of the reference");
    v.one_of("at_equal", &ComparisonChoice::at_equal, {"power", "capital", "days", "floor", "gpus"},
             "all are resized by whole racks until they meet in it; left out: as drawn");
    v.text("at", &ComparisonChoice::at,
           "the amount that all meet, with its unit; left out: what the reference has");
    v.texts("figures", &ComparisonChoice::figures,
            "figures and inputs that are compared beside the first set");
    v.one_of("rows", &ComparisonChoice::rows, {"different", "equal"}, "rows that are shown; left out: all");
    v.text("way", &ComparisonChoice::way,
           "the figure whose way from the reference to the others is shown; left out: the step time");
    v.flag("averaged", &ComparisonChoice::averaged,
           "on the way each change is averaged over all orders, else one comes after another");
    v.flag("by_parts", &ComparisonChoice::by_parts,
           "on the way of the step time its parts stand in place of the changes");
    v.texts("odds", &ComparisonChoice::odds,
            "figures whose odds are shown; left out: date, $, power, energy");
    v.text("by", &ComparisonChoice::by,
           "a date, or so long after the order, until which dates.trained counts: \"40 wk\"");
    v.texts("tornado", &ComparisonChoice::tornado,
            "figures that are shown over all inputs; left out: the step time and the $ per million");
    v.texts("map", &ComparisonChoice::map, "inputs of the map with their values, one or two");
    v.text("map_by", &ComparisonChoice::map_by, "the figure of the map; left out: the $ per million");
    v.text("tried", &ComparisonChoice::tried,
           "an input with the values that it is given: \"/plan/tp=1,2,4\"; left out: nothing is tried");
    v.texts("tried_figures", &ComparisonChoice::tried_figures,
            "figures over the tried values; left out: step time, $ per million, power");
    v.text("goal", &ComparisonChoice::goal, "the figure that designs are sought for");
    v.texts("limits", &ComparisonChoice::limits, "limits of designs: \"power.metered_w<=20 MW\"");
    v.texts("vary", &ComparisonChoice::vary, "what varies among designs: \"gpus=64:512\"");
}

void describe(TypeBuilder<KeptFigure>& v) {
    v.text(required("scenario"), &KeptFigure::scenario, "its name");
    v.text(required("figure"), &KeptFigure::figure, "its full name");
    v.number(required("value"), &KeptFigure::value, ratio, Range{-1e300, 1e300}, "as it was, as stored");
}

void describe(TypeBuilder<KeptConstant>& v) {
    v.text(required("id"), &KeptConstant::id, "a constant, or part/value");
    v.number(required("value"), &KeptConstant::value, ratio, Range{-1e300, 1e300}, "as it was, SI");
}

void describe(TypeBuilder<KeptFigures>& v) {
    v.text("program", &KeptFigures::program, "version of the program that found them");
    v.list("figures", &KeptFigures::figures, "figures as they were");
    v.list("constants", &KeptFigures::constants, "constants and values of parts that they rested on");
}

void describe(TypeBuilder<SlideRow>& v) {
    v.texts(required("cells"), &SlideRow::cells, "what stands in it, from left to right");
}

void describe(TypeBuilder<FrozenSlide>& v) {
    v.text("date", &FrozenSlide::date, "the day: 2026-11-27; left out: the slide is live");
    v.text("title", &FrozenSlide::title, "its message then");
    v.text("source", &FrozenSlide::source, "the line at its foot then");
    v.texts("head", &FrozenSlide::head, "headings of its rows");
    v.list("rows", &FrozenSlide::rows, "its figures then, as text");
    v.text("picture", &FrozenSlide::picture, "its chart or drawing then, a PNG in Base64");
    v.texts("text", &FrozenSlide::text, "what was said below its rows then");
}

void describe(TypeBuilder<SlideInput>& v) {
    v.text(required("input"), &SlideInput::input, "its address: /site/electricity_price");
    v.text("values", &SlideInput::values,
           "that it is turned through, as `try` takes them: 0.04..0.16:24; left out: those that are offered");
}

void describe(TypeBuilder<Slide>& v) {
    v.text(required("view"), &Slide::view,
           "what it shows: verdict, drawing, certainty, compare-notes, compare-more, compare-odds, figures, "
           "text, picture, or a chart by its id");
    v.text("scenario", &Slide::scenario, "its name; left out: the first");
    v.text("title", &Slide::title, "what its author wrote; left out: drafted from the figures");
    v.text("note", &Slide::note, "for the speaker");
    v.texts("text", &Slide::text, "lines of a slide of text");
    v.texts("figures", &Slide::figures, "figures of a table of them, by their names");
    v.text("file", &Slide::file, "a PNG or JPEG beside the project, of a slide that is a picture");
    v.list("inputs", &Slide::inputs, "inputs that are turned on it while it is shown");
    v.object("frozen", &Slide::frozen, "the slide as it was on a day");
}

void describe(TypeBuilder<Deck>& v) { v.list("slides", &Deck::slides, "in their order"); }

void describe(TypeBuilder<StyleColours>& v) {
    v.text("ground", &StyleColours::ground, "what slides and sheets are filled with: #FFFFFF");
    v.text("text", &StyleColours::text, "what is written on it");
    v.text("muted", &StyleColours::muted, "what is written beside it; left out: between both");
    v.text("line", &StyleColours::line, "rules; left out: between both");
    v.text("accent", &StyleColours::accent, "bars and links");
}

void describe(TypeBuilder<HouseStyle>& v) {
    v.text("name", &HouseStyle::name, "label");
    v.object("colours", &HouseStyle::colours, "each as #0B6BCB");
    v.text("font", &HouseStyle::font, "a family of type");
    v.text("logo", &HouseStyle::logo, "a PNG or an SVG in Base64");
    v.text("footer", &HouseStyle::footer, "at the foot, with {date}, {page}, {pages} and {project}");
}

} // namespace roofrack::fields
