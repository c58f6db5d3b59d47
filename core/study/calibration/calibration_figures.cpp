// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/figures/builder.h"
#include "core/base/figures/measure.h"
#include "core/study/calibration/calibration_study.h"

#include <cmath>

namespace roofrack {

void describe(figures::Builder<CalibratedValue>& f) {
    using namespace figures;
    using V = CalibratedValue;
    f.text("name", &V::name, "what", "what the calibration sets", names_item);
    f.number("before", &V::before, figures::number, "before", "as it was, in `unit`");
    f.number("after", &V::after, figures::number, "after", "as measured", always);
    f.text("unit", &V::unit, "unit", "SI; empty: a ratio");
    f.text("told_by", &V::told_by, "told by", "what of the files sets it");
}

void describe(figures::Builder<CalibratedTime>& f) {
    using namespace figures;
    using T = CalibratedTime;
    f.text("what", &T::what, "what", "a time of the step", names_item);
    f.number("measured_s", &T::measured, seconds, "measured", "median", less, always);
    f.number("before_s", &T::before, seconds, "before", "by the model as it was", less, always);
    f.number("after_s", &T::after, seconds, "after", "by the calibrated model", less, always);
    f.number(
        "error_before_pct", [](const T& t) { return t.before_pct(); }, figures::number, "error before, %",
        "of measured", less, always);
    f.number(
        "error_after_pct", [](const T& t) { return t.after_pct(); }, figures::number, "error after, %",
        "of measured", less, always);
}

void describe(figures::Builder<HeldBack>& f) {
    using namespace figures;
    using H = HeldBack;
    f.number("steps", &H::steps, count, "steps", "of the second half", always);
    f.number("measured_s", &H::measured, seconds, "measured", "median of the second half", less, always);
    f.number("before_s", &H::before, seconds, "before", "by the model as it was", less, always);
    f.number("after_s", &H::after, seconds, "after", "by what the first half alone sets", less, always);
    f.number(
        "error_before_pct", [](const H& h) { return h.before_pct(); }, figures::number, "error before, %",
        "of measured", less, always);
    f.number(
        "error_after_pct", [](const H& h) { return h.after_pct(); }, figures::number, "error after, %",
        "of measured", less, always);
}

void describe(figures::Builder<NotTold>& f) {
    using namespace figures;
    f.text("what", &NotTold::what, "what", "what the files cannot tell", names_item);
    f.text("why", &NotTold::why, "why", "why they cannot");
    f.text("todo", &NotTold::todo, "what to do", "what would tell it");
}

void describe(figures::Builder<CalibrationStudy>& f) {
    using namespace figures;
    using S = CalibrationStudy;
    f.number("gpus", &S::gpus, count, "GPUs", "of the measured run", always);
    f.number("drawn_gpus", &S::drawn_gpus, count, "drawn GPUs", "of the scenario", always);
    f.list("parameters", &S::values, "values", "what the calibration sets");
    f.list("times", &S::times, "times", "measured times against the model, before and after");
    f.object("held_back", &S::held_back, "held back",
             "the second half of the steps, predicted by what the first half sets");
    f.list("not_told", &S::not_told, "not told", "what the files cannot tell");
    f.list("notes", &S::notes, "notes", "what was taken as what");
}

} // namespace roofrack
