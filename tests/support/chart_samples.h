// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/findings.h"
#include "core/answers/measured_answers.h"
#include "core/answers/scale_answers.h"
#include "core/base/catalog/catalog.h"
#include "core/measured/trace/trace.h"
#include "core/study/facility/facility_study.h"
#include "core/study/facility/load_swing_study.h"
#include "core/study/ideal_gap.h"
#include "core/study/limits/gradient_reduction.h"
#include "core/study/limits/memory_wall.h"
#include "core/study/limits/roofs.h"
#include "core/study/regimes.h"
#include "tests/support/search_samples.h"
#include "widgets/charts/chart_data.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace roofrack::test_samples {

inline StepParts parts(std::initializer_list<std::pair<StepPart, double>> values) {
    StepParts out{};
    for (const auto& [part, seconds] : values) out[static_cast<size_t>(part)] = seconds;
    return out;
}

inline double total(const StepParts& parts) { return std::accumulate(parts.begin(), parts.end(), 0.0); }

/// A sweep shaped by hand for layout only: compute divides, data communication and failures grow.
inline ScaleResult sweep(double first, double last) {
    ScaleResult out;
    std::vector<double> counts;
    for (double gpus = first; gpus < last * 1.0001; gpus *= 2) counts.push_back(gpus);
    for (const double gpus : counts) {
        ScalePoint point;
        point.gpus = gpus;
        const double compute = 40000 / gpus;
        point.parts = parts({{StepPart::compute, compute},
                             {StepPart::memory, compute * 0.11},
                             {StepPart::launch, compute * 0.01},
                             {StepPart::tensor_comm, compute * 0.16},
                             {StepPart::pipeline_bubble, compute * 0.05 + 0.2},
                             {StepPart::pipeline_comm, 0.02},
                             {StepPart::data_comm, 0.02 * std::sqrt(gpus)},
                             {StepPart::optimizer, 0.05},
                             {StepPart::straggler, compute * 0.03},
                             {StepPart::throttle, compute * 0.02},
                             {StepPart::failure, compute * 1e-6 * gpus + 1e-9 * gpus * gpus}});
        point.batch = 16e6;
        point.step_time = point.wall_step = point.step_time_low = point.step_time_high =
            Seconds(total(point.parts));
        point.productive_step =
            point.wall_step - Seconds(point.parts[static_cast<size_t>(StepPart::failure)]);
        point.rate = point.progress = point.batch / point.step_time.si();
        out.points.push_back(point);
    }
    out.drawn_gpus = std::max(first, last / 8);
    find_regimes(out, Defaults::built_in().regimes);
    find_gap(out, Defaults::built_in().regimes);
    return out;
}

inline RackState rack(std::string id, double count, double power, double limit, double inlet, double chip,
                      double speed, ThrottleCause throttle_cause) {
    RackState out;
    out.id = std::move(id);
    out.count = count;
    out.power = Watts(power);
    out.peak = Watts(power * 1.13);
    out.limit = Watts(limit);
    out.heat_to_air = Watts(power);
    out.inlet = Celsius(inlet);
    out.chip = Celsius(chip);
    out.chip_limit = Celsius(87);
    out.speed = speed;
    out.throttle_cause = throttle_cause;
    out.gpus = 32;
    return out;
}

