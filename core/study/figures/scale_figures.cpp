// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/figures/scale_figures.h"

#include "core/base/figures/builder.h"
#include "core/base/figures/plan_figures.h"
#include "core/base/figures/step_share.h"
#include "core/study/ideal_gap.h"
#include "core/study/sizes.h"

namespace roofrack {

namespace {

/// Progress that a part takes from the ideal.
struct LostShare {
    std::string_view part;
    double taken = 0;
};
void describe(figures::Builder<LostShare>& f) {
    using namespace figures;
    f.text("part", &LostShare::part, "part", "of the step, or the extra tokens of a large batch", names_item);
    f.number("taken", &LostShare::taken, per_second, "taken", "progress that it takes from the ideal", less);
}

/// Borders at the counts by which they are called: between two sizes no place is known to a GPU.
std::vector<ScaleBorder> called_borders(const ScaleResult& study) {
    std::vector<ScaleBorder> out = study.borders;
    for (ScaleBorder& border : out) {
        border.gpus = shown_gpus(study, border.gpus);
        for (BorderMitigation& each : border.mitigations) each.gpus = shown_gpus(study, each.gpus);
    }
    return out;
}

std::vector<LostShare> lost_shares(const ScalePoint& point) {
    std::vector<LostShare> out;
    for (size_t i = 0; i < step_part_count; ++i)
        out.push_back({name_of(static_cast<StepPart>(i)), point.lost[i]});
    out.push_back({extra_tokens, point.lost_to_batch});
    return out;
}

/// What holds something down; none: nothing does.
std::optional<ThrottleCause> holding(ThrottleCause throttle_cause) {
    return throttle_cause == ThrottleCause::none ? std::nullopt : std::optional(throttle_cause);
}

} // namespace

void describe(figures::Builder<ScaleCost>& f) {
    using namespace figures;
    using C = ScaleCost;
    f.number("gpus", &C::gpus, count, "GPUs", "of the size", always);
    f.number("progress", &C::progress, per_second, "progress", "what the metric counts", more);
    f.number(
        "cost_per_hour", [](const C& c) { return c.running.per_hour; }, usd_per_hour, "$ per hour",
        "of all these GPUs", less);
    f.number(
        "facility_w", [](const C& c) { return c.running.facility; }, watts, "facility power",
        "at the meter, over the wall clock", less);
    f.number(
        "usd_per_million", [](const C& c) { return c.dollars_per_million(); }, usd_per_million,
        "$ per million", "useful tokens (samples)", less);
    f.number(
        "joules_per_million", [](const C& c) { return c.joules_per_million(); }, joules, "energy per million",
        "useful tokens (samples), at the meter", less);
}

void describe(figures::Builder<ScaleDoubling>& f) {
    using namespace figures;
    using D = ScaleDoubling;
    f.choice("at", &D::at, "from", "the size that is doubled", names_item);
    f.object("now", &D::now, "now", "at the size");
    f.object("then", &D::then, "then", "at twice its GPUs");
    f.number(
        "gain", [](const D& d) { return d.gain(); }, ratio, "progress, times", "what it is at the size",
        more);
    f.number(
        "marginal_usd_per_million", [](const D& d) { return d.marginal_dollars_per_million(); },
        usd_per_million, "$ per further million", "all that the doubling adds", less,
        Absent{"the doubling adds nothing"});
}

void describe(figures::Builder<SizesWithoutPlan>& f) {
    using namespace figures;
    f.number("from", &SizesWithoutPlan::from, count, "GPUs from", "which cannot run", always);
    f.number("to", &SizesWithoutPlan::to, count, "GPUs to", "which cannot run", always);
    f.text("reason", &SizesWithoutPlan::reason, "reason", "why the first cannot");
}

void describe(figures::Builder<BorderMitigation>& f) {
    using namespace figures;
    using M = BorderMitigation;
    const When stands =
        f.gate([](const M& m) { return m.gpus > 0; }, "there is no such border up to the largest size");
    f.text("action", &M::action, "action", "a change to what causes the border");
    f.text("caution", &M::caution, "caution", "what it asks of people", Absent{"nothing"});
    f.number("gpus", &M::gpus, count, "GPUs", "where the border comes to stand", more, stands);
}

void describe(figures::Builder<ScaleBorder>& f) {
    using namespace figures;
    using B = ScaleBorder;
    f.choice("from", &B::from, "regime before", "on fewer GPUs", Defined{"regime"});
    f.choice("to", &B::to, "regime after", "on more GPUs", Defined{"regime"});
    f.number("gpus", &B::gpus, count, "GPUs", "where the regime changes", more);
    f.text("cause", &B::cause, "cause", "the part that takes the progress");
    f.choice(
        "limit", [](const B& b) { return holding(b.limit); }, "limit", "of power and heat, after it",
        Absent{"no clock is held"});
    f.list("moves", &B::mitigations, "moves", "where it comes to stand with a change to its cause");
}

void describe(figures::Builder<ScaleStep>& f) {
    using namespace figures;
    using S = ScaleStep;
    f.number("gpus", &S::gpus, count, "GPUs", "that a block holds: more cross its border", always);
    f.text("links", &S::links, "links", "out of the block, as drawn");
    f.number("left", &S::left, share, "left", "of the progress without the border", more, always);
}

void describe(figures::Builder<AssumedBlock>& f) {
    using namespace figures;
    using A = AssumedBlock;
    f.text("name", &A::name, "name", "of what closes the drawing");
    f.number("gpus", &A::gpus, count, "GPUs", "of one block", always);
    f.number("egress_bytes_per_s", &A::egress, bytes_per_second, "egress",
             "a GPU's, one direction, between two blocks", more);
    f.number("narrower", &A::narrower, ratio, "narrower", "what leaves the innermost block ÷ that", less);
    f.flag("torus", &A::is_torus, "torus", "all of them are one larger torus");
}

void describe(figures::Builder<ScalePoint>& f) {
    using namespace figures;
    using P = ScalePoint;
    const When runs = f.gate([](const P& p) { return p.feasible; }, "the size does not run");
    const When priced = f.gate(
        runs, [](const P& p) { return p.running.has_price(); }, "no price is known");
    f.number("gpus", &P::gpus, count, "GPUs", "of the size", always);
    f.flag("feasible", &P::feasible, "runs", "with its plan");
    f.text("reason", &P::reason, "reason", "why it does not run", Absent{"it runs"});
    f.number("batch", &P::batch, count, "batch", "tokens a step, samples of a profile", runs);
    f.number("productive_step_s", &P::productive_step, seconds, "productive step",
             "without checkpoints and failures", less, runs);
    f.number("wall_step_s", &P::wall_step, seconds, "wall step", "with checkpoints and failures", less, runs);
    f.number("step_time_s", &P::step_time, seconds, "step time", "the one of them that the metric pays", less,
             runs);
    f.range(
        "step_time_band_s",
        [](const P& p) {
            return Ends<Seconds>{p.step_time_low, p.step_time_high};
        },
        seconds, "band of the step time", "should hold 80 % of measurements", less, runs, Defined{"band"});
    f.number("rate", &P::rate, per_second, "rate", "tokens (samples) by the step time", more, runs);
    f.number("progress", &P::progress, per_second, "progress", "what the metric counts", more, runs);
    f.number("useful_rate", &P::useful, per_second, "useful rate", "the same by the wall step", more, runs);
    f.number("speedup", &P::speedup, ratio, "speed-up", "progress ÷ that of the smallest size that runs",
             more, runs);
    f.number("efficiency", &P::efficiency, share, "efficiency", "of the ideal with as many GPUs", more, runs);
    f.number("elasticity", &P::elasticity, ratio, "elasticity", "d ln progress/d ln GPUs", more, runs,
             Absent{"there is no other size"});
    f.choice("regime", &P::regime, "regime", "what more GPUs do to the progress", Defined{"regime"},
             Absent{"there is no other size"});
    f.number(
        "facility_w", [](const P& p) { return p.running.facility; }, watts, "facility power",
        "at the meter, over the wall clock", less, runs);
    f.number(
        "cost_per_hour", [](const P& p) { return p.running.per_hour; }, usd_per_hour, "$ per hour",
        "of all these GPUs", less, priced);
    f.choice(
        "held_by", [](const P& p) { return holding(p.throttle_cause); }, "held by",
        "what holds the slowest clocks", Absent{"nothing"});
    f.object("plan", &P::plan, "plan", "that runs there");
    f.list(
        "breakdown", [](const P& p) { return step_shares(p.parts, p.wall_step.si()); }, "parts of the step",
        "exclusive; they sum to the wall step", runs, Defined{"breakdown"});
    f.list(
        "lost", [](const P& p) { return lost_shares(p); }, "lost", "progress that each part takes", runs);
}

void describe(figures::Builder<ScaleResult>& f) {
    using namespace figures;
    using R = ScaleResult;
    f.choice("metric", &R::metric, "metric", "what the progress counts", Defined{"metric"});
    f.flag("replanned", &R::replanned, "best plans", "the best plan at each size");
    f.choice("supply_growth", &R::supply_growth, "supply grows", "limits of the place at other sizes");
    f.number("drawn_gpus", &R::drawn_gpus, count, "drawn GPUs", "beyond which more of the same is assumed",
             always);
    f.object("assumed_beyond", &R::beyond, "assumed beyond", "the drawing: all of it again and again");
    f.number("ideal_gpus", &R::ideal_gpus, count, "ideal size", "whose progress a GPU is the ideal", always);
    f.number(
        "smallest_gpus", [](const R& r) { return r.smallest.gpus; }, count, "smallest size", "that runs",
        always);
    f.list("points", &R::points, "sizes", "of the study, ascending");
    f.list("gaps", &R::gaps, "gaps", "sizes that cannot run");
    f.list("doublings", &R::doublings, "doublings", "from sizes that matter");
    f.list(
        "borders", [](const R& r) { return called_borders(r); }, "borders", "where the regime changes");
    f.list("steps", &R::steps, "steps", "where more GPUs begin to use other links");
    f.number(
        "knee_gpus", [](const R& r) { return shown_gpus(r, r.knee_gpus); }, count, "knee",
        "where doubling first gives much less", more,
        f.gate([](const R& r) { return r.knee_gpus > 0; }, "it is nowhere in the study"));
    f.number("peak_gpus", &R::peak_gpus, count, "peak", "GPUs of the most progress", more,
             f.gate([](const R& r) { return r.peak_gpus > 0; }, "no size runs"));
    f.number(
        "critical_batch_gpus", [](const R& r) { return shown_gpus(r, r.critical_gpus); }, count,
        "critical batch", "GPUs beyond which the batch is a critical one", more,
        f.gate([](const R& r) { return r.critical_gpus > 0; }, "the critical batch is not known"));
}

void describe(figures::Builder<SerialTime>& f) {
    using namespace figures;
    using S = SerialTime;
    f.number("divides_s", &S::divides, seconds, "divides", "among the GPUs, at the smallest size", less);
    f.number("constant_s", &S::constant, seconds, "constant", "does not shrink", less);
    f.number("logarithmic_s", &S::logarithmic, seconds, "logarithmic", "more with each doubling", less);
    f.number("linear_s", &S::linear, seconds, "linear", "more with each smallest size", less);
}

namespace {

struct SerialPart {
    StepPart part = StepPart::compute;
    SerialTime time;
};
void describe(figures::Builder<SerialPart>& f) {
    using namespace figures;
    f.choice("part", &SerialPart::part, "part", "of the step", names_item);
    for (const std::string_view each : {"divides_s", "constant_s", "logarithmic_s", "linear_s"})
        f.same(each, &SerialPart::time, each);
}

std::vector<SerialPart> serial_parts(const SerialLaw& law) {
    std::vector<SerialPart> out;
    for (size_t i = 0; i < step_part_count; ++i) out.push_back({static_cast<StepPart>(i), law.parts[i]});
    return out;
}

} // namespace

void describe(figures::Builder<SerialLaw>& f) {
    using namespace figures;
    using L = SerialLaw;
    const When has =
        f.gate([](const L& l) { return l.missing.empty(); }, "there is no law: `missing` says why");
    f.text("missing", &L::missing, "missing", "why there is no law, and what to do", Absent{"there is one"});
    f.number("gpus", &L::gpus, count, "smallest size", "that runs", has);
    f.number(
        "serial_share", [](const L& l) { return l.share(); }, share, "serial share",
        "of the step at the smallest size what does not shrink", less, has);
    f.number(
        "most_speedup", [](const L& l) { return l.ceiling(); }, ratio, "most speed-up",
        "by the serial share alone", more, has, Absent{"it is infinite"});
    f.number(
        "grown_most_speedup", [](const L& l) { return l.grown(l.most_gpus); }, ratio,
        "most speed-up with growth", "by the serial share and its growth", more, has);
    f.number("grown_most_gpus", &L::most_gpus, count, "fastest size", "that the law makes fastest", more,
             has);
    f.number("rms", &L::rms, share, "misfit", "rms of ln fitted ÷ predicted step", less, has);
    f.object("step", &L::step, "step", "by how its time goes with the GPUs", has);
    f.list(
        "parts", [](const L& l) { return serial_parts(l); }, "parts", "each by how its time goes", has);
}

} // namespace roofrack
