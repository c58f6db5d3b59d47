// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/figures/builder.h"
#include "core/base/figures/measure.h"
#include "core/study/diagnosis/diagnosis.h"

#include <fmt/format.h>

namespace roofrack {

void describe(figures::Builder<FaultCause>& f) {
    using namespace figures;
    using C = FaultCause;
    f.text("id", &C::id, "cause", "of the change", names_item);
    f.choice("kind", &C::kind, "kind", "what differs from the drawing", all_up_to(FaultKind::placement));
    f.text("change", &C::change, "change", "in words, with its value");
    f.number("value", &C::value, number, "value", "share of a rate or speed, samples/s",
             Absent{"the change has none"});
    f.number("likelihood", &C::likelihood, share, "likelihood", "among all that is tried", more,
             Absent{"nothing that is tried fits, or the range of one alone reaches what was measured"});
    f.flag("fits", &C::fits, "fits", "with it the measured step lies in the band");
    f.number(
        "step_s", [](const C& c) { return c.shares.step; }, seconds, "step", "with the change", less, always);
    f.number(
        "compute_s", [](const C& c) { return c.shares.compute; }, seconds, "computation", "of it", less,
        always);
    f.number(
        "exposed_comm_s", [](const C& c) { return c.shares.exposed_comm; }, seconds, "exposed communication",
        "of it", less, always);
    f.number(
        "idle_s", [](const C& c) { return c.shares.idle; }, seconds, "idle", "of it", less, always);
    f.text("test", &C::test, "test", "what would show it");
    f.list("alternatives", &C::alternatives, "alternatives", "causes with which the step looks the same");
}

void describe(figures::Builder<ComparedTime>& f) {
    using namespace figures;
    using T = ComparedTime;
    f.text("what", &T::what, "what", "of the step", names_item);
    f.number("measured", &T::measured, number, "measured", "s; of ranks a ratio", always);
    f.number("predicted", &T::predicted, number, "predicted", "by the model as drawn", always);
    f.flag("is_far", &T::is_far, "far", "by more than model and measurement scatter");
}

void describe(figures::Builder<Diagnosis>& f) {
    using namespace figures;
    using D = Diagnosis;
    f.text("sentence", &D::sentence, "diagnosis", "the answer in one line");
    f.flag("inside_band", &D::is_inside_band, "inside the band", "there is nothing to explain");
    f.number("gpus", &D::gpus, count, "GPUs", "of the measured run", always);
    f.number("measured_s", &D::measured_s, seconds, "measured", "step", less, always);
    f.number("predicted_s", &D::predicted_s, seconds, "predicted", "step, as drawn", less, always);
    f.number("low_s", &D::low_s, seconds, "low end", "of the band of 80 %", less, always);
    f.number("high_s", &D::high_s, seconds, "high end", "of the band of 80 %", less, always);
    f.list("times", &D::times, "times", "what of the measurement was used");
    f.list("causes", &D::causes, "causes", "those that reach the band first, by likelihood");
    static const std::string of_another_job = fmt::format("how likely it is that {}", another_job_change);
    f.number("other_likelihood", &D::other_likelihood, share, "another job", of_another_job, less,
             Absent{"nothing is to explain, nothing that is tried fits, or the range of one alone reaches "
                    "what was measured"});
    f.text("apart", &D::apart, "told apart", "what tells the first two apart");
    f.list("notes", &D::notes, "notes", "what was taken as what");
}

} // namespace roofrack