/// Feeds, a UPS a side, room air and a site that is nearly full; one side does not bear the other's loss.
inline FacilityStudy facility(Evaluation& evaluation) {
    PowerState& power = evaluation.power;
    const auto use = [&power](ItUse of, double share) {
        power.uses[static_cast<size_t>(of)].to_air = power.it * share;
    };
    use(ItUse::gpus, 0.6);
    use(ItUse::servers, 0.2);
    use(ItUse::fans, 0.05);
    use(ItUse::supplies, 0.05);
    use(ItUse::network, 0.08);
    use(ItUse::storage, 0.02);
    const Watts beside = power.facility - power.it;
    power.overhead = {beside * 0.2,  beside * 0.1,  beside * 0.4, beside * 0.1,
                      beside * 0.12, beside * 0.05, beside * 0.03};
    power.above_mean = power.it * 0.13;
    power.peak = power.facility + power.above_mean;
    power.metered = power.facility;
    FacilityStudy out;
    out.state = power;
    const auto budget = [&out](const char* id, BudgetKind kind, SupplyKind supply, double load, double limit,
                               double secured, double window) {
        Budget each;
        each.id = id;
        each.kind = kind;
        each.supply = supply;
        each.load = each.mean = Watts(load);
        each.peak = Watts(load * 1.13);
        each.limit = Watts(limit);
        if (secured > 0) each.secured = Watts(secured);
        each.window = Seconds(window);
        each.instances = 4;
        out.budgets.push_back(each);
    };
    budget("t-1", BudgetKind::feed, SupplyKind::feed, 20.4e6, 42e6, 21e6, 1);
    budget("ups-a", BudgetKind::feed, SupplyKind::ups, 10.3e6, 18e6, 9e6, 0.1);
    budget("ups-b", BudgetKind::feed, SupplyKind::ups, 10.3e6, 18e6, 9e6, 0.1);
    budget("c-1", BudgetKind::air, SupplyKind::feed, 20.4e6, 25e6, 24e6, 60);
    budget("site", BudgetKind::site, SupplyKind::utility, 24.3e6, 25e6, 0, 900);
    for (const char* id : {"ups-a", "ups-b", "t-1"}) {
        FailureStep each;
        each.failure.id = id;
        each.failure.worst = out.failures.size() < 2 ? 1.15 : 0.97;
        each.step = Seconds(4.9);
        if (each.failure.worst > 1) {
            each.failure.over = {{out.failures.empty() ? "ups-b" : "ups-a", 1.15, Watts(1.3e6)},
                                 {"pod-a", 1.15, Watts(1.3e6)}};
            each.failure.shed = Watts(1.3e6);
        }
        out.failures.push_back(each);
    }
    FailureStep dark;
    dark.failure.id = "a100-hot";
    dark.failure.worst = std::numeric_limits<double>::infinity();
    dark.failure.dark_gpus = 32;
    dark.failure.over = {{"a100-hot", dark.failure.worst, Watts(33e3)}};
    out.failures.insert(out.failures.begin(), dark);
    std::vector<SingleFailure> failures;
    for (const FailureStep& each : out.failures) failures.push_back(each.failure);
    out.levels = levels_of(power, out.budgets, failures, Defaults::built_in().power);
    out.flow = energy_flow(power, out.budgets);
    evaluation.feasible = true;
    out.wave = power_wave(evaluation, Defaults::built_in().power);
    out.swing = {power.it * 0.3, Seconds(4.6), 0.7};
    out.step = Seconds(4.6);
    out.meter_window = Seconds(900);
    out.site_limit = Watts(25e6);
    out.start = power.it;
    return out;
}

/// A swing over the grid's limit: storage is the cheapest, no cap does.
inline LoadSwingStudy swing() {
    LoadSwingStudy out;
    out.gpus = 16384;
    out.range = Watts(9.98e6);
    out.start = out.a_second = Watts(12.1e6);
    out.step = Seconds(5.6);
    out.supply_storage = Joules(65);
    out.flattened = Seconds(0.7);
    out.swing_limit = Watts(3e6);
    out.ramp_limit = Watts(2e6);
    LoadSwingMitigation filler, storage, cap;
    filler.leaves = storage.leaves = Watts(3e6);
    filler.share = 0.74;
    filler.energy = Joules(8.9e6);
    filler.drawn = Watts(1.55e6);
    filler.heat = Watts(1.39e6);
    filler.dollars_per_hour = 186;
    storage.kind = LoadSwingMitigation::Kind::storage;
    storage.energy = Joules(5e6);
    storage.drawn = Watts(91e3);
    storage.dollars_per_hour = 88;
    cap.kind = LoadSwingMitigation::Kind::power_cap;
    cap.reason = "50 % of the TDP leave 4.63 MW";
    cap.leaves = Watts(4.63e6);
    cap.share = 0.5;
    cap.speed = 0.73;
    out.targets = {{Watts(3e6), true, {filler, storage, cap}}};
    out.ramp = RampControl{Watts(2e6), true, Seconds(364), 3309, 9e-5, 2340};
    return out;
}

