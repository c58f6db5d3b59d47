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
    study.without = {{BlameKind::stage, "1", 1.02, 0.18, 0.9},
                     {BlameKind::worker, "3", 1.1, 0.1, 0.5},
                     {BlameKind::link, "0–1", 1.21, -0.01, -0.05}};
    study.held = {{"worker 3", "forward", false, 1'500'000'000, 0.6},
                  {"worker 2", "backward", false, 750'000'000, 0.3},
                  {"worker 3", "forward", true, 250'000'000, 0.1}};
    return study;
}

/// All in one run: every chart of runs has something to show of it.
inline std::shared_ptr<const OpenRun> run_with_log() {
    auto all = std::make_shared<TraceResult>(*late_rank());
    all->files.push_back(logged_run()->files.front());
    OpenRun run = open_run("all", all);
    add_replays(run, {replayed_timeline()});
    return std::make_shared<const OpenRun>(std::move(run));
}
inline std::shared_ptr<const OpenRun> run_of_log() {
    return std::make_shared<const OpenRun>(open_run("train.log", logged_run()));
}

} // namespace roofrack::test_samples
