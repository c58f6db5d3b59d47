// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/measured/open_run.h"

namespace roofrack::test_samples {

/// Six ranks of two steps of 10 ms: 3 came last to all collectives, 0, 1, 4 and 5 are alike.
inline std::shared_ptr<const TraceResult> late_rank() {
    auto result = std::make_shared<TraceResult>();
    for (int number = 0; number < 6; ++number) {
        TraceRank rank;
        rank.file = "/traces/rank" + std::to_string(number) + ".json";
        rank.rank = number;
        rank.device = number;
        rank.world_size = 6;
        rank.gpu = "NVIDIA H100";
        for (int step = 0; step < 2; ++step) {
            TraceTimes times;
            times.window_ns = 10'000'000;
            times.compute_ns = number == 3 ? 9'000'000 : number == 2 ? 4'000'000 : 6'000'000;
            times.exposed_comm_ns = number == 3 ? 500'000 : number == 2 ? 5'500'000 : 3'500'000;
            times.exposed_mem_ns = 100'000;
            times.idle_ns = 400'000;
            rank.steps.push_back({"ProfilerStep#" + std::to_string(step + 4), times, StepBounds::launch});
        }
        rank.times = rank.steps.front().times;
        result->ranks.push_back(std::move(rank));
        MeasuredFile file;
        file.file = result->ranks.back().file;
        file.kind = MeasuredKind::pytorch_profile;
        result->files.push_back(std::move(file));
    }
    result->stragglers = {{3, 12, 35'000'000}, {2, 0, 0}};
    return result;
}

/// Twelve iterations of 2 s, the ninth of 3 s.
inline std::shared_ptr<const TraceResult> logged_run() {
    auto result = std::make_shared<TraceResult>();
    MeasuredFile file;
    file.file = "/logs/train.log";
    file.kind = MeasuredKind::training_log;
    file.program = "Megatron-LM";
    file.devices = 64;
    file.global_batch = 512;
    file.sequence = 2048;
    for (int i = 1; i <= 12; ++i) {
        LoggedStep step;
        step.iteration = i;
        step.step_s = i == 9 ? 3.0 : 2.0 + 0.01 * (i % 4);
        step.loss = 10.0 - 0.2 * i;
        file.steps.push_back(step);
    }
    StepTimers& timers = file.timers.emplace();
    timers.ranks = TimedRanks::all;
    timers.steps = 11;
    timers.step_s = 2.0;
    timers.parts = {{"forward-compute", LoggedWork::forward, "", 0.5, 0.45, 0.25, 0.45, 0.7},
                    {"batch-generator", LoggedWork::input, "forward-compute", 0.05, 0.05, 0.025, 0.04, 0.06},
                    {"backward-compute", LoggedWork::backward, "", 0.9, 0.9, 0.45, 0.88, 1.1},
                    {"all-grads-sync", LoggedWork::gradients, "", 0.4, 0.4, 0.2, 0.02, 0.5},
                    {"optimizer", LoggedWork::optimizer, "", 0.1, 0.1, 0.05, 0.1, 0.1}};
    for (int rank = 0; rank < 4; ++rank)
        timers.by_rank.push_back({rank, rank == 2 ? 1.7 : 1.3, rank == 2 ? 0.02 : 0.45, rank == 2 ? 11 : 0});
    file.phases = {{LoggedWork::setup, 12},
                   {LoggedWork::training, 25.3, 12, 0.9},
                   {LoggedWork::evaluation, 2.8, 1, 0.1}};
    complete(file);
    result->files.push_back(std::move(file));
    return result;
}

inline std::shared_ptr<const OpenRun> late_run() {
    return std::make_shared<const OpenRun>(open_run("profile", late_rank()));
}
/// Four workers of two stages, of which stage 1 holds the steps.
inline StragglerStudy replayed_timeline() {
    StragglerStudy study;
    study.file = "/t/timeline.json";
    study.workers = 4;
    study.recorded_s = 1.25;
    study.replayed_s = 1.2;
    study.ideal_s = 1.0;
    study.slowdown = 1.2;
    study.wasted = 1 - 1 / 1.2;
    study.replay_error = 0.004;
    study.without = {{BlameKind::stage, "stage 1", 1.02, 0.18, 0.9},
                     {BlameKind::worker, "worker 3", 1.1, 0.1, 0.5},
                     {BlameKind::link, "stages 0 and 1", 1.21, -0.01, -0.05}};
    study.held = {{"worker 3", "forward", false, 1'500'000'000, 0.6},
                  {"worker 2", "backward", false, 750'000'000, 0.3},
                  {"worker 3", "forward", true, 250'000'000, 0.1}};
    return study;
}

/// What events tell of late_rank(), by hand.
inline TraceAnalysis analysed_events() {
    TraceAnalysis analysis;
    for (int number = 0; number < 6; ++number) {
        RankAnalysis rank;
        rank.place = static_cast<size_t>(number);
        rank.file = "/traces/rank" + std::to_string(number) + ".json";
        rank.rank = number;
        rank.all.name = "all";
        rank.all.window_ns = 20'000'000;
        rank.all.idle_ns = 800'000;
        rank.all.idle_by_cause_ns[static_cast<size_t>(IdleCause::host)] = 500'000;
        rank.all.idle_by_cause_ns[static_cast<size_t>(IdleCause::input)] = 300'000;
        IdlePiece piece;
        piece.time = {1'000'000, 1'200'000};
        piece.cause = IdleCause::host;
        rank.longest_idle = {piece};
        analysis.ranks.push_back(std::move(rank));
    }
    CollectiveClass collective;
    collective.kind = "all_reduce";
    collective.group_size = 6;
    collective.bytes = 1 << 20;
    collective.count = 24;
    collective.total_ns = 40'000'000;
    collective.exposed_ns = 36'000'000;
    collective.waiting_ns = 30'000'000;
    collective.latency_ns = 250'000;
    collective.without_waiting = true;
    collective.bus_bytes_per_s = 7e9;
    collective.expected_bus_bytes_per_s = 2.1e11;
    collective.of_expected = 7e9 / 2.1e11;
    analysis.collectives = {collective};
    KernelClass gemm;
    gemm.name = "sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize128x128x64_warpgroupsize1x1x1";
    gemm.category = LaneCategory::compute;
    gemm.count = 480;
    gemm.total_ns = 60'000'000;
    gemm.mean_ns = 125'000;
    gemm.share = 0.6;
    gemm.shapes = "[[4096, 1024], [1024, 4096]]";
    gemm.slowest_rank = 3;
    gemm.slowest_factor = 1.5;
    KernelClass nccl = gemm;
    nccl.name = "ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)";
    nccl.category = LaneCategory::communication;
    nccl.total_ns = 40'000'000;
    nccl.share = 0.4;
    nccl.slowest_rank.reset();
    analysis.kernels = {gemm, nccl};
    return analysis;
}

inline TraceVerdict late_verdict() {
    TraceVerdict verdict;
    verdict.cause = VerdictCause::slow_gpu;
    verdict.sentence = "rank 3 late: 100 % of all lateness; its GEMMs run 50 % slower";
    FoundCause cause;
    cause.cause = VerdictCause::slow_gpu;
    cause.rank = 3;
    cause.cost = 0.29;
    cause.explained = 1;
    cause.of = "lateness of ranks";
    cause.sentence = verdict.sentence;
    cause.to_try = {"look at its clock and temperature"};
    VerdictEvidence event;
    event.rank = 3;
    event.name = "sm90_xmma_gemm";
    event.duration_ns = 190'000;
    event.why = "the others take 125 µs";
    cause.evidence = {event};
    verdict.causes = {cause};
    return verdict;
}

/// 1.2 ms longer than before: 6 + 1 + 0.5 + 1.5 + 1 ms became 7.4 + 0.9 + 0.3 + 1.7 + 0.9 ms.
inline RunComparison later_run() {
    const auto part = [](const char* name, int64_t before_us, int64_t now_us) {
        ComparedPart out;
        out.name = name;
        out.first_ns = 1000 * before_us;
        out.second_ns = 1000 * now_us;
        out.first_count = before_us > 0 ? 12 : 0;
        out.second_count = now_us > 0 ? 12 : 0;
        if (now_us == 0) out.only_first_ns = out.first_ns;
        if (before_us == 0) out.only_second_ns = out.second_ns;
        if (before_us > 0 && now_us > 0) out.matched_ns = out.second_ns - out.first_ns;
        return out;
    };
    RunComparison out;
    ComparedStep step;
    step.first = step.second = "ProfilerStep#3";
    step.rank = 0;
    step.first_ns = out.first_ns = 10'000'000;
    step.second_ns = out.second_ns = 11'200'000;
    out.steps = {step};
    out.operators = {part("aten::mm", 6000, 7400), part("flash_attn", 500, 0), part("aten::bmm", 0, 300),
                     part("aten::gelu", 1000, 900)};
    out.collectives = {part("all_reduce", 1500, 1700)};
    out.idle = {part("the host launched late", 1000, 900)};
    out.steps_only_second = 1;
    return out;
}

/// All in one run: every chart of runs has something to show of it.
inline std::shared_ptr<const OpenRun> run_with_log() {
    auto all = std::make_shared<TraceResult>(*late_rank());
    all->files.push_back(logged_run()->files.front());
    OpenRun run = open_run("all", all);
    add_replays(run, {replayed_timeline()});
    run.analysis = analysed_events();
    run.verdict = late_verdict();
    run.headline.why = run.verdict->sentence;
    run.against = "yesterday";
    run.comparison = std::make_shared<const RunComparison>(later_run());
    return std::make_shared<const OpenRun>(std::move(run));
}
inline std::shared_ptr<const OpenRun> run_of_log() {
    return std::make_shared<const OpenRun>(open_run("train.log", logged_run()));
}

} // namespace roofrack::test_samples