/// Gradients in bf16 round a ring of 128.
inline ReductionStudy reduction() {
    ReductionStudy out{&reduction_curves(), {}, {}};
    out.drawn.ranks = 128;
    out.drawn.bits = 16;
    out.drawn.precision = SumPrecision::bf16;
    out.drawn.calls = {{Collective::all_reduce, CollectiveAlgorithm::ring, 128, 16, Bytes(3e9)}};
    out.drawn.stages = {{ReductionOrder::ring, 128}};
    out.errors = {SumError{128, 0.0136, 9.4, 0.019, 0.91}, SumError{128, 0.0112, 1, 0.016, 0.84}};
    return out;
}

/// The catalogue's wall before an H100 whose step meets all three.
inline WallStudy wall() {
    WallStudy out;
    out.wall = *memory_wall(Catalog::built_in());
    WallPosition& drawn = out.drawn;
    drawn.accelerator = "H100 SXM5 80 GB";
    drawn.year = 2022;
    drawn.rates = out.wall.part("h100-sxm5")->rates;
    drawn.ridges = ridges_of(drawn.rates);
    drawn.operators = {
        {"ffn up", 3873, 295, 0.5, 7.0}, {"qkv", 1620, 295, 0.3, 5.0}, {"logits", 240, 295, 0.2, -1.0}};
    drawn.scale_up_intensity = 11000;
    drawn.nic_intensity = 92000;
    drawn.now = {2.7, 0.4, 0.5, 0.6};
    drawn.hbm_years = 6.1;
    drawn.scale_up_years = 4.4;
    drawn.nic_years = 3.9;
    for (double year = 0; year <= 6; ++year) {
        WallPosition::Future future;
        future.year = year;
        future.rates = drawn.rates;
        for (size_t i = 0; i < wall_rate_count; ++i) future.rates[i] *= std::pow(i < 2 ? 1.7 : 1.2, year);
        future.ridges = ridges_of(future.rates);
        drawn.future.push_back(future);
    }
    return out;
}

/// A curve with a validation metric, and the study's beside it.
inline MeasuredStudy measured_curve(const ScaleResult& given) {
    MeasuredCurve curve;
    curve.name = "pretrain";
    curve.file = "pretrain.csv";
    curve.unit = RateUnit::tokens;
    curve.node_gpus = 8;
    curve.metric = "val_loss";
    curve.points = {
        {8, 91e3, 1, 2.104}, {32, 351e3, 3, 2.101}, {128, 1.28e6, 1, 2.112}, {512, 4.1e6, 1, 2.31}};
    const Defaults& defaults = Catalog::built_in().defaults();
    MeasuredStudy out{*fit_scaling(curve, 0, line_counts(curve, defaults), defaults), {}};
    out.against.curve = curve.name;
    out.against.metric = given.metric;
    out.against.factor = 1.04 * curve.points.front().rate / given.at(8)->progress;
    for (const MeasuredRate& point : curve.points)
        out.against.rows.push_back(
            {point.gpus, point.rate, given.at(point.gpus)->progress * out.against.factor, 0.12, {}});
    return out;
}

