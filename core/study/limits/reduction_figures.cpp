// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/limits/reduction_figures.h"

#include "core/base/figures/builder.h"

namespace roofrack {

void describe(figures::Builder<SumError>& f) {
    using namespace figures;
    using E = SumError;
    f.number("ranks", &E::ranks, count, "ranks", "that are added up", always);
    f.number("error", &E::error, number, "error", "of the computed sums to the exact ones", less);
    f.number("condition", &E::condition, number, "condition", "what a bound is to be multiplied by", less);
    f.number("difference", &E::difference, number, "difference", "by another order of the same values", less);
    f.number("other_bits", &E::other_bits, share, "other bits",
             "sums that differ in any bit by another order", less, always);
}

void describe(figures::Builder<SumBounds>& f) {
    using namespace figures;
    using B = SumBounds;
    f.number("worst_bound", &B::worst, number, "worst bound", "on the error of a share of the magnitudes",
             less, always);
    f.number("probable_bound", &B::probable, number, "probable bound",
             "where rounding errors are independent and of mean zero", less, always);
}

void describe(figures::Builder<ReductionStage>& f) {
    using namespace figures;
    f.choice("order", &ReductionStage::order, "order", "in which the ranks are added");
    f.number("ranks", &ReductionStage::ranks, count, "ranks", "of the stage", always);
}

namespace {

struct BoundedError {
    SumError error;
    SumBounds bounds;
};
void describe(figures::Builder<BoundedError>& f) {
    for (const figures::Row& row : figures::shape_of<SumError>().rows)
        f.same(row.key, &BoundedError::error, row.key);
    for (const figures::Row& row : figures::shape_of<SumBounds>().rows)
        f.same(row.key, &BoundedError::bounds, row.key);
}

std::vector<BoundedError> bounded_errors(const ReductionCurve& curve) {
    std::vector<BoundedError> out;
    for (const SumError& error : curve.points)
        out.push_back({error, sum_bounds(curve.precision, curve.order, error.ranks)});
    return out;
}

} // namespace

void describe(figures::Builder<ReductionCurve>& f) {
    using namespace figures;
    using C = ReductionCurve;
    f.choice("precision", &C::precision, "precision", "of values and partial sums");
    f.choice("order", &C::order, "order", "in which the ranks are added");
    f.choice("values", &C::values, "values", "what is added");
    f.list(
        "points", [](const C& c) { return bounded_errors(c); }, "points", "over the ranks");
}

void describe(figures::Builder<ReductionCurves>& f) {
    f.list("curves", &ReductionCurves::curves, "curves", "of each precision, order and kind of values");
}

void describe(figures::Builder<GradientReduction::Call>& f) {
    using namespace figures;
    using C = GradientReduction::Call;
    f.choice("collective", &C::collective, "collective", "of the reduction");
    f.choice("algorithm", &C::algorithm, "algorithm", "that it runs");
    f.number("ranks", &C::ranks, count, "ranks", "that take part", always);
    f.number("domains", &C::domains, count, "domains", "of the scale-up, that they stand in", always);
    f.number("bytes", &C::bytes, bytes, "bytes", "of the full buffer", less, always);
}

void describe(figures::Builder<GradientReduction>& f) {
    using namespace figures;
    using R = GradientReduction;
    f.number("ranks", &R::ranks, count, "ranks", "that are added up; 1: nothing is", always);
    f.number("bits", &R::bits, number, "bits", "of a gradient on the wire", always);
    f.text(
        "bits_from", [](const R& r) { return r.bits_of_plan ? "plan" : "default"; }, "bits from",
        "the plan or a default", OneOf{{"plan", "default"}});
    f.text("software", &R::software, "software", "the stack's family", Absent{"it is not known"});
    f.choice("precision", &R::precision, "precision", "of values and partial sums",
             Absent{"gradients are compressed to fewer than 16 bits"});
    f.number("micro_batches", &R::micro_batches, count, "micro-batches", "that each rank adds up before");
    f.flag("measured", &R::is_measured, "measured", "a sweep gives the time");
    f.list("calls", &R::calls, "calls", "collectives of it");
    f.list("stages", &R::stages, "stages", "in which it adds");
}

void describe(figures::Builder<PlanReductionErrors>& f) {
    using namespace figures;
    f.object("either_sign", &PlanReductionErrors::either_sign, "either sign",
             "errors of values of either sign");
    f.object("equal_sign", &PlanReductionErrors::equal_sign, "equal sign", "errors of values of one sign");
}

} // namespace roofrack