inline ChartData made_large() {
    ChartData data;
    data.scenario = "16k H100, 2:1";
    data.subject = "Llama 3 405B";
    const ScaleResult given = sweep(8, 131072);
    const ScalePoint& here = given.points[11];
    Evaluation evaluation;
    evaluation.gpus = here.gpus;
    evaluation.parts = here.parts;
    evaluation.step_time = here.step_time;
    evaluation.mfu = 0.382;
    evaluation.effective_gpus = here.gpus * 0.41;
    evaluation.binds = "leaf uplinks, 4:1";
    evaluation.plan.tp = 8;
    evaluation.plan.pp = 16;
    evaluation.plan.dp = 128;
    evaluation.memory = {Bytes(71.4e9),
                         Bytes(80e9),
                         Bytes(63.7e9), // by the band of dense models, 1.12
                         Bytes(80.0e9),
                         MemoryVerdict::fits,
                         {{"weights", Bytes(6.33e9)},
                          {"gradients", Bytes(12.7e9)},
                          {"optimizer", Bytes(9.5e9)},
                          {"activations", Bytes(38.9e9)},
                          {"buffers", Bytes(3.97e9)}},
                         {},
                         {},
                         0};
    for (int stage = 0; stage < 16; ++stage) { // 1F1B: the activations fall by one micro-batch a stage
        StageFit fit{stage, 8, 16.0 - stage, evaluation.memory.parts, Bytes(0)};
        fit.parts[3].bytes = Bytes(38.9e9 * fit.in_flight / 16);
        for (const MemoryPart& part : fit.parts) fit.total = fit.total + part.bytes;
        evaluation.memory.stages.push_back(fit);
    }
    evaluation.power.racks = {rack("pod-a", 170, 38.2e3, 41.5e3, 27, 71, 1, ThrottleCause::none),
                              rack("pod-b", 170, 38.2e3, 41.5e3, 27, 71, 1, ThrottleCause::none),
                              rack("pod-c", 171, 38.2e3, 41.5e3, 30, 76, 1, ThrottleCause::none),
                              rack("a100-hot", 1, 33.1e3, 32.7e3, 41, 87, 0.83, ThrottleCause::feed)};
    evaluation.power.it = Watts(20.4e6);
    evaluation.power.facility = Watts(24.3e6);
    evaluation.power.run_it = evaluation.power.it;
    evaluation.power.run_facility = evaluation.power.facility;
    evaluation.power.pue = 1.19;
    evaluation.operators = {
        {"attention", Flops(4.4e12), Bytes(2.1e9), 504, Seconds(8.1e-3), FlopRate(989e12), true},
        {"ffn up", Flops(7.1e12), Bytes(9e9), 504, Seconds(9.6e-3), FlopRate(989e12), true},
        {"ffn down", Flops(3.5e12), Bytes(5e9), 504, Seconds(5.0e-3), FlopRate(989e12), true},
        {"qkv", Flops(2.5e12), Bytes(4e9), 504, Seconds(3.6e-3), FlopRate(989e12), true},
        {"attention out", Flops(2.2e12), Bytes(4e9), 504, Seconds(3.1e-3), FlopRate(989e12), true},
        {"logits", Flops(34e12), Bytes(20e9), 4, Seconds(45e-3), FlopRate(989e12), true},
        {"norms", Flops(4e8), Bytes(1.1e9), 1008, Seconds(4.4e-4), FlopRate(989e12), false},
        {"swiglu", Flops(8e8), Bytes(2.6e9), 504, Seconds(1.0e-3), FlopRate(989e12), false},
        {"residual", Flops(1.3e8), Bytes(8e8), 1008, Seconds(3.1e-4), FlopRate(989e12), false}};
    data.put(facility(evaluation));
    data.put(swing());
    data.put(Verdict{evaluation});
    data.put(reduction());
    data.put(wall());
    data.put(ScaleOfGiven{given});
    data.put(MeasuredStudies{{measured_curve(given)}, {}});
    data.put(Roofs{"H100 SXM5",
                   ByteRate(3.35e12),
                   {{"FP8", FlopRate(1979e12)},
                    {"BF16", FlopRate(989e12)},
                    {"TF32", FlopRate(495e12)},
                    {"FP32", FlopRate(67e12)}}});
    data.search = search();
    data.search_subject = data.subject;
    return data;
}

/// Shows an answer as `change` makes it.
template<class T, class Change>
void change_answer(ChartData& data, Change change) {
    T changed = data.have_or_empty<T>();
    change(changed);
    data.put(std::move(changed));
}
template<class Change>
void change_evaluation(ChartData& data, Change change) {
    change_answer<Verdict>(data, [&](Verdict& verdict) { change(verdict.evaluation); });
}

/// Without an evaluation that runs there are no sizes either.
inline void make_infeasible(ChartData& data, std::vector<Finding> findings = {}) {
    change_evaluation(data, [&](Evaluation& evaluation) {
        evaluation.feasible = false;
        evaluation.findings = std::move(findings);
    });
    data.put(ScaleOfGiven{});
}

/// A large cluster with one hot kind of rack; made once, since its fit takes a while.
inline ChartData large() {
    static const ChartData made = made_large();
    return made;
}

/// One workstation: few parts, one rack, memory too small.
inline ChartData small() {
    ChartData data;
    data.scenario = "8-GPU workstation";
    data.subject = "A 100M-parameter model";
    data.put(ScaleOfGiven{sweep(1, 8)});
    Evaluation evaluation;
    evaluation.gpus = 8;
    evaluation.parts = parts({{StepPart::compute, 0.012},
                              {StepPart::memory, 0.009},
                              {StepPart::launch, 0.0021},
                              {StepPart::data_comm, 0.0004}});
    evaluation.step_time = Seconds(total(evaluation.parts));
    evaluation.mfu = 0.21;
    evaluation.effective_gpus = 7.1;
    evaluation.memory = {Bytes(31e9),
                         Bytes(24e9),
                         Bytes(27.7e9),
                         Bytes(34.7e9),
                         MemoryVerdict::does_not_fit,
                         {{"weights", Bytes(2e9)},
                          {"gradients", Bytes(4e9)},
                          {"optimizer", Bytes(12e9)},
                          {"activations", Bytes(13e9)}},
                         "micro-batch 1 instead of 4",
                         {},
                         0};
    RackState tower;
    tower.id = "workstation";
    tower.power = Watts(3100);
    tower.peak = Watts(3300);
    tower.coolant = Celsius(32);
    tower.chip = Celsius(64);
    evaluation.power.racks = {tower};
    evaluation.power.it = Watts(3100);
    evaluation.power.facility = Watts(3700);
    evaluation.power.run_it = evaluation.power.it;
    evaluation.power.run_facility = evaluation.power.facility;
    evaluation.power.pue = 1.19;
    evaluation.operators = {{"ffn", Flops(1e10), Bytes(3e7), 96, Seconds(2e-5), FlopRate(165e12), true},
                            {"norms", Flops(1e6), Bytes(1e7), 200, Seconds(1.2e-5), FlopRate(165e12), false}};
    data.put(Verdict{evaluation});
    data.put(Roofs{"RTX 4090", ByteRate(1.008e12), {{"BF16", FlopRate(165e12)}}});
    return data;
}

/// Two ranks with two steps each; nanoseconds.
inline std::shared_ptr<const TraceResult> trace() {
    auto result = std::make_shared<TraceResult>();
    for (const int64_t slower : {0, 200'000'000}) {
        TraceRank rank;
        for (int i = 0; i < 2; ++i) {
            TraceTimes times;
            times.window_ns = 6'600'000'000 + slower;
            times.compute_ns = 3'900'000'000;
            times.exposed_comm_ns = 1'800'000'000;
            times.exposed_mem_ns = 100'000'000;
            times.idle_ns = 800'000'000 + slower;
            rank.steps.push_back({"ProfilerStep#1", times});
        }
        result->ranks.push_back(rank);
    }
    return result;
}

} // namespace roofrack::test_samples
